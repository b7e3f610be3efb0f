"""Counts of results, and their meaning for a move."""

from __future__ import annotations

from dataclasses import dataclass

from tilefish.game.result_counts import ResultCounts

PRIOR = 4
"""The number of drawn games that are added to compute a bonus."""


@dataclass(frozen=True, slots=True)
class Tally(ResultCounts):
    """The results of the games in which a move was played, for the side that played it."""

    @property
    def winrate(self) -> float:
        """Points by game, from 0 to 1; a half of no games."""
        return self.points / self.games if self.games else 0.5

    @property
    def bonus(self) -> float:
        """The bonus of the move in move ordering, from -100 to 100.

        (winrate - 0.5) · 200, shrunk by games / (games + PRIOR): few games say little.
        """
        return (self.winrate - 0.5) * 200 * self.games / (self.games + PRIOR)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)
