"""What a score of the search means in games of a variant: the chances of a win, a draw and a loss."""

from __future__ import annotations

import math
from dataclasses import dataclass

MAX_WIN_RATE = 10_000
CERTAIN = 1000
MATE_SCORE = 30000
"""Centipawns that stand for a mate where only a number will do."""


@dataclass(frozen=True, slots=True)
class WinRateModel:
    """The chance of a win is a logistic curve over the score, that of a loss its mirror image; what is left
    is the chance of a draw. scripts/win_rate_model.py fits the two numbers to games."""

    even: int
    """Centipawns with which a win is as likely as not."""
    spread: int
    """With so many more, it is e times as likely as not."""

    def win_draw_loss(self, score: int, mate: int | None = None) -> tuple[int, int, int]:
        """The chances in thousandths, for who has that score, or mates or is mated in so many moves."""
        if mate is not None:
            return (CERTAIN, 0, 0) if mate > 0 else (0, 0, CERTAIN)
        win, loss = round(CERTAIN * self.chance(score)), round(CERTAIN * self.chance(-score))
        return win, CERTAIN - win - loss, loss

    def expected(self, score: int, mate: int | None = None) -> float:
        """The points that are expected, from 0 to 1, a draw counting half."""
        if mate is not None:
            return 1.0 if (mate or score) > 0 else 0.0
        return (1 + self.chance(score) - self.chance(-score)) / 2

    def chance(self, score: int) -> float:
        """The chance of a win, from 0 to 1."""
        return 1 / (1 + math.exp(min(700.0, (self.even - score) / self.spread)))
