"""The errors about wrong input.

Every error in text from outside (a FEN, a move, a tile map, Betza notation, a variant file, an option) ends
in an `InputError` whose message says what is wrong and what is expected. Programs read the type and the
fields of an error, people its message. All of them can be pickled.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilefish.rules.messages import visible


class InputError(ValueError):
    """Text from outside that cannot be read or is against the rules of the variant."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a variant file. `line` counts from 1; 0 means the file as a whole."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        file = visible(self.file)
        place = f"{file}:{self.line}" if self.line else file
        return f"{place}: {self.message}"


def in_short(problems: Sequence[Problem], most: int = 10) -> list[str]:
    """A line for each of the first problems, and how many more there are."""
    lines = [str(problem) for problem in problems[:most]]
    more = len(problems) - len(lines)
    return [*lines, f"{more} more files"] if more else lines


class FileError(InputError):
    """A file with mistakes: all of them in `problems`, in the order of their lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: (problem.file, problem.line)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class VariantError(FileError):
    """A variant file with mistakes, or a variant that does not exist: then `exists` is False, and `problems`
    is empty where no file was named."""

    def __init__(self, problems: Iterable[Problem] = (), exists: bool = True, message: str = "") -> None:
        super().__init__(problems)
        self.args = (self.problems, exists, message)
        self.exists = exists
        self.message = message or super().__str__()

    def __str__(self) -> str:
        return self.message


class IllegalMoveError(InputError):
    """A move that is not legal, or a text that is not a move or fits several.

    `move` is the text, `what` says what is wrong with it, `legal` are legal moves: those that the text may
    mean, or the nearest first. `legal` is empty where the text cannot be read, and where there is no legal
    move."""

    def __init__(self, what: str, move: str, legal: Iterable[str] = (), hint: str = "") -> None:
        self.what, self.move, self.legal, self.hint = what, move, tuple(legal), hint
        super().__init__(what, move, self.legal, hint)

    def __str__(self) -> str:
        return self.what + self.hint


class FenError(InputError):
    """An invalid FEN for the variant. `what` says why."""

    def __init__(self, what: str, fen: str = "") -> None:
        super().__init__(what, fen)
        self.what, self.fen = what, fen

    def __str__(self) -> str:
        return self.what


class OptionError(InputError):
    """An option, a limit or a level with an invalid value, or an unknown name of an option.

    `value` is None where the name is wrong; `expected` describes a valid value."""

    def __init__(self, message: str, name: str, value: object, expected: str) -> None:
        super().__init__(message, name, value, expected)
        self.message, self.name, self.value, self.expected = message, name, value, expected

    def __str__(self) -> str:
        return self.message


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint such as ` (did you mean "tiles"?)`, or empty when no known word is near."""
    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' (did you mean "{matches[0]}"?)' if matches else ""


def nearest_first(word: str, known: Iterable[str]) -> list[str]:
    """The known words: first those that contain the word, then the others by similarity."""

    def distance(other: str) -> tuple[bool, float]:
        return word not in other, -difflib.SequenceMatcher(None, word, other).ratio()

    return sorted(known, key=distance)
