"""The six abilities, their cooldowns and uses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilefish import InputError
from tilefish.rules.model.combat import Ability, Combat
from tilefish.rules.model.variant import Variant

from .positions import EXCHANGE, field, fight, hp, played, ruled, ways


def with_ability(kind: str, ability: Ability | None) -> Variant:
    """The game with another ability for one kind of piece."""
    assert isinstance(EXCHANGE.combat, Combat)
    fighters = tuple(
        replace(fighter, ability=ability) if other.name == kind else fighter
        for other, fighter in zip(EXCHANGE.kinds, EXCHANGE.combat.fighters, strict=True)
    )
    return ruled(fighters=fighters)


# --- Royal Decree ----------------------------------------------------------------------------------------


def test_royal_decree_is_once_a_game_and_lasts_two_turns() -> None:
    game = fight("7k/8/8/8/8/8/8/K7", fx="K,k")
    effects = [field(played(game, move), "fx") for move in ("a1!", "h8g8", "a1b1", "g8h8", "b1a1")]
    assert effects == ["k,D2", "k,D2", "k,D1", "k,D1", "k"]
    assert "a1!" not in played(game, "h8g8").legal_moves
    assert "g8!" in played(game, "a1a2").legal_moves


def test_more_uses_and_unlimited_ones() -> None:
    twice = with_ability("king", Ability("royal-decree", uses=2, bonus=1, turns=2))
    game = fight("7k/8/8/8/8/8/8/K7", fx="K2,k", variant=twice)
    assert field(played(game, "a1!"), "fx") == "K,k,D2"
    always = with_ability("king", Ability("royal-decree", cooldown=2, bonus=1, turns=2))
    game = fight("7k/8/8/8/8/8/8/K7", variant=always)
    assert field(played(game, "a1!"), "cd") == "a1=2"
    assert "a1!" not in played(game, "h8g8").legal_moves
    assert "a1!" in played(game, "a1b1", "g8h8", "b1a1", "h8g8").legal_moves


# --- Overextend ------------------------------------------------------------------------------------------


def test_overextend_moves_attacks_and_costs_two() -> None:
    game = fight("7k/3p4/8/8/8/8/8/K2Q4")
    assert "!d4xd7" in ways(game, "d1")
    assert not any(way.startswith("!") and "x" not in way for way in ways(game, "d1"))
    played(game, "d1!d4xd7=2")
    assert (hp(game, "d7"), hp(game, "d4"), field(game, "cd")) == (2, 8, "d4=3")


def test_overextend_may_kill_the_queen() -> None:
    game = fight("7k/3p4/8/8/8/8/8/K2Q4", hp="d1=2")
    played(game, "d1!d4xd7=2")
    assert game.fen() == "7k/3p4/8/8/8/8/8/K7 b - - 0 1 hp:d7=2 cd:- fx:-"


def test_overextend_onto_a_threatened_tile() -> None:
    game = fight("8/3k4/8/8/8/8/8/K2Q4")
    assert hp(played(game.copy(), "d1!d6xd7=3"), "d7") == 15 - 5
    assert hp(played(game.copy(), "d1!d4xd7=3"), "d7") == 15 - 6


# --- Interpose -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "pawn", "rook"), [(1, 5, 12), (2, 5, 11), (6, 3, 9)])
def test_interpose_shares_the_damage(face: int, pawn: int, rook: int) -> None:
    game = fight("7k/8/8/8/3pr3/8/3R4/K7", fx="Ie4")
    played(game, f"d2xd4={face}")
    assert (hp(game, "d4"), hp(game, "e4")) == (pawn, rook)


def test_a_rook_does_not_share_its_own_damage_but_another_does() -> None:
    assert hp(played(fight("7k/8/8/8/3r4/8/3R4/K7", fx="Id4"), "d2xd4=6"), "d4") == 5
    game = played(fight("7k/8/8/8/3rr3/8/3R4/K7", fx="Id4,Ie4"), "d2xd4=6")
    assert (hp(game, "d4"), hp(game, "e4")) == (9, 9)


def test_the_rook_on_the_smallest_square_helps_and_halves_are_not_split_again() -> None:
    game = played(fight("7k/8/8/3r4/3pr3/8/3R4/K7", fx="Id5,Ie4"), "d2xd4=6")
    assert (hp(game, "d4"), hp(game, "e4"), hp(game, "d5")) == (3, 9, 13)


def test_interpose_lasts_until_the_next_turn_of_its_owner() -> None:
    game = fight("7k/8/8/8/8/8/8/K6R")
    assert field(played(game, "h1!"), "fx") == "Ih1"
    assert field(game, "cd") == "h1=3"
    assert field(played(game, "h8g8"), "fx") == "-"
    assert field(played(game, "a1b1"), "cd") == "h1=2"


def test_an_interposing_rook_may_die_of_its_half() -> None:
    game = played(fight("7k/8/8/8/3pr3/8/3R4/K7", hp="e4=3", fx="Ie4"), "d2xd4=5")
    assert (hp(game, "d4"), hp(game, "e4"), field(game, "fx")) == (3, None, "-")


def test_what_overextending_costs_is_not_shared() -> None:
    game = played(fight("7k/3p4/8/8/4R3/8/8/K2Q4"), "e4!", "h8g8", "d1!d4xd7=1")
    assert (hp(game, "d4"), hp(game, "e4")) == (8, 13)


# --- Consecration ----------------------------------------------------------------------------------------


def test_whom_a_bishop_heals() -> None:
    wounded = "f3=1,c2=1,b3=1,e8=1,h5=1"
    game = fight("4p2k/8/8/7P/8/1P3P2/2P5/K2B4", hp=wounded)
    assert {way for way in ways(game, "d1") if way.startswith("!")} == {"!f3", "!c2"}
    assert "!f3" not in ways(fight("7k/8/8/8/8/5P2/8/K2B4"), "d1")
    assert "!g4" in ways(fight("7k/8/8/8/6P1/8/8/K2B4", hp="g4=2"), "d1")
    assert "!h5" not in ways(fight("7k/8/8/7P/8/8/8/K2B4", hp="h5=2"), "d1")


def test_how_much_is_healed() -> None:
    game = fight("7k/8/8/8/8/5P2/8/K2B4", hp="f3=1", plies=7)
    assert hp(played(game.copy(), "d1!f3=4"), "f3") == 5
    assert hp(played(game.copy(), "d1!f3=6"), "f3") == 7
    assert game.board.distinct_rolls(game.find_move("d1!f3").number)[-1] == (6, 1)
    assert played(game, "d1!f3=4").fen() == "7k/8/8/8/8/5P2/8/K2B4 b - - 8 1 hp:f3=5 cd:d1=3 fx:-"
    decreed = fight("7k/8/8/8/8/5R2/8/K2B4", hp="f3=1", fx="D1,t")
    assert hp(played(decreed, "d1!f3=6"), "f3") == 8  # not clamped, and no other modifier


# --- Skirmish --------------------------------------------------------------------------------------------


def test_a_skirmish_steps_to_a_free_square_chosen_before() -> None:
    game = fight("7k/8/8/8/2Pp4/2N5/2p5/K7", hp="c2=1")
    ends = ("b2", "d2", "b3", "d3", "b4")
    assert {way for way in ways(game, "c3") if way.startswith("!")} == {f"!xc2-{end}" for end in ends}
    played(game, "c3!xc2-d3=1")
    assert game.fen() == "7k/8/8/8/2Pp4/3N4/8/K7 b - - 0 1 hp:- cd:d3=3 fx:-"


def test_a_skirmish_without_a_free_square() -> None:
    game = fight("7k/8/8/8/1PPP4/1PNP4/1PpP4/K7")
    assert {way for way in ways(game, "c3") if way.startswith("!")} == {"!xc2"}
    assert hp(played(game, "c3!xc2=1"), "c2") == 4
    assert field(game, "cd") == "c3=3"


def test_the_step_of_a_skirmish_costs_nothing() -> None:
    game = fight("8/8/8/8/8/2N5/2k5/K7")
    assert hp(played(game, "c3!xc2-d3=1"), "c2") == 12


def test_no_step_aside_promotes() -> None:
    variant = with_ability("pawn", Ability("skirmish", cooldown=2))
    steps = ways(fight("7r/6P1/8/8/8/8/8/K6k", variant=variant), "g7")
    assert {step for step in steps if "!" in step} == {
        f"!xh8-{aside}" for aside in ("f6", "f7", "g6", "h6", "h7")
    }


# --- Advance ---------------------------------------------------------------------------------------------


def test_advance_goes_two_squares_from_anywhere() -> None:
    game = fight("7k/8/8/8/8/3P4/8/K7")
    assert ways(game, "d3") == {"d4", "!d5"}
    assert field(played(game, "d3!d5"), "cd") == "d5=1"
    assert ways(played(game, "h8g8"), "d5") == {"d6"}
    assert "d6!d8q" not in played(game, "d5d6", "g8h8").legal_moves or field(game, "cd") == "-"
    assert ways(fight("7k/8/8/3p4/8/3P4/8/K7"), "d3") == {"d4"}
    assert ways(fight("7k/8/8/8/3p4/3P4/8/K7"), "d3") == set()


def test_advance_promotes_without_a_counter() -> None:
    game = fight("7k/8/3P4/8/8/8/8/K7")
    assert ways(game, "d6") == {"d7", "!d8q"}
    assert played(game, "d6!d8").fen() == "3Q3k/8/8/8/8/8/8/K7 b - - 1 1 hp:- cd:- fx:-"


# --- counters --------------------------------------------------------------------------------------------


def test_counters_move_with_their_piece_and_fall_at_the_end_of_their_owners_turns() -> None:
    game = fight("7k/8/8/8/8/8/8/K6R", cd="h1=3")
    counters = [field(played(game, move), "cd") for move in ("h1h2", "h8g8", "h2h1", "g8h8", "a1b1")]
    assert counters == ["h2=2", "h2=2", "h1=1", "h1=1", "-"]
    assert "h1!" in played(game, "h8g8").legal_moves


def test_a_side_without_cooldowns() -> None:
    game = fight("7k/7r/8/8/8/8/8/K6R", variant=ruled(cooldowns=(True, False)))
    assert field(played(game, "h1!", "h7!"), "cd") == "h1=3"
    assert "h7!" in played(game, "a1b1").legal_moves


def test_pieces_without_abilities() -> None:
    game = fight("7k/8/8/8/8/8/8/K6R", variant=with_ability("rook", None))
    assert not any("!" in way for way in ways(game, "h1"))
    with pytest.raises(InputError, match=r"h1! is not legal; the rook on h1 has"):
        game.push("h1!")


def test_an_ability_of_another_piece() -> None:
    healer = with_ability("queen", Ability("consecration", reach=1))
    game = fight("7k/8/8/8/8/5P2/2P5/K2Q4", hp="c2=1,f3=1", variant=healer)
    assert {way for way in ways(game, "d1") if way.startswith("!")} == {"!c2"}
    far = with_ability("pawn", Ability("advance", squares=3))
    assert ways(fight("7k/8/8/8/8/3P4/8/K7", variant=far), "d3") == {"d4", "!d6"}
