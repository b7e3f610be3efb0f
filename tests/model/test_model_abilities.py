"""The model itself against RULES.md section 8: the abilities and their cooldowns."""

from __future__ import annotations

import pytest

from . import CombatGame
from .setting_up import hp_of, in_combat, lasting, placement, played, ways


def counters_after(game: CombatGame, *actions: str) -> list[str]:
    """Return the cd: field after each of the actions."""
    return [lasting(played(game, action)).split()[1] for action in actions]


# --- cooldowns -----------------------------------------------------------------------------


def test_a_counter_falls_at_the_end_of_each_later_turn_of_its_owner() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w")
    assert counters_after(game, "h1!", "h8g8") == ["cd:h1=3"] * 2
    assert counters_after(game, "h1h2", "g8h8") == ["cd:h2=2"] * 2  # it moves with the piece
    assert "h2!" not in game.actions()
    assert counters_after(game, "h2h1", "h8g8") == ["cd:h1=1"] * 2
    assert "h1!" not in game.actions()
    assert counters_after(game, "a1b1", "g8h8") == ["cd:-"] * 2
    assert "h1!" in game.actions()


def test_counters_of_the_other_side_stay() -> None:
    game = in_combat("r6k/8/8/8/8/8/8/K6R w", cd="h1=2,a8=3")
    assert counters_after(game, "a1b1", "h8g8") == ["cd:h1=1,a8=3", "cd:h1=1,a8=2"]


def test_every_piece_counts_for_itself() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K5RR w", cd="g1=1")
    assert counters_after(game, "h1!", "h8g8", "g1g2") == ["cd:h1=3", "cd:h1=3", "cd:h1=2"]


@pytest.mark.parametrize(
    ("fen", "wounds", "action", "counters"),
    [
        ("7k/8/8/8/3p4/8/8/K2Q4 w", "-", "d1!d2xd4=1", "cd:d2=3"),
        ("7k/8/8/8/8/8/8/K2R4 w", "-", "d1!", "cd:d1=3"),
        ("7k/8/8/8/8/5P2/8/K2B4 w", "f3=1", "d1!f3=1", "cd:d1=3"),
        ("7k/8/8/8/8/8/3p4/K2N4 w", "-", "d1!xd2-c2=1", "cd:c2=3"),
        ("7k/8/8/8/8/8/3P4/K7 w", "-", "d2!d4", "cd:d4=1"),
        ("7k/8/8/8/8/8/3P4/K7 w", "-", "d2d4", "cd:-"),
        ("7k/8/8/8/8/8/3N4/K7 w", "-", "a1b1", "cd:-"),
    ],
)
def test_cooldowns(fen: str, wounds: str, action: str, counters: str) -> None:
    assert counters_after(in_combat(fen, hp=wounds), action) == [counters]


@pytest.mark.parametrize("counter", [0, 1])
@pytest.mark.parametrize(
    ("fen", "wounds", "ability"),
    [
        ("7k/8/8/8/3p4/8/8/K2Q4 w", "-", "!d2xd4"),
        ("7k/8/8/8/8/8/8/K2R4 w", "-", "!"),
        ("7k/8/8/8/8/5P2/8/K2B4 w", "f3=1", "!f3"),
        ("7k/8/8/8/8/8/3p4/K2N4 w", "-", "!xd2-c2"),
        ("7k/8/8/8/8/8/8/K2P4 w", "-", "!d3"),
    ],
)
def test_an_ability_is_there_at_0_only(fen: str, wounds: str, ability: str, counter: int) -> None:
    game = in_combat(fen, hp=wounds, cd=f"d1={counter}" if counter else "-")
    assert (ability in ways(game, "d1")) == (counter == 0)
    assert any("!" in way for way in ways(game, "d1")) == (counter == 0)


# --- Royal Decree --------------------------------------------------------------------------


def test_royal_decree_is_once_a_game() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w", fx="K,k")
    played(game, "a1!", "h8!")
    assert lasting(game) == "hp:- cd:- fx:D2,d2"
    for shuffle in [("h1h2", "h8g8"), ("h2h1", "g8h8"), ("h1h2", "h8g8")]:
        assert not any("!" in text and text[:2] in ("a1", "h8", "g8") for text in game.actions())
        played(game, *shuffle)
    assert lasting(game) == "hp:- cd:- fx:-"
    assert "a1!" not in game.actions()


