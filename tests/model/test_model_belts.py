"""The model against RULES.md section 5: conveyor belts, sentence by sentence.

In most tests White's king shuffles on the first rank while the belts do their work.
"""

from __future__ import annotations

import pytest

from . import WORLDS, ModelGame
from .setting_up import in_world, on_tiles, placement, played, targets


def carried(row: str, pieces: str) -> str:
    """Return the fifth rank after one white move, with these tiles and pieces on it."""
    game = on_tiles(f"8/8/8/{row}/8/8/8/8", f"7k/8/8/{pieces}/8/8/8/K7")
    return placement(played(game, "a1b1")).split("/")[3]


@pytest.mark.parametrize(
    ("belt", "fen"),
    [
        (">", "7k/8/8/4N3/8/8/8/1K6"),
        ("<", "7k/8/8/2N5/8/8/8/1K6"),
        ("^", "7k/8/3N4/8/8/8/8/1K6"),
        ("v", "7k/8/8/8/3N4/8/8/1K6"),
    ],
)
def test_a_belt_carries_one_tile_in_its_direction(belt: str, fen: str) -> None:
    game = on_tiles(f"8/8/8/3{belt}4/8/8/8/8", "7k/8/8/3N4/8/8/8/K7")
    assert placement(played(game, "a1b1")) == fen


def test_belts_carry_the_pieces_of_both_sides_after_every_move() -> None:
    game = on_tiles("8/8/8/>>>>4/8/8/8/8", "7k/8/8/Nn6/8/8/8/K7")
    assert placement(played(game, "a1b1")).split("/")[3] == "1Nn5"
    assert placement(played(game, "h8g8")).split("/")[3] == "2Nn4"


@pytest.mark.parametrize(
    ("row", "before", "after"),
    [
        ("7>", "7N", "8"),  # off the board
        ("<7", "n7", "8"),
        ("3>*3", "3N4", "4*3"),  # onto void, water, lava
        ("3>~3", "3N4", "8"),
        ("3>%3", "3n4", "8"),
        ("3>=3", "3N4", "4N3"),  # a bridge carries it
        ("3>o3", "3N4", "4N3"),
        ("3>?3", "3n4", "4n3"),
        ("3>4", "3Nr3", "4N3"),  # crushed, whichever side's
        ("3>4", "3NR3", "4N3"),
        ("3>4", "3nR3", "4n3"),
        ("3>>3", "3Nr3", "4Nr2"),  # its piece is itself carried away
        ("3>>3", "3N4", "4N3"),  # one tile a turn, though it arrives on a belt
        ("3>>>2", "3Nrb2", "4Nrb1"),
        ("3>>3", "3NrB2", "4Nr2"),  # a chain whose end crushes
        ("3>>*2", "3Nr*2", "4N*2"),  # a chain whose end falls
        ("3><3", "3Nr3", "3rN3"),  # facing belts exchange
        ("3><3", "3N4", "4N3"),
        ("2>1<3", "2N1r3", "3N4"),  # the same tile: the smaller index stands
        ("2>1<3", "2n1R3", "3n4"),
        ("2>1<3", "2Nbr3", "3N4"),  # and crushes what stood there
        ("2>1<3", "4r3", "3r4"),
    ],
)
def test_what_happens_to_carried_pieces(row: str, before: str, after: str) -> None:
    assert carried(row, before) == after


def test_the_same_tile_from_two_ranks() -> None:
    game = on_tiles("8/8/3v4/8/3^4/8/8/8", "7k/8/3n4/8/3N4/8/8/K7")
    assert placement(played(game, "a1b1")) == "7k/8/8/3N4/8/8/8/1K6"


def test_three_pieces_onto_one_tile() -> None:
    game = on_tiles("8/8/3v4/2>1<3/8/8/8/8", "7k/8/3n4/2R1b3/8/8/8/K7 w - - 7 9")
    assert played(game, "a1b1").fen() == "7k/8/8/3R4/8/8/8/1K6 b - - 0 9"


def test_a_ring_of_belts_turns() -> None:
    game = on_tiles("8/8/8/3>v3/3^<3/8/8/8", "6k1/8/8/3NB3/3rq3/8/8/1K6")
    assert placement(played(game, "b1a2")) == "6k1/8/8/3rN3/3qB3/8/K7/8"


