"""EPD: a position without counters, and operations behind it such as `bm Nf3;` and `id "WAC.001";`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.text.combat_fen import is_combat_field

_OPERATION = re.compile(r"""\s*([A-Za-z][A-Za-z0-9_]*)((?:[^;"]|"[^"]*")*);""")
POSITION_FIELDS = 4
_PLACEMENT = re.compile(r"\s*[A-Za-z0-9*]{1,16}(?:/[A-Za-z0-9*]{1,16}){1,15}\s+[wb](?:\s|$)")
NO_POSITION = 'this is not a position: expected a FEN or EPD, such as "4k3/8/8/8/8/8/4P3/4K3 w - -"'
_COUNTERS = {"hmvc": "0", "fmvn": "1"}
"""The operations for the counters of a FEN, and what these are without them."""


def looks_like_position(line: str) -> bool:
    """Whether a line begins like a FEN: ranks, and a side to move. A message must not quote a line of another
    kind, which is not for this program."""
    return _PLACEMENT.match(line) is not None


def line_mistake(line: str, error: InputError) -> str:
    """The message about a line that cannot be read as a position."""
    return " ".join(str(error).splitlines()) if looks_like_position(line) else NO_POSITION


def split_line(line: str) -> tuple[str, str]:
    """The position and the operations of a line. The position may be a whole FEN, with both its counters."""
    words = line.split()
    end = POSITION_FIELDS
    while end < POSITION_FIELDS + len(_COUNTERS) and words[end : end + 1] and words[end].isdigit():
        end += 1
    while words[end : end + 1] and is_combat_field(words[end]):
        end += 1
    return " ".join(words[:end]), "".join(line.split(maxsplit=end)[end:])


def has_counters(position: str) -> bool:
    """Whether a position has its number of moves."""
    behind = position.split()[POSITION_FIELDS:]
    return bool(behind) and not is_combat_field(behind[0])


def with_counters(position: str, halfmove: str = "0", fullmove: str = "1") -> str:
    """A FEN for a position without counters."""
    words = position.split()
    return " ".join((*words[:POSITION_FIELDS], halfmove, fullmove, *words[POSITION_FIELDS:]))


def with_counters_of(position: str, operations: Mapping[str, str]) -> str:
    """A FEN for a position: with its own counters, or those from operations, else those of a new game."""
    if has_counters(position) or len(position.split()) < POSITION_FIELDS:
        return position
    return with_counters(position, *(operations.get(name, usual) for name, usual in _COUNTERS.items()))


def epd_position(fen: str) -> str:
    """A FEN as an EPD with its counters as operations."""
    words = fen.split()
    end = POSITION_FIELDS + len(_COUNTERS)
    counters = zip(_COUNTERS, words[POSITION_FIELDS:end], strict=True)
    operations = (f"{name} {value};" for name, value in counters)
    return " ".join((*words[:POSITION_FIELDS], *words[end:], *operations))


def parse_operations(text: str) -> dict[str, str]:
    """The operations by name, each with all text before its semicolon."""
    found: dict[str, str] = {}
    end = 0
    while text[end:].strip():
        operation = _OPERATION.match(text, end)
        if operation is None:
            raise InputError(
                f"invalid operation {quote(text[end:].strip())}: expected a word, its value and ;"
            )
        name, value = operation.groups()
        if name in found:
            raise InputError(f"{name} is there twice in the line")
        found[name] = value.strip()
        end = operation.end()
    return found
