"""A TOML file from the disk: its data, and the line of every key. Every error in it is a Problem."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tilefish.rules.errors import Problem, VariantError
from tilefish.rules.files.toml_lines import KeyPath, key_lines, row_lines

MAX_BYTES = 64 * 1024
MAX_DOTS = 100
"""The most on one line: for long dotted keys, `tomllib` needs quadratic time and memory."""

_LONGEST_COMPLAINT = 80
"""Characters: `tomllib` repeats whole keys."""


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The content of one file."""

    label: str
    """The path in the user's form, for messages."""
    data: dict[str, object]
    lines: dict[KeyPath, int]
    """The lines of keys, and of the rows of values by `row_path`."""


def read_toml(path: Path) -> TomlFile:
    """Reads and parses the file. Raises `VariantError` with one problem if that cannot be done."""
    label = str(path)
    text = _decode(label, _read_bytes(label, path))
    for number, row in enumerate(text.split("\n"), start=1):
        if row.count(".") > MAX_DOTS:
            raise _error(label, number, f"the line has more than {MAX_DOTS} dots; is this a variant file?")
    try:
        return TomlFile(label, tomllib.loads(text), {**row_lines(text), **key_lines(text)})
    except tomllib.TOMLDecodeError as error:
        line, complaint = _split_position(str(error), text)
        raise _error(label, line, f"not valid TOML: {complaint}") from None
    except RecursionError:
        raise _error(label, 0, "not valid TOML: nested too deeply") from None
    except ValueError as error:
        raise _error(label, 0, f"not valid TOML: {error}") from None


def _read_bytes(label: str, path: Path) -> bytes:
    try:
        if not path.is_file():
            if path.exists():
                raise _error(label, 0, "this is not a file")
            raise VariantError([Problem(label, 0, "there is no such file")], exists=False)
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _error(label, 0, f"the file cannot be read: {error.strerror or error}") from None
    if len(content) > MAX_BYTES:
        raise _error(label, 0, f"the file is larger than {MAX_BYTES // 1024} KiB; is this a variant file?")
    return content


def _decode(label: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise _error(label, line, "the text is not UTF-8") from None


def _split_position(message: str, text: str) -> tuple[int, str]:
    """The line number inside a message of `tomllib`, and the message without it."""
    position = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if position is None:
        return 0, message[:_LONGEST_COMPLAINT]
    complaint = message[: position.start()][:_LONGEST_COMPLAINT]
    if position[1] is None:
        return text.rstrip("\n").count("\n") + 1, f"{complaint} at the end of the file"
    return int(position[1]), f"{complaint} in column {position[2]}"


def _error(label: str, line: int, message: str) -> VariantError:
    return VariantError([Problem(label, line, message)])
