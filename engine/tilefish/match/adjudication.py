"""Ending games early by the scores of the engines: both see a draw, or one sees a loss."""

from __future__ import annotations

from dataclasses import dataclass

from tilefish.match.thought import Thought


@dataclass(frozen=True, slots=True)
class DrawRule:
    """From move `first` on, a draw once both sides have seen at most `score` for `count` moves each."""

    first: int = 40
    count: int = 8
    score: int = 10

    def __str__(self) -> str:
        return f"move={self.first} count={self.count} score={self.score}"


@dataclass(frozen=True, slots=True)
class ResignRule:
    """A loss for a side that has seen itself behind by at least `score` for `count` moves; if `twosided`, the
    other side has seen itself ahead, too."""

    count: int = 3
    score: int = 600
    twosided: bool = False

    def __str__(self) -> str:
        return f"count={self.count} score={self.score} twosided={self.twosided}".lower()


class Judge:
    """Follows the scores of one game."""

    def __init__(self, draw: DrawRule | None, resign: ResignRule | None) -> None:
        self._draw = draw
        self._resign = resign
        self._even = [0, 0]
        """By side, the number of moves for which it has seen a small score."""
        self._behind = [0, 0]
        self._ahead = [0, 0]

    def hear(self, side: int, thought: Thought | None) -> None:
        """Takes a side's thought about the move that it has just made."""
        self._count(self._even, side, bool(self._draw and thought and abs(thought.score) <= self._draw.score))
        if self._resign is not None:
            least = self._resign.score
            self._count(self._behind, side, thought is not None and thought.score <= -least)
            self._count(self._ahead, side, thought is not None and thought.score >= least)

    def verdict(self, fullmove: int) -> tuple[float, str] | None:
        """White's points and the reason; None while the game goes on."""
        if self._draw and fullmove >= self._draw.first and min(self._even) >= self._draw.count:
            return 0.5, "adjudicated a draw"
        if self._resign is None:
            return None
        for side in (0, 1):
            if self._behind[side] < self._resign.count:
                continue
            if not self._resign.twosided or self._ahead[1 - side] >= self._resign.count:
                return float(side), "adjudicated a win"
        return None

    @staticmethod
    def _count(counts: list[int], side: int, goes_on: bool) -> None:
        counts[side] = counts[side] + 1 if goes_on else 0
