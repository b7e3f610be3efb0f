"""What appears on spawn tiles, and when.

It is a rule for whoever runs a game. Positions, moves and results go by what stands on the board, so that
nothing in the core knows of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpawnSide = Literal["either", "both", "white", "black", "mover", "waiter"]
SPAWN_SIDES: tuple[SpawnSide, ...] = ("either", "both", "white", "black", "mover", "waiter")


@dataclass(frozen=True, slots=True)
class Spawn:
    """When pieces appear, and which."""

    piece: str = "pawn"
    every: int = 10
    """So many plies lie between one time and the next."""
    first: int = 10
    """The ply after which it is time at first."""
    chance: int = 100
    """Of a hundred times, so many bring something."""
    count: int = 1
    """So many pieces each time; of either side, where both get some."""
    side: SpawnSide = "either"
    """Whose they are: drawn by lot each time, both sides', always one's, or the side's that is to move or
    that has just moved."""
    most: int = 64
    """Nothing appears while so many pieces of that kind and side are on the board."""

    def is_due(self, ply: int) -> bool:
        """Whether it is time after so many plies of a game."""
        return ply >= self.first and (ply - self.first) % self.every == 0
