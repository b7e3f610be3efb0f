"""Who may go where and attack whom, dice and modifiers, and what an attack does."""

from __future__ import annotations

import random

import pytest

from tilefish import Game, InputError

from .positions import attacked, field, fight, hp, played, ruled, ways


def test_the_first_actions() -> None:
    game = Game("exchange")
    assert (game.perft(1), game.perft(2), game.perft(3)) == (31, 961, 35703)
    assert ways(game, "e2") == {"e3", "e4", "!e4"}
    assert ways(game, "b1") == {"a3", "c3"}
    assert ways(game, "e1") == {"!"}


# --- moving ----------------------------------------------------------------------------------------------


def test_nobody_moves_onto_a_piece() -> None:
    moves = {way for way in ways(fight("4k3/8/8/8/3p4/2p5/8/3QK3"), "d1") if len(way) == 2}
    assert {"d2", "d3", "c2"} < moves
    assert not {"d4", "d5", "e1"} & moves


SHIELDING = "8/8/8/8/8/1qK5/8/7k"


def test_the_king_keeps_off_threatened_tiles() -> None:
    game = fight("8/8/8/8/8/1r1K4/8/7k")
    assert ways(game, "d3") == {"d2", "d4", "e2", "e3", "e4"}  # c2, c3 and c4 are beside the rook


def test_the_king_shields_the_squares_behind_it() -> None:
    assert {"d2", "d3", "d4"} < ways(fight(SHIELDING), "c3")


def test_a_bold_king() -> None:
    assert {"b2", "b4"} < ways(fight(SHIELDING, variant=ruled(cautious_king=(False, True))), "c3")
    assert not {"b2", "b4"} & ways(fight(SHIELDING, variant=ruled(cautious_king=(True, False))), "c3")


def test_an_attacked_king_need_not_be_saved() -> None:
    game = fight("7k/8/8/8/8/8/P2q4/3K4")
    assert "a3" in ways(game, "a2")
    assert not game.in_check


def test_promotion() -> None:
    game = fight("7k/3P4/8/8/8/8/8/K7", hp="d7=2", cd="d7=1")
    assert ways(game, "d7") == {"d8q"}
    for written in ("d7d8q", "d7d8"):
        twin = played(game.copy(), written)
        assert twin.move_stack == ["d7d8q"]
        assert (hp(twin, "d8"), field(twin, "cd")) == (10, "-")
        assert twin.fen().startswith("3Q3k/")


# --- attacking -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("placement", "square", "victims"),
    [
        ("7k/8/8/2ppp3/2pKp3/2ppp3/8/8", "d4", {"c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3"}),
        ("3p3k/p7/3p2p1/8/3Q3p/8/1p6/6pK", "d4", {"d6", "a7", "b2", "g1"}),  # not d8, behind, and h4, too far
        ("7k/3p4/1p1p4/2p5/1p1R1p2/4p3/8/3K4", "d4", {"d6", "c5", "b4", "f4", "e3"}),
        ("7k/6p1/1p3p2/2p5/3B4/8/1p6/p2K4", "d4", {"f6", "b2"}),  # c5 is too near and stops, a1 is behind
        ("7k/8/8/2ppp3/2pPp3/2ppp3/8/3K4", "d4", {"c5", "e5"}),
        ("7k/8/8/3p4/2pNp3/3p4/8/3K4", "d4", set()),
    ],
    ids=["king", "queen", "rook", "bishop", "pawn", "knight"],
)
def test_patterns(placement: str, square: str, victims: set[str]) -> None:
    assert attacked(fight(placement), square) == victims


def test_bishops_reach_three() -> None:
    assert attacked(fight("7k/6p1/8/8/3B4/8/8/p2K4"), "d4") == {"g7", "a1"}
    assert attacked(fight("7k/8/5p2/4P3/3B4/8/8/3K4"), "d4") == set()


def test_friends_are_not_attacked() -> None:
    assert attacked(fight("7k/8/8/8/3QP3/3PP3/8/3K4"), "d4") == set()


def test_a_knight_attacks_only_after_moving() -> None:
    game = fight("7k/8/8/3p4/4p3/8/4p3/1N2K3", cd="b1=1")
    assert ways(game, "b1") == {"a3", "c3", "d2", "d2xe2"}


@pytest.mark.parametrize(("face", "left"), [(1, 7), (4, 4), (5, 3), (6, 2)])
def test_an_attack_does_damage_and_leaves_the_attacker(face: int, left: int) -> None:
    game = fight("7k/8/8/8/3b4/8/3R4/K7")
    game.push(f"d2xd4={face}")
    assert hp(game, "d4") == left
    assert game.fen().split()[0] == "7k/8/8/8/3b4/8/3R4/K7"


def test_a_piece_without_hit_points_is_gone() -> None:
    game = fight("7k/8/8/8/3b4/8/3R4/K7", hp="d4=5", cd="d4=2")
    assert game.board.distinct_rolls(game.find_move("d2xd4").number) == [(1, 1), (2, 1), (3, 4)]
    game.push("d2xd4=3")
    assert game.fen() == "7k/8/8/8/8/8/3R4/K7 b - - 0 1 hp:- cd:- fx:-"


