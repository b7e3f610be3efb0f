"""`AnyBoard`: callers need not know whether a game is a combat game."""

from __future__ import annotations

import pytest
from tests.seeds import seeded

from tilefish import Game
from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.events import EventKind
from tilefish.core.search.transposition_table import HashTable
from tilefish.rules.files.library import Library

VARIANTS = Library(environment=False).names()


@pytest.mark.parametrize("name", VARIANTS)
def test_one_loop_plays_every_variant(name: str) -> None:
    rng = seeded(name)
    board = Game(name).board.copy()
    keys = []
    while board.ending() is None and board.ply < 60:
        move = rng.choice(board.legal_moves())
        rolls = board.distinct_rolls(move)
        assert sum(weight for _, weight in rolls) == (board.faces if board.rolls(move) else 1)
        assert [face for face, _ in rolls] != [0] or not board.rolls(move)
        face, _ = rng.choice(rolls)
        path = board.path(move)
        kind, turn = board.kind_on(path.origin), board.turn
        keys.append(board.key)
        events = board.push(move, face)
        if path.target != path.origin:
            moved = next(event for event in events if event.origin == path.origin)
            assert moved[:5] == (EventKind.MOVED, path.origin, path.target, kind, turn)
        assert board.key == board.key_from_scratch
    while board.ply:
        board.pop()
        assert board.key == keys.pop()


@pytest.mark.parametrize("name", VARIANTS)
def test_what_belongs_to_the_kind_of_game_is_the_boards_to_give(name: str) -> None:
    board = Game(name).board
    assert board.query().pieces() == board.setup().pieces
    terms, phase, score = board.terms()
    assert terms
    assert 0 <= phase <= 1
    line = board.searcher(HashTable(1)).search(board, depth=1)[0]
    assert line.moves[0] in board.legal_moves()
    assert abs(score) < 10_000
    assert board.endgame() == "none"
    assert sum(board.perft_of(move, 2) for move in board.legal_moves()) == board.perft(2)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_die_is_rolled_exactly_where_there_is_one(name: str) -> None:
    board = Game(name).board.copy()
    for move in board.legal_moves():
        wrong = (0, board.faces + 1) if board.rolls(move) else (1, -1)
        for face in wrong:
            with pytest.raises(ValueError, match="cannot be rolled"):
                board.push(move, face)
    assert board.ply == 0


@pytest.mark.parametrize("name", ["chess", "exchange"])
def test_a_pass_is_a_turn_without_a_move(name: str) -> None:
    board = Game(name).board.copy()
    key, turn = board.key, board.turn
    assert board.pass_turn() == []
    assert board.turn == 1 - turn
    assert board.setup().pieces == Game(name).setup().pieces
    board.pop()
    assert board.key == key


def test_a_pass_that_loses_the_king_is_none() -> None:
    board = Game("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").board.copy()
    with pytest.raises(ValueError, match="lose the king"):
        board.pass_turn()
    assert board.ply == 0


def test_numbers_that_are_no_legal_move_are_refused() -> None:
    for name in ("chess", "exchange"):
        board: AnyBoard = Game(name).board
        for ask in (board.push, board.distinct_rolls, lambda number: board.perft_of(number, 1)):  # noqa: B023
            with pytest.raises(ValueError, match="not a legal move"):
                ask(12345)
