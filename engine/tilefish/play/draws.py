"""Draws by agreement: when an engine accepts one."""

from __future__ import annotations

from collections.abc import Sequence

from tilefish.engine.engine import Result
from tilefish.game.game import Game

DRAW_SECONDS = 0.3
"""The time to judge the position."""
DRAW_FROM_MOVE = 10
"""In the opening engines play on."""


def may_be_drawn(game: Game) -> bool:
    """Whether an engine thinks about an offer at all."""
    return game.setup().fullmove >= DRAW_FROM_MOVE


def accepts_draw(game: Game, engines: Sequence[str], result: Result) -> bool:
    """Whether the engines of these sides agree, by a search of the position: they do if they stand no better,
    and not in the opening."""
    if not may_be_drawn(game) or not result.lines:
        return False
    score = result.lines[0].score
    return all((score if side == game.turn else -score) <= 0 for side in engines)
