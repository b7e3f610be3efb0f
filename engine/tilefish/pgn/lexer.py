"""PGN text cut into tokens, line by line, so that a file of any size can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from tilefish.pgn.record import DRAW, RESULTS

LONGEST_COMMENT = 100_000
"""Characters of one comment that are kept."""


class Kind(Enum):
    """What a token is."""

    HEADER = "header"
    MOVE = "move"
    NAG = "nag"
    COMMENT = "comment"
    OPEN = "("
    CLOSE = ")"
    RESULT = "result"
    WRONG = "wrong"


class Token(NamedTuple):
    """A piece of PGN and the line, counted from 1, where it begins. The text of a header is that between its
    brackets, of a comment that between its braces."""

    kind: Kind
    text: str
    line: int


_HEADER = re.compile(r"\s*\[(.*)\]\s*")
_SYMBOL = re.compile(r"\s*(?:(?P<number>\d{1,6}\s*\.+)|(?P<word>[^\s(){};]+)|(?P<sign>[(){};]))")
_NAG = re.compile(r"\$(\d{1,3})")
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""What is written behind moves, and its number as a glyph."""
_NOTHING = re.compile(r"\.+|\d{1,6}")
"""Dots and numbers of moves."""
_RESULTS = {**{result: result for result in RESULTS}, "½-½": DRAW}


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """All tokens of a file. What stands in braces may go over many lines."""
    comment: list[str] = []
    begun = 0
    """The line where the comment that is open begins; 0 if none is."""
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n").lstrip("\ufeff")
        header = None if begun else _HEADER.fullmatch(text)
        if header is not None:
            yield Token(Kind.HEADER, header[1], number)
        if header is not None or (text.startswith("%") and not begun):
            continue
        place = 0
        while place < len(text):
            if begun:
                inside, brace, _ = text[place:].partition("}")
                comment.append(inside)
                if not brace:
                    break
                yield Token(Kind.COMMENT, _joined(comment), begun)
                place += len(inside) + 1
                begun = 0
                continue
            found = _SYMBOL.match(text, place)
            if found is None:
                break
            place = found.end()
            if found["sign"] == "{":
                comment, begun = [], number
            elif found["sign"] == ";":
                yield Token(Kind.COMMENT, text[place:].strip(), number)
                break
            elif found["number"] is None and not _NOTHING.fullmatch(found[0].strip()):
                yield _token(found[0].strip(), number)
    if begun:
        yield Token(Kind.WRONG, "a comment begins with { and does not end", begun)


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()[:LONGEST_COMMENT]


def _token(word: str, line: int) -> Token:
    """What a word of the movetext is."""
    if word in ("(", ")"):
        return Token(Kind(word), word, line)
    if word == "}":
        return Token(Kind.WRONG, "a } stands where no comment is", line)
    if word in _RESULTS:
        return Token(Kind.RESULT, _RESULTS[word], line)
    nag = _NAG.fullmatch(word)
    if nag is not None:
        return Token(Kind.NAG, nag[1], line)
    if word in GLYPHS:
        return Token(Kind.NAG, str(GLYPHS[word]), line)
    return Token(Kind.MOVE, word, line)
