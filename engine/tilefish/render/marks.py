"""Marks on boards besides moves."""

from __future__ import annotations

from tilefish.game.game import Game
from tilefish.rules.text.fen import royal_square


def checked_king(game: Game) -> int | None:
    """The square of the king that is in check."""
    setup = game.setup()
    return royal_square(game.variant, setup.pieces, setup.turn) if game.in_check else None


def last_move(game: Game) -> tuple[str, str]:
    """The move that led to the position, in UCI and SAN; empty if there is none."""
    if not game.move_stack:
        return "", ""
    before = game.copy()
    move = before.pop()
    return move, before.san(move)
