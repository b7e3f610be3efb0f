"""The meaning of a search score in games of a variant: the chances of a win, a draw and a loss."""

from __future__ import annotations

import math
from dataclasses import dataclass

MAX_WIN_RATE = 10_000
CERTAIN = 1000
MATE_SCORE = 30000
"""The centipawns for a mate where a plain number is needed."""


@dataclass(frozen=True, slots=True)
class WinRateModel:
    """The chance of a win is a logistic curve over the score, that of a loss its mirror image; the rest is
    the chance of a draw. scripts/win_rate_model.py fits the two numbers to games."""

    even: int
    """Centipawns with which a win is as likely as not."""
    spread: int
    """With this number of centipawns more, it is e times as likely as not."""

    def win_draw_loss(self, score: int, mate: int | None = None) -> tuple[int, int, int]:
        """The chances in thousandths, for the side with this score, or that mates or is mated in `mate`."""
        if mate is not None:
            return (CERTAIN, 0, 0) if mate > 0 else (0, 0, CERTAIN)
        win, loss = round(CERTAIN * self.chance(score)), round(CERTAIN * self.chance(-score))
        return win, CERTAIN - win - loss, loss

    def expected(self, score: int, mate: int | None = None) -> float:
        """The expected points, from 0 to 1; a draw counts half."""
        if mate is not None:
            return 1.0 if (mate or score) > 0 else 0.0
        return (1 + self.chance(score) - self.chance(-score)) / 2

    def chance(self, score: int) -> float:
        """The chance of a win, from 0 to 1."""
        return 1 / (1 + math.exp(min(700.0, (self.even - score) / self.spread)))
