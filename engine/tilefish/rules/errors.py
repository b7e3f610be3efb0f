"""What a stranger is told when the input is wrong.

Everything that can be wrong with text from outside (a FEN, a move, a tile map, Betza notation, a variant
file, an option) ends in an `InputError` whose message says what was wrong and what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilefish.rules.messages import visible


class InputError(ValueError):
    """Text from outside that cannot be understood or is against the rules of the variant."""


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


class VariantError(InputError):
    """A variant file with mistakes: all of them, in the order of their lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: (problem.file, problem.line)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint such as ` (did you mean "tiles"?)`, or nothing when no known word is near."""
    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' (did you mean "{matches[0]}"?)' if matches else ""


def nearest_first(word: str, known: Iterable[str]) -> list[str]:
    """The known words, those first in which the word stands, and of the others those most like it."""

    def distance(other: str) -> tuple[bool, float]:
        return word not in other, -difflib.SequenceMatcher(None, word, other).ratio()

    return sorted(known, key=distance)
