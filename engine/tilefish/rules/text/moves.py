"""Moves as text: `e2e4`, `e7e8q`, and stone sequences such as `c3e4,e4d5,d5f6`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tilefish.rules.errors import IllegalMoveError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant


@dataclass(frozen=True, slots=True)
class MoveText:
    """The parts of a move's text: one leg, or the three of a stone sequence, and a promotion letter."""

    legs: tuple[tuple[int, int], ...]
    promotion: str | None = None

    @property
    def origin(self) -> int:
        """The square where the turn begins."""
        return self.legs[0][0]

    @property
    def target(self) -> int:
        """The square where the turn ends."""
        return self.legs[-1][1]


def parse_move(variant: Variant, text: str) -> MoveText:
    """Reads a move; whether it is legal is another matter. Raises `IllegalMoveError`."""
    words = text.strip().split(",")
    if len(words) not in (1, 3):
        raise IllegalMoveError(
            f"invalid move {quote(text)}: expected one leg such as e2e4, or the three of a stone sequence "
            "such as c3e4,e4d5,d5f6",
            text,
        )
    promotion = None
    if len(words[-1]) == 5 and words[-1][4].isascii() and words[-1][4].isalpha():
        promotion = words[-1][4].lower()
        words[-1] = words[-1][:4]
    return MoveText(tuple(_parse_leg(variant, word, text) for word in words), promotion)


def is_move(variant: Variant, text: str) -> bool:
    """Whether a text can be read as a move."""
    try:
        parse_move(variant, text)
    except IllegalMoveError:
        return False
    return True


def _parse_leg(variant: Variant, word: str, text: str) -> tuple[int, int]:
    start, end = (
        (variant.square_of(word[:2]), variant.square_of(word[2:])) if len(word) == 4 else (None, None)
    )
    if start is None or end is None:
        last = variant.square_name(variant.files * variant.ranks - 1)
        raise IllegalMoveError(
            f"invalid move {quote(text)}: squares are a1 to {last}, a move is written like e2e4 or e7e8q",
            text,
        )
    return start, end


def format_move(variant: Variant, squares: Sequence[int], promotion: str = "") -> str:
    """Writes the legs that join the squares, and the promotion letter."""
    names = [variant.square_name(square) for square in squares]
    return ",".join(a + b for a, b in pairwise(names)) + promotion
