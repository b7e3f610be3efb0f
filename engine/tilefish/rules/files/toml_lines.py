"""The line of each key in a TOML text.

`tomllib` reads values but not their lines. This reads the same text once more, with no more detail than lines
need. It expects a text that `tomllib` has accepted.
"""

from __future__ import annotations

import re
import tomllib

KeyPath = tuple[str, ...]

_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = (
    re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\]|\\.)*"'),
    re.compile(r"'[^']*'"),
)


MOST_ROWS = 100
"""The limit for one value; a board has far fewer."""


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of the first mention of every key and section, counted from 1.

    The entries of an array of tables share the path of the array.
    """
    return _walked(text).lines


def row_lines(text: str) -> dict[KeyPath, int]:
    """The lines of rows inside of values, by `row_path`: of the lines of a text over several lines, without
    those that are blank at its ends, and of the arrays in an array."""
    return _walked(text).rows


def row_path(path: KeyPath, row: int) -> KeyPath:
    """A row of the value of a key, counted from 0, as if it were a key."""
    return (*path, f"row {row}")


def _walked(text: str) -> _Walk:
    walk = _Walk(text.replace("\r\n", "\n"))
    walk.document()
    return walk


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.rows: dict[KeyPath, int] = {}
        self._arrays = 0
        """The number of arrays that are open here."""
        self._line = 1
        self._counted = 0

    def document(self) -> None:
        section: KeyPath = ()
        self._skip(_SPACE)
        while self.at < len(self.text):
            if self._sees("["):
                self._take("[")
                section = self._key(())
                self._take("]")
            else:
                self._pair(section)
            self._skip(_SPACE)

    def _pair(self, section: KeyPath) -> None:
        key = self._key(section)
        self._skip(_BLANKS)
        self.at += len("=")
        self._value(key)

    def _key(self, section: KeyPath) -> KeyPath:
        """A dotted key; this is the line of the key and of its parents, unless they were seen before."""
        path = section
        while True:
            self._skip(_BLANKS)
            path += (self._key_part(),)
            self.lines.setdefault(path, self._line_here())
            self._skip(_BLANKS)
            if not self._sees("."):
                return path
            self.at += len(".")

    def _key_part(self) -> str:
        if self._sees('"') or self._sees("'"):
            quoted = self._string()
            return next(iter(tomllib.loads(f"{quoted}=0")))
        return self._skip(_BARE_KEY)

    def _value(self, path: KeyPath) -> None:
        self._skip(_BLANKS)
        if self._sees('"') or self._sees("'"):
            self._text(path)
        elif self._sees("["):
            self._array(path)
        elif self._sees("{"):
            self._inline_table(path)
        else:
            self._skip(_SCALAR)

    def _text(self, path: KeyPath) -> None:
        """A string, and the lines of its rows, unless an escape changes them."""
        line = self._line_here()
        text = self._string()
        if not text.startswith(('"""', "'''")) or "\\" in text:
            return
        rows = text[3:-3].rstrip().split("\n")
        first = next((number for number, row in enumerate(rows) if row.strip()), 0)
        for number in range(first, min(len(rows), first + MOST_ROWS)):
            self.rows.setdefault(row_path(path, number - first), line + number)

    def _array(self, path: KeyPath) -> None:
        self.at += len("[")
        self._skip(_SPACE)
        row = 0
        while self.at < len(self.text) and not self._sees("]"):
            if self._sees("[") and not self._arrays and row < MOST_ROWS:
                self.rows.setdefault(row_path(path, row), self._line_here())
            row += 1
            self._arrays += 1
            self._value(path)
            self._arrays -= 1
            self._skip(_SPACE)
            self._take(",")
            self._skip(_SPACE)
        self.at += len("]")

    def _inline_table(self, path: KeyPath) -> None:
        self.at += len("{")
        self._skip(_BLANKS)
        while self.at < len(self.text) and not self._sees("}"):
            self._pair(path)
            self._skip(_BLANKS)
            self._take(",")
            self._skip(_BLANKS)
        self.at += len("}")

    def _string(self) -> str:
        for pattern in _STRINGS:
            if pattern.match(self.text, self.at):
                return self._skip(pattern)
        return self._skip(_SCALAR)

    def _sees(self, symbol: str) -> bool:
        return self.text.startswith(symbol, self.at)

    def _take(self, symbol: str) -> None:
        """Skips this symbol, any number of times."""
        while self._sees(symbol):
            self.at += len(symbol)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line