def test_royal_decree_counts_down_at_the_end_of_later_turns_of_its_side() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w", fx="K,k")
    effects = [lasting(played(game, text)).split()[2] for text in ("a1!", "h8g8", "h1h2", "g8h8", "h2h1")]
    assert effects == ["fx:k,D2", "fx:k,D2", "fx:k,D1", "fx:k,D1", "fx:k"]
    black = in_combat("7k/8/8/8/8/8/8/K6R b", fx="K,k")
    effects = [lasting(played(black, text)).split()[2] for text in ("h8!", "h1h2", "h8g8", "h2h1", "g8h8")]
    assert effects == ["fx:K,d2", "fx:K,d2", "fx:K,d1", "fx:K,d1", "fx:K"]


def test_royal_decree_adds_one_during_its_sides_next_two_turns() -> None:
    game = in_combat("7k/8/8/8/8/8/6q1/K6R w", fx="K")
    rook, queen = 2 + 1, 3 + 1  # what a one does
    played(game, "a1!", "g2xh1=1", "h1xg2=1")
    assert (hp_of(game, "h1"), hp_of(game, "g2")) == (13 - queen, 10 - rook - 1)
    played(game, "g2h3", "h1h2", "h3g2", "h2xg2=1")
    assert hp_of(game, "g2") == 10 - rook - 1 - rook


def test_royal_decree_counts_for_all_pieces_of_its_side() -> None:
    game = in_combat("7k/8/8/8/8/1p6/2P5/K7 w", fx="D1")
    assert hp_of(played(game, "c2xb3=2"), "b3") == 7 - (1 + 3)


# --- Overextend ----------------------------------------------------------------------------


def test_overextend_moves_and_attacks_both_required() -> None:
    # Of the squares that she can go to, three are within three of h5 on a line.
    game = in_combat("7k/8/8/7p/8/8/8/K2Q4 w")
    assert {way for way in ways(game, "d1") if way.startswith("!")} == {"!e2xh5", "!f3xh5", "!g4xh5"}


def test_overextend_attacks_from_where_she_goes_and_loses_2_hp() -> None:
    game = played(in_combat("7k/8/8/7p/8/8/8/K2Q4 w"), "d1!g4xh5=1")
    # The pawn on h5 threatens g4: no roll is less than one.
    assert placement(game) == "7k/8/8/7p/6Q1/8/8/K7"
    assert lasting(game) == "hp:g4=8,h5=3 cd:g4=3 fx:-"


def test_overextend_has_one_less_on_a_threatened_tile() -> None:
    fen = "7k/8/8/7p/8/8/8/K2Q4 w"
    assert hp_of(played(in_combat(fen), "d1!g4xh5=3"), "h5") == 7 - (3 + 2)
    assert hp_of(played(in_combat(fen), "d1!f3xh5=3"), "h5") == 7 - (3 + 3)


def test_overextend_may_shoot_back_across_her_own_square() -> None:
    game = in_combat("7k/8/8/8/8/2p5/3Q4/K7 w")
    assert "!e1xc3" in ways(game, "d2")


def test_overextend_may_kill_the_queen() -> None:
    for hp, left in ((2, 0), (1, 0), (3, 1)):
        game = in_combat("7k/8/8/7p/8/8/8/K2Q4 w", hp=f"d1={hp}")
        played(game, "d1!f3xh5=3")
        assert hp_of(game, "f3") == left
        assert hp_of(game, "h5") == 1  # she has struck first
        assert lasting(game).split()[1] == ("cd:f3=3" if left else "cd:-")


def test_overextend_costs_2_hp_even_where_it_kills_the_king() -> None:
    game = played(in_combat("8/8/8/7k/8/8/8/K2Q4 w", hp="h5=4"), "d1!f3xh5=1")
    assert game.outcome() == ("white", "king lost")
    assert lasting(game) == "hp:f3=8 cd:f3=3 fx:-"


def test_what_overextend_costs_is_never_shared_by_interpose() -> None:
    # The black rook beside her shares what she does to the pawn, and nothing that she pays.
    game = in_combat("7k/8/8/6rp/8/8/8/K2Q4 w", fx="Ig5")
    played(game, "d1!f3xh5=6")  # f3 lies beyond the rook's lines
    assert lasting(game) == "hp:f3=8,g5=9,h5=2 cd:f3=3 fx:-"