def test_the_piece_that_moved_onto_a_belt_is_carried_at_once() -> None:
    game = on_tiles("8/8/8/8/4>3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert placement(played(game, "c3e4")) == "7k/8/8/8/5N2/8/8/K7"


def test_the_piece_that_leaves_a_belt_is_not_carried() -> None:
    game = on_tiles("8/8/8/8/8/2>5/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert placement(played(game, "c3e4")) == "7k/8/8/8/4N3/8/8/K7"


def test_destruction_sets_the_clock_back_and_carrying_does_not() -> None:
    falls = on_tiles("8/8/8/7>/8/8/8/8", "7k/8/8/7N/8/8/8/K7 w - - 30 40")
    assert played(falls, "a1b1").fen().split()[4] == "0"
    rides = on_tiles("8/8/8/3>4/8/8/8/8", "7k/8/8/3N4/8/8/8/K7 w - - 30 40")
    assert played(rides, "a1b1").fen().split()[4] == "31"
    pawn = on_tiles("8/8/8/3>4/8/8/8/8", "7k/8/8/3P4/8/8/8/K7 w - - 30 40")
    assert played(pawn, "a1b1").fen().split()[4] == "31"


def test_arriving_by_belt_is_no_promotion() -> None:
    game = on_tiles("8/3^4/8/8/8/8/8/8", "7k/3P4/8/8/8/8/8/K7")
    assert placement(played(game, "a1b1")) == "3P3k/8/8/8/8/8/8/1K6"
    played(game, "h8h7")
    assert targets(game, "d8") == set()


def test_arriving_by_belt_is_no_stone_sequence() -> None:
    game = on_tiles("8/8/8/3>o3/8/8/8/8", "7k/8/8/3N4/8/8/8/K7")
    assert placement(played(game, "a1b1")) == "7k/8/8/4N3/8/8/8/1K6"
    assert game.turn == "black"


def test_arriving_by_belt_gives_no_en_passant_right() -> None:
    # The pawn steps from e2 to e3, and the belt carries it on to e4.
    game = on_tiles("8/8/8/8/8/4^3/8/8", "7k/8/8/8/3p4/8/4P3/K7")
    assert played(game, "e2e3").fen() == "7k/8/8/8/3pP3/8/8/K7 b - - 0 1"
    assert "d4e3" not in game.legal_moves()


def test_belts_run_after_a_stone_sequence_and_not_between_its_legs() -> None:
    # The glide to d5 is onto a belt; only where the piece ends is it carried.
    game = on_tiles("8/8/8/3>4/1>2o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert placement(played(game, "c3e4,e4d5,d5b4")) == "7k/8/8/8/2N5/8/8/K7"


# --- castling rights (section 2) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "tiles", "fen", "left"),
    [
        ("the rook is carried", "8/8/8/8/8/8/8/7^", "4k3/8/8/8/8/1P6/8/R3K2R w KQ", "Q"),
        ("the rook falls", "8/8/8/8/8/8/8/7>", "4k3/8/8/8/8/1P6/8/R3K2R w KQ", "Q"),
        ("a knight crushes it", "8/8/8/8/8/8/7v/8", "4k3/8/8/8/8/1P6/7N/R3K2R w KQ", "Q"),
        ("a rook crushes it", "8/8/8/8/8/8/7v/8", "4k3/8/8/8/8/1P6/7R/R3K2R w KQ", "Q"),
        ("the king is carried", "8/8/8/8/8/8/8/4^3", "4k3/8/8/8/8/1P6/8/R3K2R w KQ", "-"),
        ("no piece is", "8/8/8/8/8/8/8/3^4", "4k3/8/8/8/8/1P6/8/R3K2R w KQ", "KQ"),
    ],
)
def test_rights_that_a_belt_ends(why: str, tiles: str, fen: str, left: str) -> None:
    assert played(on_tiles(tiles, fen), "b3b4").fen().split()[2] == left, why


def test_another_rook_carried_to_the_corner_brings_no_right_back() -> None:
    # The corner's rook moves up while the other is carried in.
    game = on_tiles("8/8/8/8/8/8/8/6>^", "4k3/8/8/8/8/8/8/4K1RR w H")
    played(game, "e1e2")
    assert placement(game) == "4k3/8/8/8/8/8/4K2R/7R"
    assert game.fen().split()[2] == "-"


# --- kings (section 3) ---------------------------------------------------------------------


def test_a_king_about_to_be_carried_to_its_death_is_not_in_check() -> None:
    game = on_tiles("8/8/8/8/8/8/8/>*6", "7k/8/8/8/8/8/8/K*6")
    assert not game.in_check()
    assert all(move.startswith("a1") for move in game.legal_moves())
    assert set(game.legal_moves()) == {"a1a2", "a1b2"}


def test_no_move_that_saves_the_king_is_stalemate_not_mate() -> None:
    # Void all round: the king cannot leave its belt, and no other move saves it.
    game = on_tiles("8/8/8/8/8/8/**6/>*6", "7k/8/8/8/8/8/**6/K*5N")
    assert game.outcome() == (None, "stalemate")


def test_a_move_whose_own_king_dies_is_illegal() -> None:
    game = on_tiles("8/8/8/8/8/8/8/1<6", "7k/8/8/8/8/8/8/K7")
    assert "a1b1" in game.legal_moves()  # carried back to a1
    assert placement(played(game.copy(), "a1b1")) == "7k/8/8/8/8/8/8/K7"
    dropped = on_tiles("8/8/8/8/8/8/v7/8", "7k/8/8/8/8/8/8/1K6")
    assert "b1a2" in dropped.legal_moves()
    fatal = on_tiles("8/8/8/8/8/8/<7/8", "7k/8/8/8/8/8/8/1K6")
    assert "b1a2" not in fatal.legal_moves()


def test_a_king_crushed_by_its_own_piece_is_dead() -> None:
    game = on_tiles("8/8/8/8/8/8/v7/8", "7k/8/8/8/8/8/N7/K7")
    assert set(game.legal_moves()) == {"a1b1", "a1b2", "a2b4", "a2c3", "a2c1"}


def test_a_destroyed_enemy_king_wins_at_once() -> None:
    game = on_tiles("7>/8/8/8/8/8/8/8", "7k/8/8/8/8/8/8/K7")
    played(game, "a1b1")
    assert placement(game) == "8/8/8/8/8/8/8/1K6"
    assert game.outcome() == ("white", "king destroyed")
    assert game.legal_moves() == []
    assert not game.in_check()


def test_the_movers_king_must_be_safe_even_if_the_other_king_dies() -> None:
    # Moving the pinned rook lets the black king fall, but leaves the white one in check.
    game = on_tiles("7>/8/8/8/8/8/8/8", "3r3k/8/8/8/8/8/3R4/3K4")
    assert "d2a2" not in game.legal_moves()
    assert "d2d3" in game.legal_moves()
    assert played(game, "d2d3").outcome() == ("white", "king destroyed")


def test_both_kings_destroyed_is_no_legal_move() -> None:
    game = on_tiles("7>/8/8/8/8/8/8/<7", "7k/8/8/8/8/8/8/K7")
    assert set(game.legal_moves()) == {"a1a2", "a1b1", "a1b2"}
    played(game, "a1b1")
    assert game.outcome() == ("white", "king destroyed")


def test_check_is_judged_where_the_king_is_carried_to() -> None:
    into = on_tiles("8/8/8/8/8/8/>7/8", "1r5k/8/8/8/8/8/8/K7")
    assert "a1a2" not in into.legal_moves()  # carried to b2, in the rook's file
    out_of = on_tiles("8/8/8/8/8/8/1<6/8", "1r5k/8/8/8/8/8/8/K7")
    assert "a1b2" in out_of.legal_moves()


def test_a_checker_that_is_carried_away_gives_no_check_after_the_move() -> None:
    game = on_tiles("1>6/8/8/8/8/8/8/8", "1r5k/8/8/8/8/8/8/1K6")
    assert game.in_check()
    played(game, "b1b2")  # any move will do: the rook goes to c8
    assert placement(game) == "2r4k/8/8/8/8/8/1K6/8"


def test_the_king_destroyed_comes_before_every_draw() -> None:
    game = on_tiles("7>/8/8/8/8/8/8/8", "7k/8/8/8/8/8/8/K7 w - - 99 80")
    assert played(game, "a1b1").outcome() == ("white", "king destroyed")


def test_perft_stops_where_a_king_is_gone() -> None:
    game = on_tiles("7>/8/8/8/8/8/8/8", "7k/8/8/8/8/8/8/K7")
    assert [game.perft(depth) for depth in (1, 2, 3)] == [3, 0, 0]


# --- fear_factory --------------------------------------------------------------------------


def test_the_droppers_of_the_fear_factory() -> None:
    game = played(ModelGame(WORLDS["fear_factory"]), "b1c3")
    rows = []
    for move in ("d7d5", "f2f4", "d5d4", "f4f5"):
        rows.append(placement(game).split("/")[5])
        played(game, move)
    assert rows == ["*2N3*", "*3N2*", "*4N1*", "*5N*"]
    assert placement(game).split("/")[5] == "*6*"
    assert game.fen().split()[2] == "KQkq"


def test_en_passant_onto_a_belt_that_drops() -> None:
    game = in_world("fear_factory", "4k3/8/8/8/7p/8/6P1/4K3")
    played(game, "g2g4")
    assert game.fen().split()[3] == "g3"
    assert placement(played(game, "h4g3")) == "4k3/8/*6*/8/8/*6*/8/4K3"
