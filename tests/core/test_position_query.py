"""`PositionQuery`: captures and what they win, attackers, passes."""

from __future__ import annotations

import pytest
from tests.boards import ordinary_board
from tests.values import ROUND_VALUES, with_round_values

from tilefish import Game
from tilefish.core.query.position_query import PositionQuery


def query_at(fen: str, variant: str = "chess", world: str | None = None) -> tuple[Game, PositionQuery]:
    game = Game(with_round_values(variant), fen, world)
    return game, ordinary_board(game).query()


def squares(game: Game, names: str) -> list[int]:
    found = [game.variant.square_of(name) for name in names.split()]
    return [square for square in found if square is not None]


PAWN, KNIGHT, ROOK = (ROUND_VALUES[name][0] for name in ("pawn", "knight", "rook"))
BELT_INTO_WATER = "8/8/8/8/8/>~6/8/8"


@pytest.mark.parametrize(
    ("fen", "world", "gains"),
    [
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", None, {"e3d5": PAWN}),
        ("4k3/8/2p5/3p4/8/4N3/8/4K3 w - -", None, {"e3d5": PAWN - KNIGHT}),
        ("4k3/8/2p5/3p4/2P5/4N3/8/4K3 w - -", None, {"e3d5": PAWN - KNIGHT + PAWN, "c4d5": PAWN}),
        # the knight that guards d5 is pinned, so that the first capture stands
        ("4k3/8/2n5/1B1r4/8/4N3/8/4K3 w - -", None, {"e3d5": ROOK}),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - -", None, {"e7d8q": ROOK - PAWN}),
        ("4k3/8/8/1pP5/8/8/8/4K3 w - b6", None, {"c5b6": PAWN}),
        # what it takes with it drowns
        ("4k3/8/8/8/8/p7/8/1N2K3 w - -", BELT_INTO_WATER, {"b1a3": PAWN - KNIGHT}),
        ("4k3/8/8/8/8/8/8/1N2K3 w - -", None, {}),
    ],
)
def test_what_captures_come_to(fen: str, world: str | None, gains: dict[str, int]) -> None:
    game, query = query_at(fen, world=world)
    found = {capture.move: capture.gain for capture in query.captures()}
    assert {move: found[game.find_move(move).number] for move in gains} == gains
    assert all(query.balance(move) == gain for move, gain in found.items())
    if not gains:
        assert not found


def test_a_sequence_takes_on_the_stone_and_at_the_end() -> None:
    game, query = query_at("4k3/8/5p2/8/4p3/2N5/8/4K3 w - -", "ruined_overworld")
    sequence = game.find_move("c3e4,e4d5,d5f6").number
    capture = next(capture for capture in query.captures() if capture.move == sequence)
    assert capture.taken == tuple(squares(game, "e4 f6"))
    assert (capture.stone, capture.target) == capture.taken


def test_a_sequence_that_comes_back_to_its_stone_has_taken_there_once() -> None:
    game, query = query_at("4k3/8/8/6p1/5P2/8/8/4K3 w - -", "ruined_overworld")
    sequence = game.find_move("f4g5,g5g4,g4g5").number
    capture = next(capture for capture in query.captures() if capture.move == sequence)
    assert capture.taken == tuple(squares(game, "g5"))
    assert capture.gain == query.balance(sequence) == PAWN


def test_attackers_with_squares_thought_empty() -> None:
    game, query = query_at("4k3/4r3/8/4N3/8/8/8/4RK2 w - -")
    [king, rook, knight] = squares(game, "e8 e7 e5")
    assert query.attackers(king, 0) == []
    assert query.attackers(rook, 0) == []
    assert query.attackers(rook, 0, without=[knight]) == squares(game, "e1")
    assert query.attackers(knight, 0, without=[knight]) == squares(game, "e1")


def test_targets() -> None:
    game, query = query_at("4k3/8/8/8/1p6/8/P7/R3K3 w - -")
    assert query.targets(squares(game, "a1")[0]) == squares(game, "b1 c1 d1")
    assert query.targets(squares(game, "h8")[0]) == []


def test_a_pass_lets_the_belts_run_and_captures_no_king() -> None:
    _, query = query_at("4k3/8/8/8/4r3/8/8/n3K2R w K -")
    assert query.in_check(0)
    assert query.passed().captures() == []
    _, world = query_at("4k3/8/8/8/8/p7/8/1N2K3 w - -", world=BELT_INTO_WATER)
    assert len(world.passed().pieces()) == len(world.pieces()) - 1


def test_where_a_king_is_gone_nobody_captures() -> None:
    _, query = query_at("8/8/8/8/8/k7/8/4K1NR w K -", world=BELT_INTO_WATER)
    after = query.passed()
    assert len(after.pieces()) == 3
    assert after.captures() == []
    assert after.passed().captures() == []


@pytest.mark.parametrize("ask", ["played", "balance"])
def test_only_legal_moves_are_taken(ask: str) -> None:
    _, query = query_at("4k3/8/8/8/8/8/8/4K3 w - -")
    for move in (0, 1, 2**31, 2**32 - 1):
        with pytest.raises(ValueError, match="not a legal move"):
            getattr(query, ask)(move)


@pytest.mark.parametrize("square", [-1, 64, 10**6, -(10**6)])
def test_squares_off_the_board_reach_no_table(square: int) -> None:
    _, query = query_at("4k3/8/8/8/8/8/8/4K3 w - -")
    assert isinstance(query.attackers(square, 7), list)
    assert isinstance(query.targets(square), list)