# --- Interpose -----------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "rook", "neighbour"), [(1, 1, 1), (2, 1, 2), (3, 2, 2), (6, 3, 4)])
def test_interpose_takes_half_rounded_down(face: int, rook: int, neighbour: int) -> None:
    game = in_combat("7k/8/8/8/8/2r5/1p6/K7 w", fx="Ic3")
    played(game, f"a1xb2={face}")
    assert (13 - hp_of(game, "c3"), 7 - hp_of(game, "b2")) == (rook, neighbour)


@pytest.mark.parametrize(
    ("fen", "attack", "rook"),
    [
        ("7k/8/8/2r5/3p4/2K5/8/8 w", "c3xd4", "c5"),
        ("7k/8/8/3r4/3p4/2K5/8/8 w", "c3xd4", "d5"),
        ("7k/8/8/4r3/3p4/2K5/8/8 w", "c3xd4", "e5"),
        ("7k/8/8/8/2rp4/2K5/8/8 w", "c3xd4", "c4"),
        ("7k/8/8/8/3pr3/2K5/8/8 w", "c3xd4", "e4"),
        ("7k/8/8/4K3/3p4/2r5/8/8 w", "e5xd4", "c3"),
        ("7k/8/8/8/3p4/2Kr4/8/8 w", "c3xd4", "d3"),
        ("7k/8/8/8/3p4/2K1r3/8/8 w", "c3xd4", "e3"),
    ],
)
def test_interpose_guards_all_eight_neighbours(fen: str, attack: str, rook: str) -> None:
    game = played(in_combat(fen, fx=f"I{rook}"), f"{attack}=4")
    assert (13 - hp_of(game, rook), 7 - hp_of(game, "d4")) == (2, 3)


def test_interpose_guards_neighbours_only() -> None:
    game = in_combat("7k/8/8/8/8/3r4/1p6/K7 w", fx="Id3")
    played(game, "a1xb2=3")
    assert (hp_of(game, "d3"), hp_of(game, "b2")) == (13, 3)


def test_a_rook_that_does_not_interpose_takes_nothing() -> None:
    game = played(in_combat("7k/8/8/8/8/2r5/1p6/K7 w"), "a1xb2=3")
    assert (hp_of(game, "c3"), hp_of(game, "b2")) == (13, 3)


@pytest.mark.parametrize("effects", ["Ic1,Ic3,Ia3", "Ia3,Ic3,Ic1"])
def test_of_several_rooks_the_smallest_square_index_takes_the_half(effects: str) -> None:
    game = in_combat("7k/8/8/8/8/r1r5/1p6/K1r5 w", fx=effects)
    played(game, "a1xb2=5")
    assert lasting(game) == "hp:c1=10,b2=4 cd:- fx:T"
    without_c1 = played(in_combat("7k/8/8/8/8/r1r5/1p6/K1r5 w", fx="Ia3,Ic3"), "a1xb2=5")
    assert lasting(without_c1) == "hp:b2=4,a3=10 cd:- fx:T"


def test_a_half_taken_is_not_split_again() -> None:
    # d4 interposes too, beside the rook on c3 that takes the half.
    game = in_combat("7k/8/8/8/3r4/2r5/1p6/K7 w", fx="Ic3,Id4")
    played(game, "a1xb2=5")
    assert (hp_of(game, "b2"), hp_of(game, "c3"), hp_of(game, "d4")) == (4, 10, 13)


def test_a_rook_does_not_interpose_for_itself_but_another_does() -> None:
    alone = played(in_combat("7k/8/8/8/8/8/1r6/K7 w", fx="Ib2"), "a1xb2=5")
    assert hp_of(alone, "b2") == 13 - 6
    both = played(in_combat("7k/8/8/8/8/2r5/1r6/K7 w", fx="Ib2,Ic3"), "a1xb2=5")
    assert (hp_of(both, "b2"), hp_of(both, "c3")) == (10, 10)


def test_a_rook_may_die_of_its_half_and_the_neighbour_of_the_rest() -> None:
    game = in_combat("7k/8/8/8/8/2r5/1p6/K7 w", hp="c3=3,b2=3", fx="Ic3")
    assert placement(played(game, "a1xb2=5")) == "7k/8/8/8/8/8/8/K7"
    half = in_combat("7k/8/8/8/8/2r5/1p6/K7 w", hp="b2=1", fx="Ic3")
    assert lasting(played(half, "a1xb2=6")).startswith("hp:c3=10 ")


