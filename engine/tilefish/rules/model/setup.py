"""`Setup`: a position as data, without the rules of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilefish.rules.model.combat import CombatState

Pieces = Mapping[int, tuple[int, int]]
"""By square: the index of the piece's kind, and its side."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The content of a FEN. Squares are `rank * files + file`; sides are 0 (White) and 1 (Black)."""

    pieces: Pieces
    turn: int = 0
    castling: frozenset[int] = frozenset()
    """The squares of the rooks that may still castle."""
    en_passant: int | None = None
    """The square that a pawn has just passed over."""
    en_passant_pawn: int | None = None
    """The square of that pawn; None without `en_passant`."""
    halfmove: int = 0
    fullmove: int = 1
    voids: frozenset[int] = field(default=frozenset())
    """The squares that the placement marks as void, besides those of the variant."""
    combat: CombatState | None = None
    """None in a game without combat."""
