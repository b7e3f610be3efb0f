"""`CombatQuery`: the results of attacks, the faces of the die, passes."""

from __future__ import annotations

import pytest
from tests.boards import combat_board

from tilefish import Game
from tilefish.core.board.events import EventKind
from tilefish.core.combat.query import CombatQuery, Strike
from tilefish.core.combat.searcher import KING_WORTH


def query_at(position: str) -> tuple[Game, CombatQuery]:
    placement, turn, *fields = position.split()
    game = Game("exchange", " ".join([placement, turn, "- - 0 1", *fields]))
    return game, combat_board(game).query()


def strike(position: str, action: str) -> Strike:
    game, query = query_at(position)
    return next(found for found in query.strikes() if found.move == game.find_move(action).number)


def worth(game: Game, kind: str) -> int:
    return game.piece_values()[kind][0]


def test_every_attack_is_a_strike() -> None:
    game, query = query_at("4k3/8/8/3n4/3r4/2N5/8/3QK3 w")
    attacks = {game.find_move(move).number for move in game.legal_moves if "x" in move}
    assert {found.move for found in query.strikes()} == attacks


def test_what_a_strike_comes_to() -> None:
    position = "4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=5"
    game, _ = query_at(position)
    found = strike(position, "d1xd4")
    assert (found.origin, found.stands, found.victim, found.taken) == (3, 3, 27, (27,))
    assert found.kill == pytest.approx(5 / 6)
    assert found.damage == pytest.approx(29 / 6)
    half = worth(game, "rook") / 2
    assert found.gain == round(half * 29 / 6 / 13 + half * 5 / 6)


def test_a_king_is_worth_more_than_all_others() -> None:
    found = strike("4k3/8/8/4Q3/8/8/8/4K3 w hp:e8=4", "e5xe8")
    assert (found.kill, found.damage) == (1, 4)
    assert found.gain > KING_WORTH


def test_what_overextending_costs_is_deducted() -> None:
    position = "4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=2"
    game, query = query_at(position)
    found = strike(position, "d1!d2xd5")
    queen = worth(game, "queen") / 2
    assert found.recoil == 2
    assert found.gain == round(worth(game, "rook") / 2 * 6.5 / 13 - queen * 2 / 10 - queen)
    for face in range(1, 7):
        ends = [
            event for event in query.played(found.move, face).events() if event.kind is EventKind.EXHAUSTED
        ]
        assert [(event.piece, event.amount) for event in ends] == [(query.pieces()[3][0], 2)]


@pytest.mark.parametrize(
    ("fields", "counted"),
    [
        ("", {}),
        ("fx:D1", {"decree": 1}),
        ("fx:t", {"exposed": 1}),
        ("fx:D1,t", {"decree": 1, "exposed": 1}),
        ("hp:d4=2 fx:D1", {}),  # every face kills anyway
    ],
)
def test_modifiers_that_count(fields: str, counted: dict[str, int]) -> None:
    assert dict(strike(f"4k3/8/8/8/3r4/8/8/3QK3 w {fields}", "d1xd4").counted) == counted


def test_who_interposes() -> None:
    found = strike("4k3/8/8/2rp4/8/8/3Q4/4K3 w hp:c5=3 fx:Ic5", "d2xd5")
    assert (found.helper, found.helper_kill) == (34, pytest.approx(4 / 6))
    assert found.helper_damage == pytest.approx((2 + 2 + 3 * 4) / 6)
    assert found.damage == pytest.approx((2 + 3 + 3 + 4 + 4 + 5) / 6)


def test_a_pass_lets_time_run() -> None:
    _, query = query_at("4k3/8/8/8/3r4/8/8/3QK3 w hp:d1=1 cd:d1=2")
    assert not query.passed().strikes()  # Black's rook reaches no piece
    assert any(found.origin != found.stands for found in query.passed().passed().passed().passed().strikes())
    assert query.hit_points(3) == 1


def test_numbers_that_are_no_legal_action_are_refused() -> None:
    game, query = query_at("4k3/8/8/8/3r4/8/8/3QK3 w")
    attack, move = game.find_move("d1xd4").number, game.find_move("d1d2").number
    for action in (0, attack + 1, 2**32 - 1):
        for question in (query.played, query.healing):
            with pytest.raises(ValueError, match="not a legal action"):
                question(action)
    for action, face in ((attack, 0), (attack, 7), (move, 1), (attack, -1)):
        with pytest.raises(ValueError, match="cannot be rolled"):
            query.played(action, face)
    assert query.played(attack, 6).hit_points(27) == 13 - 9
