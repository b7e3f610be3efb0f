"""The pieces that appear on spawn tiles, and when.

It is a rule for the host of a game. Positions, moves and results depend only on the pieces on the board, so
the core does not need this rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpawnSide = Literal["either", "both", "white", "black", "mover", "waiter"]
SPAWN_SIDES: tuple[SpawnSide, ...] = ("either", "both", "white", "black", "mover", "waiter")


@dataclass(frozen=True, slots=True)
class Spawn:
    """The time and the kind of pieces that appear."""

    piece: str = "pawn"
    every: int = 10
    """The number of plies from one time to the next."""
    first: int = 10
    """The ply after which the first time is."""
    chance: int = 100
    """The percentage of times at which something appears."""
    count: int = 1
    """The number of pieces each time; for each side, if both get some."""
    side: SpawnSide = "either"
    """Their side: a random one each time, both, always the same one, the side to move, or the side that has
    just moved."""
    most: int = 64
    """Nothing appears while this number of pieces of that kind and side is on the board."""

    def is_due(self, ply: int) -> bool:
        """Whether pieces are due after this number of plies of a game."""
        return ply >= self.first and (ply - self.first) % self.every == 0
