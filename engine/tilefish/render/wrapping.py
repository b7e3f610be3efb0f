"""Text within the width of a terminal: lines are broken between words, never in the middle of one."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ESCAPE = re.compile(r"\033\[[0-9;]*m")
_GAP = "  "


def terminal_width() -> int:
    """Columns of the terminal, 80 if unknown."""
    import shutil  # slow to import, and UCI must start fast

    return shutil.get_terminal_size().columns


def folded(text: str, width: int) -> str:
    """The text with long lines broken between words; continuation lines are indented like the first line. A
    word longer than a line stays whole, and a line with colours is not changed."""
    return "\n".join(part for line in text.split("\n") for part in _folded(line, width))


def _folded(line: str, width: int) -> list[str]:
    if len(line) <= width or _ESCAPE.search(line):
        return [line]
    import textwrap

    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def packed(entries: Iterable[str], width: int | None) -> list[str]:
    """Entries side by side, in as many lines as the width needs; each entry is whole, and may have colours.
    Without a width there is one line."""
    lines: list[str] = []
    for entry in entries:
        if lines and (width is None or _shown_length(f"{lines[-1]}{_GAP}{entry}") <= width):
            lines[-1] += f"{_GAP}{entry}"
        else:
            lines.append(entry)
    return lines


def _shown_length(text: str) -> int:
    return len(_ESCAPE.sub("", text))