def test_interpose_lasts_until_its_owners_next_turn_starts() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w")
    played(game, "h1!")
    assert lasting(game) == "hp:- cd:h1=3 fx:Ih1"
    played(game, "h8g8")
    assert lasting(game) == "hp:- cd:h1=3 fx:-"


def test_interpose_shares_the_attack_of_the_turn_after() -> None:
    # The pawn does 1 + 3 + 1, for the king's tile was threatened when White's turn ended.
    game = played(in_combat("7k/8/8/8/8/8/1p6/KR6 w"), "b1!", "b2xa1=3")
    assert (hp_of(game, "b1"), hp_of(game, "a1")) == (13 - 2, 15 - 3)


def test_interpose_may_be_used_without_neighbours() -> None:
    assert "!" in ways(in_combat("7k/8/8/8/4R3/8/8/K7 w"), "e4")


# --- Consecration --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "wounds", "healed"),
    [
        ("7k/8/8/8/3B4/2P5/8/K7 w", "c3=6", {"!c3"}),  # distance 1
        ("7k/8/5P2/8/3B4/8/8/K7 w", "f6=1", {"!f6"}),
        ("7k/P7/8/8/3B4/8/8/K7 w", "a7=1", {"!a7"}),  # distance 3
        ("7k/8/8/8/3B4/8/8/K5P1 w", "g1=1", {"!g1"}),
        ("7P/k7/8/8/3B4/8/8/K7 w", "h8=1", set()),  # distance 4
        ("7k/8/8/8/3B4/2P5/8/K7 w", "-", set()),  # not below its maximum
        ("7k/8/8/8/3B4/2P5/1R6/K7 w", "b2=1", set()),  # not the first piece
        ("7k/8/8/8/3B4/2p5/1R6/K7 w", "b2=1,c3=1", set()),
        ("7k/8/8/8/3B4/2p5/8/K7 w", "c3=1", set()),  # not a friend
        ("7k/8/8/8/3BP3/8/3P4/K7 w", "e4=1,d2=1", set()),  # not on a diagonal
        ("7k/8/8/8/3B4/2P1N3/8/K7 w", "c3=1,e3=1", {"!c3", "!e3"}),
        ("7k/8/8/8/3B4/8/8/K7 w", "d4=1", set()),  # not itself
        ("7k/8/8/8/3B4/8/8/K7 w", "a1=1", {"!a1"}),
    ],
)
def test_whom_consecration_heals(fen: str, wounds: str, healed: set[str]) -> None:
    game = in_combat(fen, hp=wounds)
    assert {way for way in ways(game, "d4") if "!" in way} == healed


@pytest.mark.parametrize(
    ("effects", "hp", "healed"),
    [
        ("-", 1, (2, 3, 4, 5, 6, 7)),
        ("-", 5, (6, 7, 8, 9, 10, 10)),
        ("-", 9, (10, 10, 10, 10, 10, 10)),
        ("D1", 1, (3, 4, 5, 6, 7, 8)),  # "not clamped": a six heals seven
        ("D2", 5, (7, 8, 9, 10, 10, 10)),
        ("d2,T,t", 1, (2, 3, 4, 5, 6, 7)),
    ],
)
def test_how_much_consecration_heals(effects: str, hp: int, healed: tuple[int, ...]) -> None:
    for face, after in enumerate(healed, start=1):
        game = in_combat("7k/8/8/8/3B4/2B5/8/K7 w", hp=f"c3={hp}", fx=effects)
        assert hp_of(played(game, f"d4!c3={face}"), "c3") == after


def test_consecration_has_nothing_less_for_threats_and_no_expected_damage() -> None:
    # The rook threatens the bishop's tile.
    game = in_combat("7k/8/8/3r4/3B4/2B5/8/K7 w", hp="c3=1")
    assert game.expected_damage("d4!c3") == 0
    assert hp_of(played(game, "d4!c3=3"), "c3") == 4


# --- Skirmish ------------------------------------------------------------------------------


def test_skirmish_attacks_an_orthogonal_neighbour_and_steps_to_any_of_the_eight() -> None:
    game = in_combat("7k/8/8/8/3Np3/8/8/K7 w")
    steps = ["c3", "d3", "e3", "c4", "c5", "d5", "e5"]  # e4 is the target's
    assert {way for way in ways(game, "d4") if "!" in way} == {f"!xe4-{step}" for step in steps}
    played(game, "d4!xe4-d5=1")
    assert placement(game) == "7k/8/8/3N4/4p3/8/8/K7"
    assert lasting(game) == "hp:e4=4 cd:d5=3 fx:-"


