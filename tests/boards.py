"""The core's board of a game, where a test needs what only one kind of board has."""

from __future__ import annotations

from tilefish import Game
from tilefish.core.board.board import Board
from tilefish.core.combat.board import CombatBoard


def ordinary_board(game: Game) -> Board:
    assert isinstance(game.board, Board)
    return game.board


def combat_board(game: Game) -> CombatBoard:
    assert isinstance(game.board, CombatBoard)
    return game.board
