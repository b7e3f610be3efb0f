"""PGN text cut into tokens, piece by piece, so that a file of any size can be read: time grows with the
length of the text, and of a line of any length only a piece is in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Protocol

from tilefish.files import decoded
from tilefish.pgn.glyphs import GLYPHS
from tilefish.pgn.record import DRAW, RESULTS

LONGEST_COMMENT = 100_000
"""Characters of one comment that are kept."""
LONGEST_PIECE = 1 << 16
"""Characters or bytes of a line that are read in one step."""


class Readable(Protocol):
    """An open file, of text or of bytes."""

    def readline(self, size: int = -1, /) -> str | bytes:
        """The rest of the line, or at most `size` of it."""


Source = str | Readable | Iterable[str]
"""A text, an open file, or lines."""


class TokenKind(Enum):
    """The kind of a token."""

    HEADER = "header"
    MOVE = "move"
    NAG = "nag"
    COMMENT = "comment"
    OPEN = "("
    CLOSE = ")"
    RESULT = "result"
    WRONG = "wrong"


Token = tuple[TokenKind, str, int]
"""The kind of a token, its text, and the line, counted from 1, where it begins. The text of a header is that
between its brackets, of a comment that between its braces."""

# No part of these patterns can match in two ways: text without a match costs no more than text with one.
_HEADER = re.compile(r"\s*\[(.*)\]\s*")
_TOKEN = re.compile(
    r"(?:\d{1,6}\.+\s*)?(?P<move>[A-Za-z][^\s(){};]*)"
    r"|\{(?P<comment>[^}]*)\}"
    r"|\{(?P<begun>[^}]*)"
    r"|;(?P<rest>.*)"
    r"|(?P<sign>[()}])"
    r"|(?P<word>[^\s(){};]+)"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_ENDS = ("\n", "\r")
_NUMBER = re.compile(r"\d*\.+")
_NAG = re.compile(r"\$(\d{1,3})")
_RESULTS = {**{result: result for result in RESULTS}, "½-½": DRAW}


def tokens(source: Source) -> Iterator[Token]:
    """All tokens of a text. A comment in braces may go over many lines."""
    comment = _Comment()
    line = 0
    begins_line, is_left_out = True, False
    for piece in _pieces(source):
        if begins_line:
            line += 1
            text = piece.lstrip("\ufeff")
            header = None if comment.line else _HEADER.fullmatch(text)
            is_left_out = header is not None or (text.startswith("%") and not comment.line)
            if header is not None:
                yield TokenKind.HEADER, header[1], line
        begins_line = piece.endswith(_ENDS)
        if is_left_out:
            continue
        place = 0
        if comment.line:
            place = piece.find("}") + 1
            comment.add(piece[: place - 1] if place else piece)
            if not place:
                continue
            yield comment.end()
        for found in _TOKEN.finditer(piece, place):
            group, text = found.lastgroup, found[found.lastgroup or 0]
            if group == "move":
                yield TokenKind.MOVE, text, line
            elif group == "comment":
                yield TokenKind.COMMENT, text.strip()[:LONGEST_COMMENT], line
            elif group == "begun":
                comment.begin(text, line)
            elif group == "rest":
                is_left_out = True
                yield TokenKind.COMMENT, text.strip(), line
            else:
                token = _token(text, line)
                if token is not None:
                    yield token
    if comment.line:
        yield TokenKind.WRONG, "a comment begins with { and does not end", comment.line


class _Comment:
    """A comment that goes over several lines."""

    def __init__(self) -> None:
        self.line = 0
        """The line where the comment that is open begins; 0 if none is."""
        self._parts: list[str] = []
        self._room = 0

    def begin(self, text: str, line: int) -> None:
        """It begins with the rest of a line."""
        self.line = line
        self._parts = []
        self._room = LONGEST_COMMENT
        self.add(text)

    def add(self, text: str) -> None:
        """Adds a line, up to the size that is kept."""
        if self._room > 0:
            self._parts.append(text.strip())
            self._room -= len(self._parts[-1]) + 1

    def end(self) -> Token:
        """The whole comment."""
        line, self.line = self.line, 0
        return TokenKind.COMMENT, " ".join(self._parts).strip()[:LONGEST_COMMENT], line


def _token(word: str, line: int) -> Token | None:
    """The kind of a word of the movetext that does not begin with a letter; None for the number of a move."""
    if word in ("(", ")"):
        return TokenKind(word), word, line
    if word == "}":
        return TokenKind.WRONG, "a } stands where no comment is", line
    number = _NUMBER.match(word)
    word = word if number is None else word[number.end() :]
    if word in _RESULTS:
        return TokenKind.RESULT, _RESULTS[word], line
    if not word or (word.isdecimal() and len(word) < 7):
        return None
    nag = _NAG.fullmatch(word)
    if nag is not None:
        return TokenKind.NAG, nag[1], line
    if word in GLYPHS:
        return TokenKind.NAG, str(GLYPHS[word]), line
    return TokenKind.MOVE, word, line


# --- pieces ----------------------------------------------------------------------------------------------


def _pieces(source: Source) -> Iterator[str]:
    """Lines, and parts of long ones, cut between words: only the last part of a line ends with its end."""
    if isinstance(source, str):
        return (found[0] for found in _LINE.finditer(source))
    readline = getattr(source, "readline", None)
    if readline is not None:
        return _pieces_of_file(readline)
    assert isinstance(source, Iterable)
    return (line if line.endswith(_ENDS) else f"{line}\n" for line in source)


def _pieces_of_file(readline: Callable[[int], str | bytes]) -> Iterator[str]:
    rest: str | bytes = ""
    while piece := readline(LONGEST_PIECE):
        piece = rest + piece if rest else piece  # type: ignore[operator]
        end = len(piece)
        if piece[-1:] not in ("\n", b"\n"):
            space = piece.rfind(" " if isinstance(piece, str) else b" ") + 1  # type: ignore[arg-type]
            end = space if end - space < LONGEST_PIECE else end
        yield _text(piece[:end])
        rest = piece[end:]
    if rest:
        yield _text(rest)


def _text(piece: str | bytes) -> str:
    return piece if isinstance(piece, str) else decoded(piece)
