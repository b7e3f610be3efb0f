"""`ResultCounts`: the results of some games, counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The results of some games, for a side or a player of each."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        """One for each win, a half for each draw."""
        return self.wins + self.draws / 2