# --- the roll --------------------------------------------------------------------------------------------


def losses(game: Game, action: str, square: str) -> list[int]:
    """What the piece on a square loses by each face."""
    before = hp(game, square) or 0
    return [before - (hp(played(game.copy(), f"{action}={face}"), square) or 0) for face in range(1, 7)]


KING_HIT = "8/8/8/8/3k4/8/3R4/K7"


def test_no_modifier() -> None:
    assert losses(fight(KING_HIT), "d2xd4", "d4") == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ("t", [4, 5, 6, 7, 8, 8]),
        ("T", [3, 4, 5, 6, 7, 8]),
        ("D2", [4, 5, 6, 7, 8, 8]),
        ("d2", [3, 4, 5, 6, 7, 8]),
        ("D1,t", [5, 6, 7, 8, 8, 8]),
    ],
)
def test_modifiers_are_clamped(effects: str, expected: list[int]) -> None:
    assert losses(fight(KING_HIT, fx=effects), "d2xd4", "d4") == expected


def test_moving_onto_a_threatened_tile() -> None:
    game = fight("8/8/8/8/3k4/8/8/K1N5")
    assert losses(game, "c1d3xd4", "d4") == [3, 3, 4, 5, 6, 7]


def test_a_threat_is_judged_before_the_move() -> None:
    behind_itself = fight("8/4k3/8/8/1q1Q4/8/8/K7")
    assert losses(behind_itself, "d4!e4xe7", "e7") == [4, 5, 6, 7, 8, 9]
    into_the_open = fight("8/4k3/8/8/1q6/4Q3/8/K7")
    assert losses(into_the_open, "e3!e4xe7", "e7") == [4, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"threat_penalty": (-2, -1)}, [3, 3, 3, 4, 5, 6]),
        ({"threat_penalty": (-1, -2)}, [3, 3, 4, 5, 6, 7]),
        ({"king_always_exposed": (False, True)}, [3, 4, 5, 6, 7, 8]),
        ({"king_always_exposed": (True, False)}, [3, 3, 4, 5, 6, 7]),
        ({"clamp": (0, 5)}, [2, 3, 4, 5, 6, 7]),
    ],
)
def test_rules_of_bosses(rules: dict[str, object], expected: list[int]) -> None:
    game = fight("8/8/8/8/3k4/8/8/K1N5", variant=ruled(**rules))
    assert losses(game, "c1d3xd4", "d4") == expected


def test_a_shield_helps_beside_a_friend() -> None:
    shielded = ruled(shield=(0, 1))
    assert losses(fight(KING_HIT, variant=shielded), "d2xd4", "d4") == [3, 4, 5, 6, 7, 8]
    beside = KING_HIT.replace("3k4", "3kp3")
    assert losses(fight(beside, variant=shielded), "d2xd4", "d4") == [2, 3, 4, 5, 6, 7]
    assert losses(fight(beside, variant=ruled(shield=(1, 0))), "d2xd4", "d4") == [3, 4, 5, 6, 7, 8]


def test_the_flag_of_a_threatened_king() -> None:
    game = fight("7k/8/8/8/8/8/r7/2K5", fx="T,t")
    flags = [field(played(game, move), "fx") for move in ("c1d1", "a2d2", "d1xd2=1", "h8g8")]
    assert flags == ["t", "-", "T", "T"]  # each is set or cleared when its owner's turn ends


# --- dice in texts ---------------------------------------------------------------------------------------


def test_a_die_is_needed_where_one_is_rolled() -> None:
    game = fight(KING_HIT)
    with pytest.raises(InputError, match=r"d2xd4 rolls a die: its face goes behind .* such as d2xd4=1"):
        game.push("d2xd4")
    with pytest.raises(InputError, match="d2d3 rolls no die"):
        game.push("d2d3=4")
    for text in ("d2xd4=0", "d2xd4=7", "d2xd4=", "d2xd4=x", "d2xd4=-1", "d2xd4=٣", "d2xd4=1=2"):
        with pytest.raises(InputError, match="face of the die"):
            game.push(text)
    assert game.move_stack == []
    game.push("d2xd4=6")
    assert game.move_stack == ["d2xd4=6"]
    assert game.pop() == "d2xd4=6"
    assert game.fen() == fight(KING_HIT).fen()


def test_other_dice() -> None:
    game = fight(KING_HIT, variant=ruled(die=8, clamp=(1, 8)))
    game.push("d2xd4=8")
    assert hp(game, "d4") == 5
    assert fight(KING_HIT, variant=ruled(die=8)).perft(1) - fight(KING_HIT).perft(1) == 2 * 1


def test_rolling() -> None:
    game = fight(KING_HIT)
    assert game.roll("d2d3") == "d2d3"
    assert game.roll("d2xd4=2") == "d2xd4=2"
    rng = random.Random(3)
    assert {game.roll("d2xd4", rng) for _ in range(100)} == {f"d2xd4={face}" for face in range(1, 7)}
    with pytest.raises(InputError, match="not legal"):
        game.roll("d2xd5")
    assert Game("chess").roll("E2E4") == "e2e4"
