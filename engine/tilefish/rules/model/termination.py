"""`Termination`: the reason for the end of a game."""

from __future__ import annotations

from enum import Enum


class Termination(Enum):
    """The reason for the end of a game. Its value and `str()` are the words for people, JSON and PGN
    files."""

    KING_DESTROYED = "king destroyed"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    """No legal move and no check; in a combat game, no action at all."""
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty moves"
    NO_DAMAGE = "no damage"
    """Too many plies of a combat game without damage."""
    MATERIAL = "material"
    """Too few pieces to win, under the rule of the variant."""
    TIME = "time"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    AS_RECORDED = "as recorded"
    """The file of a loaded game names a result that is not on the board."""

    def __str__(self) -> str:
        return self.value
