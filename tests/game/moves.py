"""What tests of games have in common: positions to begin with, moves played, refusals read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tilefish import Game, InputError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
STONE_ON_E4 = "8/8/8/8/4o3/8/8/8"


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.push(move)
    return game


def from_square(game: Game, square: str) -> set[str]:
    return {move for move in game.legal_moves if move.startswith(square)}


def refusal(wrong: Callable[[], object]) -> str:
    """The message of the InputError, which is for people: one line, not too long."""
    with pytest.raises(InputError) as caught:
        wrong()
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message
