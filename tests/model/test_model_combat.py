"""The model itself against RULES.md section 8: the start, moves, attacks, dice and ends.

Abilities are in `test_model_abilities.py`, FENs, notation, terrain and bosses' rules in
`test_model_combat_text.py`.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from . import CombatGame, CombatRules
from .combat_actions import could_attack
from .setting_up import hp_of, in_combat, lasting, placement, played, ways
from .terrain import square_name, square_named

# --- the start -----------------------------------------------------------------------------


def test_the_start() -> None:
    game = CombatGame(CombatRules())
    assert game.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 hp:- cd:- fx:K,k"
    assert game.actions() == sorted(
        [f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34"]
        + [f"{file}2!{file}4" for file in "abcdefgh"]
        + ["b1a3", "b1c3", "g1f3", "g1h3", "e1!", "a1!", "h1!"]
    )


def test_perft_of_the_start() -> None:
    """RULES.md section 9."""
    game = CombatGame(CombatRules())
    assert [game.perft(depth) for depth in (1, 2, 3)] == [31, 961, 35703]


def test_a_turn_is_one_action_of_one_piece() -> None:
    game = played(in_combat("4k3/8/8/8/8/8/8/4K2R w"), "h1h2")
    assert game.turn == "black"
    assert all(text[:2] == "e8" for text in game.actions())
    assert played(game, "e8e7").turn == "white"


def test_there_is_no_castling() -> None:
    game = in_combat("r3k2r/8/8/8/8/8/8/R3K2R w")
    assert not {"e1g1", "e1c1", "e1h1", "e1a1"} & set(game.actions())
    with pytest.raises(ValueError, match="not a FEN of a combat game"):
        in_combat("r3k2r/8/8/8/8/8/8/R3K2R w KQkq")


def test_there_is_no_en_passant() -> None:
    game = played(in_combat("4k3/8/8/8/3p4/8/4P3/4K3 w"), "e2e4")
    assert ways(game, "d4") == {"d3", "!d2"}
    assert game.fen().split()[3] == "-"
    with pytest.raises(ValueError, match="not a FEN of a combat game"):
        in_combat("4k3/8/8/8/3pP3/8/8/4K3 b - e3")


# --- hit points and damage -----------------------------------------------------------------

NUMBERS = [("K", 15, 1), ("Q", 10, 3), ("R", 13, 2), ("B", 10, 2), ("N", 11, 2), ("P", 7, 1)]
EVERY_KIND = "k7/8/8/8/8/8/8/KQRBNP2 w"


@pytest.mark.parametrize(("letter", "hp", "damage"), NUMBERS)
def test_hit_points_and_base_damage(letter: str, hp: int, damage: int) -> None:
    square = f"{'abcdef'['KQRBNP'.index(letter)]}1"
    assert hp_of(in_combat(EVERY_KIND), square) == hp
    assert hp_of(in_combat(EVERY_KIND, hp=f"{square}={hp - 1}"), square) == hp - 1
    for too_many in (hp, hp + 1):
        with pytest.raises(ValueError, match="cannot be"):
            in_combat(EVERY_KIND, hp=f"{square}={too_many}")
    assert CombatRules().kind(letter).damage == damage


@pytest.mark.parametrize(
    ("fen", "attack", "left"),
    [
        ("8/8/8/8/8/4k3/8/K3N3 w", "e1d3xe3", 11),  # a two: it lands where the king threatens
        ("8/8/8/8/8/8/4k3/K3Q3 w", "e1xe2", 9),
        ("8/8/8/8/8/8/4k3/K3R3 w", "e1xe2", 10),
        ("8/8/8/8/8/6k1/8/K3B3 w", "e1xg3", 10),
        ("8/8/8/8/8/5k2/4P3/K7 w", "e2xf3", 11),
        ("8/8/8/8/8/8/4k3/4K3 w", "e1xe2", 11),
    ],
)
def test_damage_is_base_damage_and_roll(fen: str, attack: str, left: int) -> None:
    """A three is rolled at the king with its 15 HP."""
    game = played(in_combat(fen), f"{attack}=3")
    assert hp_of(game, attack[-2:]) == left


def test_a_piece_at_0_hp_is_removed() -> None:
    fen = "7k/8/8/8/8/8/1p6/K7 w"
    assert placement(played(in_combat(fen, hp="b2=2"), "a1xb2=1")) == "7k/8/8/8/8/8/8/K7"
    assert hp_of(played(in_combat(fen, hp="b2=3"), "a1xb2=1"), "b2") == 1
    assert hp_of(played(in_combat(fen, hp="b2=1"), "a1xb2=6"), "b2") == 0


def test_an_attack_leaves_the_attacker_where_it_is() -> None:
    game = played(in_combat("7k/8/8/8/8/8/1p6/K7 w", hp="b2=1"), "a1xb2=1")
    assert hp_of(game, "a1") == 15


def test_hit_points_move_with_the_piece() -> None:
    game = played(in_combat("7k/8/8/8/8/8/8/K6R w", hp="h1=4"), "h1h5")
    assert lasting(game) == "hp:h5=4 cd:- fx:-"


# --- moves ---------------------------------------------------------------------------------


def test_pieces_never_capture_by_moving() -> None:
    game = in_combat("7k/8/8/3p4/3Q2p1/8/8/K7 w")
    assert not {"d4d5", "d4g4", "d4d6", "d4h4"} & set(game.actions())
    assert "d4f4" in game.actions()


@pytest.mark.parametrize(
    ("letter", "moves"),
    [
        ("Q", "a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8 a7 b6 c5 e3 f2 g1 b2 c3 e5 f6 g7"),
        ("R", "a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8"),
        ("B", "a7 b6 c5 e3 f2 g1 b2 c3 e5 f6 g7"),
        ("N", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("P", "d5"),
    ],
)
def test_how_pieces_move(letter: str, moves: str) -> None:
    game = in_combat(f"7k/8/8/8/3{letter}4/8/8/K7 w")
    assert {way for way in ways(game, "d4") if "!" not in way} == set(moves.split())


def test_a_king_steps_to_its_neighbours() -> None:
    game = in_combat("7k/8/8/8/3K4/8/8/8 w")
    assert ways(game, "d4") == {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}


def test_a_king_never_steps_onto_a_threatened_tile() -> None:
    # The rook threatens its neighbours and up to two squares along its lines.
    game = in_combat("7k/8/8/8/3r4/8/4K3/8 w")
    assert ways(game, "e2") == {"d1", "e1", "f1", "f2", "f3"}


def test_a_king_shields_the_squares_behind_it_while_it_steps() -> None:
    # The queen on e5 threatens e4 and e3; e2 would be within her reach, but the king stands before it.
    game = in_combat("7k/8/8/4q3/8/4K3/8/8 w")
    assert ways(game, "e3") == {"d2", "d3", "e2", "f2", "f3"}


def test_there_is_no_check() -> None:
    """A king under attack forces nothing, and the side not to move may stand under one."""
    game = in_combat("7k/8/8/8/8/8/1r6/K6N w")
    assert ways(game, "h1") == {"f2", "g3"}
    assert "a1xb2" in game.actions()
    assert in_combat("7k/8/8/8/8/8/1r6/K7 b").actions()


@pytest.mark.parametrize(
    ("fen", "start", "expected"),
    [
        ("7k/8/8/8/8/8/3P4/K7 w", "d2", {"d3", "d4", "!d4"}),
        ("7k/8/8/8/8/3P4/8/K7 w", "d3", {"d4", "!d5"}),
        ("7k/8/8/8/8/8/8/K2P4 w", "d1", {"d2", "!d3"}),
        ("7k/8/8/8/3p4/8/3P4/K7 w", "d2", {"d3"}),
        ("7k/8/8/8/8/3p4/3P4/K7 w", "d2", set()),
        ("7k/3p4/8/8/8/8/8/K7 b", "d7", {"d6", "d5", "!d5"}),
        ("7k/8/3p4/8/8/8/8/K7 b", "d6", {"d5", "!d4"}),
        ("7k/8/8/3P4/8/3p4/8/K7 b", "d3", {"d2", "!d1q"}),
        ("3P3k/8/8/8/8/8/8/K7 w", "d8", set()),
    ],
)
def test_how_pawns_move(fen: str, start: str, expected: set[str]) -> None:
    assert ways(in_combat(fen), start) == expected


def test_a_pawn_promotes_to_a_queen_with_full_hp_and_counter_0() -> None:
    game = in_combat("7k/4P3/8/8/8/8/8/K7 w", hp="e7=2", cd="e7=1")
    assert ways(game, "e7") == {"e8q"}
    assert placement(played(game, "e7e8q")) == "4Q2k/8/8/8/8/8/8/K7"
    assert lasting(game) == "hp:- cd:- fx:-"
    black = played(in_combat("7k/8/8/8/8/8/4p3/K7 b", hp="e2=2", cd="e2=1"), "e2e1q")
    assert (placement(black), lasting(black)) == ("7k/8/8/8/8/8/8/K3q3", "hp:- cd:- fx:-")


# --- attacks -------------------------------------------------------------------------------

NEIGHBOURS = "c3 d3 e3 c4 e4 c5 d5 e5"


def squares_attacked(letter: str) -> set[str]:
    """Return the squares where a piece on d4 of an empty board could attack."""
    ground = in_combat("7k/8/8/8/8/8/8/K7 w").ground
    d4 = square_named("d4")
    return {
        square_name(square)
        for square in ground.terrain.tiles
        if square != d4 and could_attack(ground, {d4: letter, square: "x"}, d4, square)
    }


@pytest.mark.parametrize(
    ("letter", "attacks"),
    [
        ("K", NEIGHBOURS),
        ("Q", f"{NEIGHBOURS} a4 b4 f4 g4 d1 d2 d6 d7 a1 b2 f6 g7 a7 b6 f2 g1"),
        ("R", f"{NEIGHBOURS} b4 f4 d2 d6"),
        ("B", "b2 a1 f6 g7 b6 a7 f2 g1"),
        ("N", "d3 d5 c4 e4"),
        ("P", "c5 e5"),
        ("p", "c3 e3"),
    ],
)
def test_what_pieces_attack(letter: str, attacks: str) -> None:
    assert squares_attacked(letter) == set(attacks.split())


@pytest.mark.parametrize(
    ("fen", "targets"),
    [
        ("7k/8/8/8/3Qppp1/8/8/K7 w", {"xe4"}),
        ("7k/8/8/8/3Q1pp1/8/8/K7 w", {"xf4"}),
        ("7k/8/8/8/3QP1p1/8/8/K7 w", set()),
        ("7k/8/8/8/3Q3p/8/8/K7 w", set()),
        ("7k/8/8/8/3Rpp2/8/8/K7 w", {"xe4"}),
        ("7k/8/8/8/3RPp2/8/8/K7 w", set()),
        ("7k/8/8/8/3R1p2/8/8/K7 w", {"xf4"}),
        ("7k/8/5p2/4p3/3R4/8/8/K7 w", {"xe5"}),
        ("7k/8/5p2/8/3R4/8/8/K7 w", set()),
        ("7k/6p1/5p2/8/3B4/8/8/K7 w", {"xf6"}),
        ("7k/6p1/8/8/3B4/8/8/K7 w", {"xg7"}),
        ("7k/8/5p2/4P3/3B4/8/8/K7 w", set()),
        ("7k/6p1/8/4p3/3B4/8/8/K7 w", set()),
        ("7k/8/8/4p3/3B4/8/8/K7 w", set()),
    ],
)
def test_lines_of_attack_stop_at_the_first_piece(fen: str, targets: set[str]) -> None:
    """A bishop needs "the squares between empty", and does not reach its neighbours."""
    attacks = {way for way in ways(in_combat(fen), "d4") if way.startswith("x")}
    assert attacks == targets


def test_only_enemy_pieces_are_attacked() -> None:
    game = in_combat("7k/8/8/2PpP3/2pQP3/8/8/K7 w")
    assert {way for way in ways(game, "d4") if way.startswith("x")} == {"xc4", "xd5"}


def test_a_pawn_attacks_its_two_forward_diagonals() -> None:
    white = in_combat("7k/8/8/2ppp3/2pPp3/2ppp3/8/K7 w")
    assert ways(white, "d4") == {"xc5", "xe5"}
    black = in_combat("7k/8/8/2PPP3/2PpP3/2PPP3/8/K7 b")
    assert ways(black, "d4") == {"xc3", "xe3"}


def test_a_knight_attacks_only_after_moving() -> None:
    game = in_combat("7k/8/8/8/2p5/1ppp4/2p5/KN6 w", cd="b1=1")
    assert ways(game, "b1") == {"a3", "a3xb3", "d2", "d2xc2", "d2xd3"}


def test_a_knight_attacks_from_its_landing_square() -> None:
    game = played(in_combat("7k/8/8/8/2p5/8/8/KN6 w"), "b1c3xc4=6")
    assert placement(game) == "7k/8/8/8/8/2N5/8/K7"
    assert game.fen().split()[4] == "0"


# --- dice ----------------------------------------------------------------------------------

DUEL = "7k/8/8/8/8/8/1r6/K7 w"  # the king strikes the rook: base damage 1, 13 HP


@pytest.mark.parametrize(
    ("effects", "rolls"),
    [
        ("-", (1, 2, 3, 4, 5, 6)),
        ("D2", (2, 3, 4, 5, 6, 6)),
        ("D1", (2, 3, 4, 5, 6, 6)),
        ("d2", (1, 2, 3, 4, 5, 6)),
        ("K,k", (1, 2, 3, 4, 5, 6)),
        ("t", (2, 3, 4, 5, 6, 6)),
        ("T", (1, 2, 3, 4, 5, 6)),
        ("D2,t", (3, 4, 5, 6, 6, 6)),
    ],
)
def test_modifiers_and_the_clamp(effects: str, rolls: tuple[int, ...]) -> None:
    for face, roll in enumerate(rolls, start=1):
        game = played(in_combat(DUEL, fx=effects), f"a1xb2={face}")
        assert hp_of(game, "b2") == 13 - (1 + roll)


@pytest.mark.parametrize(
    ("effects", "rolls"),
    [
        ("-", (1, 1, 2, 3, 4, 5)),
        ("D1", (1, 2, 3, 4, 5, 6)),
        ("D1,t", (2, 3, 4, 5, 6, 6)),
    ],
)
def test_one_less_after_moving_onto_a_threatened_tile(effects: str, rolls: tuple[int, ...]) -> None:
    """The knight lands beside the rook that it attacks."""
    for face, roll in enumerate(rolls, start=1):
        game = played(in_combat("7k/8/8/8/2r5/8/8/KN6 w", fx=effects), f"b1c3xc4={face}")
        assert hp_of(game, "c4") == 13 - (2 + roll)


def test_nothing_less_on_a_tile_that_is_not_threatened() -> None:
    # The pawn on c4 threatens b3 and d3 only.
    game = played(in_combat("7k/8/8/8/2p5/8/8/KN6 w"), "b1c3xc4=1")
    assert hp_of(game, "c4") == 4


def test_nothing_less_for_one_who_did_not_move() -> None:
    # The queen stands on a tile that the rook threatens.
    game = played(in_combat("7k/8/8/8/2rQ4/8/8/K7 w"), "d4xc4=3")
    assert hp_of(game, "c4") == 13 - 6


def test_the_threat_is_looked_at_before_the_move() -> None:
    # The white queen herself stands between the black queen and d6; once she is there, d6 is threatened.
    shielded = played(in_combat("3q3k/3Q4/8/3p4/8/8/8/K7 w"), "d7!d6xd5=2")
    assert hp_of(shielded, "d5") == 7 - 5
    # Without her, d6 is threatened: a queen from elsewhere rolls one less.
    open_line = played(in_combat("3q3k/8/Q7/3p4/8/8/8/K7 w"), "a6!d6xd5=2")
    assert hp_of(open_line, "d5") == 7 - 4


def test_the_expected_damage() -> None:
    assert in_combat(DUEL).expected_damage("a1xb2") == Fraction(9, 2)
    assert in_combat(DUEL, fx="D2").expected_damage("a1xb2") == 1 + Fraction(26, 6)
    assert in_combat(DUEL, hp="b2=1").expected_damage("a1xb2") == Fraction(9, 2)
    assert in_combat("7k/8/8/8/8/8/8/K6R w").expected_damage("h1h2") == 0


def test_the_outcomes_of_a_die() -> None:
    outcomes = in_combat(DUEL, hp="b2=4").outcomes("a1xb2")
    assert outcomes == {
        "7k/8/8/8/8/8/1r6/K7 b - - 0 1 hp:b2=2 cd:- fx:T": 1,
        "7k/8/8/8/8/8/1r6/K7 b - - 0 1 hp:b2=1 cd:- fx:T": 1,
        "7k/8/8/8/8/8/8/K7 b - - 0 1 hp:- cd:- fx:-": 4,
    }
    assert list(in_combat("7k/8/8/8/8/8/8/K6R w").outcomes("h1h2").values()) == [1]


def test_perft_counts_every_face() -> None:
    game = in_combat("7k/8/8/8/8/8/1p6/K7 w")
    # Steps to a2, b1: the pawn threatens a1 and c1. One attack with six faces.
    assert game.actions() == ["a1a2", "a1b1", "a1xb2"]
    assert game.perft(1) == 2 + 6


def test_perft_stops_where_a_king_is_gone() -> None:
    game = in_combat("8/8/8/8/8/8/1k6/K7 w", hp="b2=4")
    assert game.actions() == ["a1xb2"]
    assert game.perft(1) == 6
    # A one and a two leave the black king standing, with five steps and an attack.
    assert game.perft(2) == 2 * (5 + 6)


def test_perft_goes_on_through_draws() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K7 w - - 70 80")
    assert game.perft(2) == 9


# --- threats to kings ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enemy", "threatened"),
    [
        ("7k/8/8/8/3K4/3n4/8/8 w", "d4"),  # a knight threatens the 4 neighbours of where it stands
        ("7k/8/8/8/3K4/4n3/8/8 w", ""),
        ("7k/8/2n5/8/3K4/8/8/8 w", ""),  # not where it could jump
        ("q6k/8/8/8/3K4/8/8/8 w", ""),  # too far, though an Overextend could come here
        ("q6k/8/8/8/K7/8/8/8 w", ""),
        ("7k/q7/8/8/K7/8/8/8 w", "a4"),
        ("7k/q7/p7/8/K7/8/8/8 w", ""),
        ("7k/8/8/b7/8/2K5/8/8 w", "c3"),
        ("7k/8/8/1b6/2K5/8/8/8 w", ""),
        ("7k/8/8/1p6/2K5/8/8/8 w", "c4"),
        ("7k/8/8/2p5/2K5/8/8/8 w", ""),
    ],
)
def test_when_a_tile_is_threatened(enemy: str, threatened: str) -> None:
    """A decree leaves the white king where it is; the flag says whether its tile is threatened."""
    game = in_combat(enemy, fx="K")
    king = next(text[:2] for text in game.actions() if text.endswith("!"))
    assert lasting(played(game, f"{king}!")).endswith(",T" if threatened else "fx:D2")


def test_the_flag_is_seen_when_the_turn_of_its_owner_ends() -> None:
    game = played(in_combat("7k/8/8/8/3K4/8/8/r6R w"), "h1h2")
    assert lasting(game) == "hp:- cd:- fx:-"
    # Black threatens the king, but White's turn ended before.
    assert lasting(played(game, "a1d1")) == "hp:- cd:- fx:-"
    assert lasting(played(game, "h2h3")) == "hp:- cd:- fx:-"
    assert lasting(played(game, "d1d2")) == "hp:- cd:- fx:-"
    assert lasting(played(game, "h3h4")) == "hp:- cd:- fx:T"
    # It stays through White's next turn, until it ends.
    assert lasting(played(game, "d2d1")) == "hp:- cd:- fx:T"
    assert lasting(played(game, "h4h5")) == "hp:- cd:- fx:-"


def test_both_flags_may_stand() -> None:
    game = in_combat("7k/7R/8/8/8/8/7r/7K w", fx="T,t")
    played(game, "h7g7")
    assert lasting(game) == "hp:- cd:- fx:T,t"
    played(game, "h2g2")
    assert lasting(game) == "hp:- cd:- fx:T,t"


def test_the_flag_gives_the_bonus_in_the_turn_after() -> None:
    game = played(in_combat("7k/8/8/8/8/8/7r/K7 b"), "h2b2")
    assert lasting(game) == "hp:- cd:- fx:-"
    played(game, "a1xb2=1")  # a king that stays on a threatened tile
    assert lasting(game) == "hp:b2=11 cd:- fx:T"
    played(game, "b2xa1=1")
    assert hp_of(game, "a1") == 15 - (2 + 2)


# --- the end -------------------------------------------------------------------------------


def test_losing_the_king_loses() -> None:
    game = played(in_combat("8/8/8/8/8/8/1k5q/K7 w", hp="b2=2", fx="K,k"), "a1xb2=1")
    assert game.outcome() == ("white", "king lost")
    assert game.actions() == []
    assert game.fen() == "8/8/8/8/8/8/7q/K7 b - - 0 1 hp:- cd:- fx:K,k"
    assert CombatGame(CombatRules(), game.fen()).outcome() == ("white", "king lost")


def test_a_lost_king_comes_before_every_draw() -> None:
    # Nothing but two kings, and one falls.
    game = in_combat("8/8/8/8/8/8/1k6/K7 w", hp="b2=2")
    assert game.outcome() == (None, "material")
    assert played(game, "a1xb2=1").outcome() == ("white", "king lost")


def test_two_bare_kings_draw() -> None:
    assert in_combat("7k/8/8/8/8/8/8/K7 w").outcome() == (None, "material")
    for letter in "QRBNP":
        assert in_combat(f"7k/8/8/8/8/8/8/K3{letter}3 w").outcome() is None


def test_no_action_draws() -> None:
    # The king's ways are threatened or taken, its own pawns stand still.
    game = in_combat("7k/8/8/p7/P7/1q6/8/K7 w")
    assert game.actions() == []
    assert game.outcome() == (None, "no action")
    assert in_combat("7k/8/8/p7/P7/1q6/8/K7 w", fx="K").outcome() is None


def test_sixty_plies_without_damage_draw() -> None:
    fen = "7k/8/8/8/8/8/6rr/K6R"
    assert in_combat(f"{fen} w - - 59 80").outcome() is None
    assert in_combat(f"{fen} w - - 60 80").outcome() == (None, "no damage")
    game = in_combat(f"{fen} w - - 59 80")
    assert played(game.copy(), "a1b1").outcome() == (None, "no damage")
    assert played(game.copy(), "h1!").outcome() == (None, "no damage")
    hit = played(game.copy(), "h1xh2=1")
    assert (hit.outcome(), hit.fen().split()[4]) == (None, "0")


@pytest.mark.parametrize("action", ["e2e3", "e2!e4", "e7e8q", "c1!a3=1"])
def test_neither_pawns_nor_promotion_nor_healing_are_damage(action: str) -> None:
    game = in_combat("7k/4P3/8/8/8/P7/4P3/K1B5 w - - 7 8", hp="a3=1")
    assert played(game, action).fen().split()[4] == "8"


def test_repetition() -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w")
    for _ in range(2):
        assert game.outcome() is None
        played(game, "h1h2", "h8g8", "h2h1", "g8h8")
    assert game.outcome() == (None, "repetition")


@pytest.mark.parametrize(
    "twin",
    [
        in_combat("7k/8/8/8/8/8/8/K6R b"),
        in_combat("7k/8/8/8/8/8/8/K6R w", hp="h1=4"),
        in_combat("7k/8/8/8/8/8/8/K6R w", cd="h1=2"),
        *(in_combat("7k/8/8/8/8/8/8/K6R w", fx=effect) for effect in ["K", "k", "D1", "D2", "d1", "T", "t"]),
    ],
)
def test_what_counts_for_repetition(twin: CombatGame) -> None:
    game = in_combat("7k/8/8/8/8/8/8/K6R w")
    assert twin.repetition_key() != game.repetition_key()
    later = in_combat("7k/8/8/8/8/8/8/K6R w - - 9 9")
    assert later.repetition_key() == game.repetition_key()


def test_an_interpose_in_force_counts_for_repetition() -> None:
    fen = "7k/8/8/8/8/8/8/K6R b"
    assert in_combat(fen, fx="Ih1").repetition_key() != in_combat(fen).repetition_key()


def test_the_first_position_counts_with_its_counters() -> None:
    """With the rook's counter running the start comes back once more before it counts."""
    game = in_combat("7k/8/8/8/8/8/8/K6R w", cd="h1=2")
    shuffle = ("h1h2", "h8g8", "h2h1", "g8h8")
    played(game, *shuffle, *shuffle)
    assert game.outcome() is None
    assert played(game, *shuffle).outcome() == (None, "repetition")
