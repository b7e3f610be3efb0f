"""What boards mark besides moves."""

from __future__ import annotations

from tilefish.game import Game
from tilefish.rulebook.fen import royal_square


def checked_king(game: Game) -> int | None:
    """The square of the king that is in check."""
    setup = game.setup()
    return royal_square(game.variant, setup.pieces, setup.turn) if game.in_check else None