def test_skirmish_does_not_reach_diagonal_neighbours() -> None:
    game = in_combat("7k/8/8/2p1p3/3N4/2p1p3/8/K7 w")
    assert not any("!" in way for way in ways(game, "d4"))


def test_skirmish_chooses_its_target() -> None:
    game = in_combat("7k/8/8/3p4/2pNp3/3p4/8/K7 w")
    targets = {way[:4] for way in ways(game, "d4") if "!" in way}
    assert targets == {"!xd5", "!xc4", "!xe4", "!xd3"}


def test_skirmish_does_not_step_to_its_targets_square_even_if_it_dies() -> None:
    game = in_combat("7k/8/8/8/3Np3/8/8/K7 w", hp="e4=1")
    assert "d4!xe4-e4" not in game.actions()
    assert placement(played(game, "d4!xe4-d3=1")) == "7k/8/8/8/8/3N4/8/K7"


def test_skirmish_without_a_free_square_stays() -> None:
    game = in_combat("7k/8/8/2PPP3/2PNp3/2PPP3/8/K7 w", hp="e4=1")
    assert {way for way in ways(game, "d4") if "!" in way} == {"!xe4"}
    played(game, "d4!xe4=1")
    assert placement(game) == "7k/8/8/2PPP3/2PN4/2PPP3/8/K7"
    assert lasting(game) == "hp:- cd:d4=3 fx:-"


def test_skirmish_must_step_if_it_can() -> None:
    game = in_combat("7k/8/8/2PPP3/2PNp3/2PP4/8/K7 w")
    assert {way for way in ways(game, "d4") if "!" in way} == {"!xe4-e3"}


def test_skirmish_has_nothing_less_for_threatened_tiles() -> None:
    # The rook threatens where the knight stands and where it steps to.
    game = played(in_combat("7k/8/8/8/3Nr3/8/8/K7 w"), "d4!xe4-e3=3")
    assert hp_of(game, "e4") == 13 - (2 + 3)


def test_skirmish_has_the_other_modifiers() -> None:
    game = played(in_combat("7k/8/8/8/3Nr3/8/8/K7 w", fx="D1,t"), "d4!xe4-e3=3")
    assert hp_of(game, "e4") == 13 - (2 + 5)


# --- Advance -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "there"),
    [
        ("7k/8/8/8/8/8/3P4/K7 w", True),
        ("7k/8/8/8/3P4/8/8/K7 w", True),
        ("7k/8/8/3p4/8/8/3P4/K7 w", True),
        ("7k/8/8/8/3p4/8/3P4/K7 w", False),
        ("7k/8/8/8/8/3n4/3P4/K7 w", False),
        ("7k/3P4/8/8/8/8/8/K7 w", False),
    ],
)
def test_advance_goes_two_squares_through_empty_squares_from_any_rank(fen: str, there: bool) -> None:
    game = in_combat(fen)
    assert any("!" in action for action in game.actions()) == there


def test_advance_stands_beside_the_double_step() -> None:
    fen = "7k/8/8/8/8/8/3P4/K7 w"
    stepped, advanced = played(in_combat(fen), "d2d4"), played(in_combat(fen), "d2!d4")
    assert placement(stepped) == placement(advanced)
    assert (lasting(stepped), lasting(advanced)) == ("hp:- cd:- fx:-", "hp:- cd:d4=1 fx:-")


def test_advance_is_there_again_after_one_turn() -> None:
    game = played(in_combat("7k/8/8/8/8/8/3P4/K7 w"), "d2!d4", "h8g8")
    assert ways(game, "d4") == {"d5"}
    played(game, "a1b1", "g8h8")
    assert ways(game, "d4") == {"d5", "!d6"}


def test_advance_promotes() -> None:
    game = in_combat("7k/8/3P4/8/8/8/8/K7 w", hp="d6=1")
    assert ways(game, "d6") == {"d7", "!d8q"}
    played(game, "d6!d8q")
    assert placement(game) == "3Q3k/8/8/8/8/8/8/K7"
    assert lasting(game) == "hp:- cd:- fx:-"
