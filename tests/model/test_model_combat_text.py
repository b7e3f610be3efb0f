"""The model itself against RULES.md section 8: notation and FENs, terrain, and bosses' rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.seeds import seeded

from . import CombatGame, CombatRules
from .combat_rules import PATTERNS, Kind, combat_world
from .setting_up import hp_of, in_combat, lasting, placement, played, ways

# --- notation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "wounds", "action", "rolls"),
    [
        ("7k/8/8/8/8/8/8/KN6 w", "-", "b1c3", False),
        ("7k/8/8/8/3p4/8/8/K2Q4 w", "-", "d1xd4", True),
        ("7k/8/8/8/2p5/8/8/KN6 w", "-", "b1c3xc4", True),
        ("7k/8/8/8/8/8/8/4K3 w", "-", "e1!", False),
        ("7k/8/8/8/8/8/8/R3K3 w", "-", "a1!", False),
        ("7k/8/8/8/8/4P3/8/K1B5 w", "e3=1", "c1!e3", True),
        ("7k/8/8/8/8/8/4P3/K7 w", "-", "e2!e4", False),
        ("7k/8/3p4/8/8/8/8/K2Q4 w", "-", "d1!d4xd6", True),
        ("7k/8/8/8/2p5/2N5/8/K7 w", "-", "c3!xc4-d3", True),
        ("7k/8/8/8/8/PPP5/PNp5/PKP5 w", "-", "b2!xc2", True),
        ("7k/4P3/8/8/8/8/8/K7 w", "-", "e7e8q", False),
        ("7k/8/4P3/8/8/8/8/K7 w", "-", "e6!e8q", False),
    ],
)
def test_how_actions_are_written_and_which_roll(fen: str, wounds: str, action: str, rolls: bool) -> None:
    game = in_combat(fen, hp=wounds, fx="K")
    assert action in game.actions()
    assert game.rolls(action) == rolls
    played(game.copy(), f"{action}=3" if rolls else action)
    with pytest.raises(ValueError, match="a die belongs to what rolls"):
        game.push(action if rolls else f"{action}=3")


@pytest.mark.parametrize("die", ["=0", "=7", "=", "=-1", "=x", "=3=3", "= 3", "=03"])
def test_a_die_has_six_faces(die: str) -> None:
    game = in_combat("7k/8/8/8/8/8/1r6/K7 w")
    with pytest.raises(ValueError, match="a die belongs to what rolls"):
        game.push(f"a1xb2{die}")
    assert game.turn == "white"


@pytest.mark.parametrize("text", ["", "e2", "e2e5", "e7e8r", "e7e8Q", "h8g8", "e7!e8", "x", "=3"])
def test_what_is_not_legal_is_refused(text: str) -> None:
    game = in_combat("7k/4P3/8/8/8/8/4P3/K7 w")
    with pytest.raises(ValueError, match="is not legal"):
        game.push(text)


@pytest.mark.parametrize("text", ["e7e8q", "e7e8", "d6!d8q", "d6!d8"])
def test_a_promotion_is_accepted_without_its_letter(text: str) -> None:
    game = played(in_combat("7k/4P3/3P4/8/8/8/8/K7 w"), text)
    assert "Q" in placement(game).split("/")[0]


def test_actions_are_sorted_and_each_is_there_once() -> None:
    for fen in ("r3k2r/pppppppp/n6n/8/3QB3/8/PPP2PPP/RN2K2R w", "7k/8/8/3p4/2pNp3/3p4/8/K7 w"):
        actions = in_combat(fen, fx="K,k").actions()
        assert actions == sorted(set(actions))


# --- FEN -----------------------------------------------------------------------------------

MIDDLE = "r3k2r/pp4pp/2n5/3Qb3/8/2N5/PP4PP/R3K2R"


@pytest.mark.parametrize(
    "fen",
    [
        f"{MIDDLE} w - - 0 1 hp:- cd:- fx:-",
        f"{MIDDLE} w - - 0 1 hp:- cd:- fx:K,k",
        f"{MIDDLE} b - - 7 31 hp:a1=1,e1=14,h1=12,a2=6,d5=9,e5=9,e8=3 cd:- fx:k,D2",
        f"{MIDDLE} w - - 0 1 hp:- cd:a1=3,a2=1,c3=2,d5=3,a8=1 fx:K,d1",
        f"{MIDDLE} b - - 59 80 hp:- cd:a1=3 fx:D1,d2,Ia1,Ih1,T,t",
        f"{MIDDLE} w - - 59 80 hp:- cd:a8=3,h8=3 fx:Ia8,Ih8,t",
        f"{MIDDLE} w - - 0 1 hp:- cd:- fx:T",
        "8/8/8/8/8/8/8/K6R b - - 0 9 hp:- cd:- fx:k,t",
    ],
)
def test_fens_are_written_as_they_are_read(fen: str) -> None:
    assert CombatGame(CombatRules(), fen).fen() == fen


def test_the_order_is_the_books() -> None:
    game = in_combat(f"{MIDDLE} b", hp="e8=3,h1=2,a2=5", cd="d5=1,a1=2", fx="t,T,Ih1,Ia1,D1,k")
    assert lasting(game) == "hp:h1=2,a2=5,e8=3 cd:a1=2,d5=1 fx:k,D1,Ia1,Ih1,T,t"


@pytest.mark.parametrize(
    "fen",
    [
        f"{MIDDLE} w - - 0 1",
        f"{MIDDLE} w - - 0 1 hp:- cd:-",
        f"{MIDDLE} w - - 0 1 hp:- cd:- fx:- more",
        f"{MIDDLE} w - - 0 1 cd:- hp:- fx:-",
        f"{MIDDLE} w - - 0 1 hp: cd:- fx:-",
        f"{MIDDLE} w KQkq - 0 1 hp:- cd:- fx:-",
        f"{MIDDLE} x - - 0 1 hp:- cd:- fx:-",
        f"{MIDDLE} w - - a 1 hp:- cd:- fx:-",
        f"{MIDDLE} b - - 0 1 hp:- cd:- fx:Ia8",  # an `I` of the side to move has ended
        f"{MIDDLE} b - - 0 1 hp:- cd:- fx:Id5",  # a queen
        "8/8/8/8/8/8/8/K6R w - - 0 9 hp:- cd:- fx:-",  # the king of the side that has just played
        "kk6/8/8/8/8/8/8/K7 b - - 0 9 hp:- cd:- fx:-",
        "k7/8/8/8/8/8/8/K6X w - - 0 9 hp:- cd:- fx:-",
    ],
)
def test_fens_that_cannot_be(fen: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        CombatGame(CombatRules(), fen)


@pytest.mark.parametrize(
    "hp", ["a1=13", "a1=0", "a1=-1", "a1", "a1=", "a3=1", "z9=1", "=1", "a1=1,a1=1", "a1=1,a1=2"]
)
def test_hit_points_that_cannot_be(hp: str) -> None:
    with pytest.raises(ValueError, match=r"hp|cannot be|no piece"):
        in_combat(f"{MIDDLE} w", hp=hp)


@pytest.mark.parametrize("cd", ["a1=4", "a1=0", "e1=1", "a2=2", "a3=1", "a1=x", "a1=1,", "a1=1,a1=2"])
def test_counters_that_cannot_be(cd: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be|no piece"):
        in_combat(f"{MIDDLE} w", cd=cd)


@pytest.mark.parametrize(
    "fx", ["D3", "D0", "D", "Dx", "K,D1", "D1,D2", "K,K", "I", "Ia3", "Q", "Tt", "-,K", "K,"]
)
def test_effects_that_cannot_be(fx: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be|no piece|not an effect|twice|Interpose"):
        in_combat(f"{MIDDLE} w", fx=fx)


# --- terrain -------------------------------------------------------------------------------


def fought_on(tiles: str, fen: str, **lasting: str) -> CombatGame:
    return in_combat(fen, rules=CombatRules(world=combat_world(tiles=tiles)), **lasting)


@pytest.mark.parametrize("tile", "*~%")
def test_unsafe_tiles_stop_moves_and_attacks(tile: str) -> None:
    board = "7k/8/8/3p4/8/3R4/8/K7 w"
    assert "xd5" in ways(in_combat(board), "d3")
    game = fought_on(f"8/8/8/8/3{tile}4/8/8/8", board)
    assert not {"xd5", "d4", "d5", "d6"} & ways(game, "d3")


@pytest.mark.parametrize("tile", "=?.")
def test_safe_tiles_stop_nothing(tile: str) -> None:
    game = fought_on(f"8/8/8/8/3{tile}4/8/8/8", "7k/8/8/3p4/8/3R4/8/K7 w")
    assert {"xd5", "d4"} <= ways(game, "d3")


def test_unsafe_tiles_stop_bishops_attacks_and_consecration() -> None:
    board = "7k/8/1P3p2/8/3B4/8/8/K7 w"
    assert {"xf6", "!b6"} <= ways(in_combat(board, hp="b6=1"), "d4")
    game = fought_on("8/8/8/2~1%3/8/8/8/8", board, hp="b6=1")
    assert not {"xf6", "!b6"} & ways(game, "d4")


def test_a_neighbour_is_attacked_across_anything() -> None:
    game = fought_on("8/8/8/8/8/8/~7/1~6", "7k/8/8/8/8/8/1p6/K7 w")
    assert ways(game, "a1") == {"xb2"}


def test_knights_leap_across_anything_and_step_onto_safe_tiles_only() -> None:
    board = "7k/8/8/2p5/2N5/8/8/K7 w"
    leaps = {"a5", "b2", "b6", "d2", "d6", "e3", "e5"}
    ringed = fought_on("8/8/8/1~1~4/1~1~4/~~~~4/8/8", board)
    assert ways(ringed, "c4") == leaps | {"!xc5"}
    assert ways(fought_on("8/8/8/1~6/1~1~4/~~~~4/8/8", board), "c4") == leaps | {"!xc5-d5"}


def test_unsafe_tiles_stop_steps_double_steps_and_advances() -> None:
    pawn = "7k/8/8/8/8/8/3P4/K7 w"
    assert ways(fought_on("8/8/8/8/8/3~4/8/8", pawn), "d2") == set()
    assert ways(fought_on("8/8/8/8/3~4/8/8/8", pawn), "d2") == {"d3"}
    assert ways(fought_on("8/8/8/8/8/8/**6/8", pawn), "a1") == {"b1"}


def test_a_void_of_the_fen_is_one() -> None:
    game = in_combat("7k/8/8/3p4/3*4/3R4/8/K7 w")
    assert not {"xd5", "d4"} & ways(game, "d3")
    assert placement(game) == "7k/8/8/3p4/3*4/3R4/8/K7"


@pytest.mark.parametrize("tile", "o><^v")
def test_the_model_fights_neither_on_stones_nor_on_belts(tile: str) -> None:
    with pytest.raises(ValueError, match="stones"):
        combat_world(tiles=f"8/8/8/8/3{tile}4/8/8/8")


# --- bosses' rules, other numbers ----------------------------------------------------------


def test_a_boss_with_a_greater_threat_penalty() -> None:
    rules = CombatRules(threat_penalty=-2)
    for face, roll in enumerate((1, 1, 1, 2, 3, 4), start=1):
        game = played(in_combat("7k/8/8/8/2r5/8/8/KN6 w", rules=rules), f"b1c3xc4={face}")
        assert hp_of(game, "c4") == 13 - (2 + roll)


def test_a_boss_whose_pieces_shield_each_other() -> None:
    rules = CombatRules(shield=1)
    beside = in_combat("7k/8/8/8/8/2p5/1r6/K7 w", rules=rules)
    assert hp_of(played(beside, "a1xb2=3"), "b2") == 13 - 3
    alone = in_combat("7k/8/8/8/1p6/8/1r6/K7 w", rules=rules)
    assert hp_of(played(alone, "a1xb2=3"), "b2") == 13 - 4
    enemies = in_combat("7k/8/8/8/8/2P5/1r6/K7 w", rules=rules)
    assert hp_of(played(enemies, "a1xb2=3"), "b2") == 13 - 4
    assert in_combat("7k/8/8/8/8/2p5/1r6/K7 w", rules=rules).expected_damage("a1xb2") == 3.5


def test_the_shield_comes_before_the_halves() -> None:
    game = in_combat("7k/8/8/8/8/2r5/1p6/K7 w", fx="Ic3", rules=CombatRules(shield=1))
    played(game, "a1xb2=6")  # 7, shielded 6, halved
    assert (hp_of(game, "c3"), hp_of(game, "b2")) == (10, 4)


def test_an_attack_that_does_nothing_is_no_damage() -> None:
    game = in_combat("7k/8/8/8/8/2r5/1p6/K7 w - - 5 9", rules=CombatRules(shield=3))
    assert played(game, "a1xb2=1").fen().split()[4:7] == ["6", "9", "hp:-"]


def test_a_boss_whose_king_steps_onto_threatened_tiles() -> None:
    rules = CombatRules(king_may_step_into_threats=True)
    game = in_combat("7k/8/8/8/8/2r5/8/K7 w", rules=rules)
    assert ways(game, "a1") == {"a2", "b1", "b2"}
    assert lasting(played(game, "a1b2")) == "hp:- cd:- fx:T"


def test_a_boss_without_cooldowns() -> None:
    rules = CombatRules(no_cooldowns=True)
    game = in_combat("7k/8/8/8/8/8/3P4/K6R w", fx="K", rules=rules)
    played(game, "h1!", "h8g8")
    assert lasting(game) == "hp:- cd:- fx:K"
    assert "h1!" in game.actions()
    played(game, "d2!d4", "g8h8")
    assert ways(game, "d4") == {"d5", "!d6"}
    played(game, "a1!", "h8g8")
    assert "a1!" not in game.actions()
    with pytest.raises(ValueError, match="cannot be"):
        in_combat("7k/8/8/8/8/8/8/K6R w", cd="h1=1", rules=rules)


def test_a_boss_to_whom_kings_always_count_as_threatened() -> None:
    rules = CombatRules(king_always_threatened=True)
    game = in_combat("7k/8/8/8/8/8/1r6/K7 w", rules=rules)
    assert hp_of(played(game, "a1xb2=1"), "b2") == 13 - 3
    quiet = in_combat("7k/8/8/8/8/8/8/K6R w", rules=rules)
    assert lasting(played(quiet, "h1h2")) == "hp:- cd:- fx:-"


def test_other_numbers() -> None:
    kinds = {**CombatRules().kinds, "k": Kind(hp=30, damage=4, ability=None)}
    rules = CombatRules(kinds=kinds, faces=(1, 2, 3, 4), least_roll=2, greatest_roll=3)
    game = in_combat("7k/8/8/8/8/8/1r6/K7 w", hp="a1=29", fx="K", rules=rules)
    assert game.actions() == ["a1xb2"]
    assert game.perft(1) == 4
    assert [game.expected_damage("a1xb2") * 4] == [4 * 4 + 2 + 2 + 3 + 3]
    with pytest.raises(ValueError, match="a die belongs"):
        game.push("a1xb2=5")
    assert hp_of(played(game, "a1xb2=4"), "b2") == 13 - 7


def test_another_piece() -> None:
    world = combat_world(patterns={**PATTERNS, "c": "mNcD"})
    kinds = {**CombatRules().kinds, "c": Kind(hp=5, damage=2, ability=None)}
    game = in_combat("7k/8/8/3p4/8/3C4/8/K7 w", rules=replace(CombatRules(), world=world, kinds=kinds))
    assert ways(game, "d3") == {"xd5", "b2", "b4", "c1", "c5", "e1", "e5", "f2", "f4"}


# --- games by lot --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_games_by_lot_keep_what_must_hold(seed: int) -> None:
    """Every FEN reads back as what it was written from, and HP stay within their bounds."""
    rng = seeded(seed)
    game = CombatGame(CombatRules())
    for _ in range(80):
        if not game.actions():
            return
        loud = [action for action in game.legal() if action.rolls or action.ability]
        text = rng.choice(game.actions())
        if loud and rng.random() < 0.5:
            text = game.actions()[game.legal().index(rng.choice(loud))]
        outcomes = game.outcomes(text)
        game.push(f"{text}={rng.randint(1, 6)}" if game.rolls(text) else text)
        assert game.fen() in outcomes
        again = CombatGame(game.rules, game.fen())
        assert (again.fen(), again.actions()) == (game.fen(), game.actions())
        for fighter in game.position.fighters.values():
            assert 1 <= fighter.hp <= game.rules.kind(fighter.letter).hp
