"""The base of a variant file that extends nothing: the orthodox pieces, and their start squares.

Written as the data of a variant file. What depends on the size of the board (pawn ranks, promotion ranks,
where castling ends) is computed by the assembly, from the functions below.
"""

from __future__ import annotations

from tilefish.rules.model.variant import Castling

PIECES: dict[str, object] = {
    "pawn": {"letter": "p", "moves": "fmWfcFifmnD", "pawn": True},
    "knight": {"letter": "n", "moves": "N", "minor": True},
    "bishop": {"letter": "b", "moves": "B", "minor": True},
    "rook": {"letter": "r", "moves": "R"},
    "queen": {"letter": "q", "moves": "Q"},
    "king": {"letter": "k", "moves": "K", "royal": True},
}
"""The order in which pieces are counted; those of a file come behind them."""

PROMOTION_ORDER = ("queen", "rook", "bishop", "knight")
"""The order in which promotions are offered; other pieces come behind them."""

_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START_BOARD = (8, 8)

_SMALLEST_FOR_CASTLING = 6
_SMALLEST_FOR_DOUBLE_STEPS = 4


def start(castling: Castling | None) -> str:
    """The FEN of the orthodox start position."""
    return f"{_ARRAY} w {'KQkq' if castling else '-'} - 0 1"


def double_step_ranks(ranks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rank indices of White's and Black's pawn ranks: the second, and the last but one."""
    if ranks < _SMALLEST_FOR_DOUBLE_STEPS:
        return (), ()
    return (1,), (ranks - 2,)


def promotion_ranks(ranks: int) -> tuple[int, int]:
    """The rank indices on which White and Black promote."""
    return ranks - 1, 0


def castling(files: int) -> Castling | None:
    """Castling as in chess, counted from the edges, or None on a board too narrow for it."""
    if files < _SMALLEST_FOR_CASTLING:
        return None
    return Castling(king_files=(files - 2, 2), rook_files=(files - 3, 3))
