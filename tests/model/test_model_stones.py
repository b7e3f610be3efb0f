"""The model against RULES.md section 4: stepping stones, sentence by sentence."""

from __future__ import annotations

import pytest

from . import WORLDS, ModelGame
from .setting_up import FLOOR_8, in_world, on_tiles, placement, played, targets

STONE_E4 = "8/8/8/8/4o3/8/8/8"


def sequences(game: ModelGame, start: str) -> list[str]:
    """Return the stone sequences of the piece on a square."""
    return [move for move in game.legal_moves() if move.startswith(start) and "," in move]


def works(game: ModelGame, text: str) -> bool:
    """Say whether the model takes a sequence, by whatever glide it is written."""
    try:
        game.copy().push(text)
    except ValueError:
        return False
    return True


def test_checkmate_by_a_stone_sequence() -> None:
    game = played(ModelGame(WORLDS["ruined_overworld"]), "e2e4,e4e3,e3e4", "g8f6")
    assert game.in_check()
    assert game.outcome() == ("black", "checkmate")


def test_land_glide_leap() -> None:
    game = played(on_tiles(STONE_E4, "7k/8/8/8/8/2N5/8/K7"), "c3e4,e4d5,d5b4")
    assert placement(game) == "7k/8/8/8/1N6/8/8/K7"
    assert game.turn == "black"


def test_the_landing_alone_is_no_move() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/8/2N5/8/K7")
    assert "c3e4" not in game.legal_moves()
    assert not works(game, "c3e4")


def test_captures_on_the_first_and_the_third_leg() -> None:
    game = on_tiles(STONE_E4, "7k/8/5p2/8/4p3/2N5/8/K7 w - - 9 9")
    played(game, "c3e4,e4d5,d5f6")
    assert game.fen() == "7k/8/5N2/8/8/8/8/K7 b - - 0 9"


def test_own_pieces_are_not_captured() -> None:
    assert not sequences(on_tiles(STONE_E4, "7k/8/8/8/4P3/2N5/8/K7"), "c3")
    game = on_tiles(STONE_E4, "7k/8/5P2/8/8/2N5/8/K7")
    assert not works(game, "c3e4,e4d5,d5f6")


def test_the_glide_goes_one_square_in_any_of_the_eight_directions() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/8/2N5/8/K7")
    texts = [text for move in game.legal() for text in game.spellings(move) if "," in text]
    glides = {text.split(",")[1][2:] for text in texts}
    assert glides == {"d3", "e3", "f3", "d4", "f4", "d5", "e5", "f5"}


@pytest.mark.parametrize("tile", "*~%")
def test_the_glide_needs_a_safe_tile(tile: str) -> None:
    game = on_tiles(f"8/8/8/3{tile}4/4o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert not works(game, "c3e4,e4d5,d5b4")
    assert works(game, "c3e4,e4e5,e5d7")


@pytest.mark.parametrize("who", "Pp")
def test_the_glide_needs_an_empty_tile(who: str) -> None:
    game = on_tiles(STONE_E4, f"7k/8/8/3{who}4/8/2N5/8/K7")
    assert not works(game, "c3e4,e4d5,d5b4")


def test_the_glide_may_go_onto_another_stones_tile() -> None:
    game = on_tiles("8/8/8/3o4/4o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert placement(played(game, "c3e4,e4d5,d5b4")) == "7k/8/8/8/1N6/8/8/K7"


@pytest.mark.parametrize("tile", "=?>")
def test_the_glide_may_go_onto_other_safe_tiles(tile: str) -> None:
    game = on_tiles(f"8/8/8/3{tile}4/4o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    assert placement(played(game, "c3e4,e4d5,d5b4")) == "7k/8/8/8/1N6/8/8/K7"


def test_the_glide_may_go_back_to_the_square_of_the_start() -> None:
    # A pawn on e3 steps onto the stone, glides back to e3, and steps to e4.
    game = on_tiles(STONE_E4, "7k/8/8/8/8/4P3/8/K7")
    assert placement(played(game, "e3e4,e4e3,e3e4")) == "7k/8/8/8/4P3/8/8/K7"


def test_a_slide_of_the_leap_crosses_the_square_of_the_start() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/1R6/8/8/K7")
    assert placement(played(game, "b4e4,e4d4,d4a4")) == "7k/8/8/8/R7/8/8/K7"


def test_the_leap_may_end_on_the_square_where_the_turn_began() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/1R6/8/8/K7")
    assert placement(played(game, "b4e4,e4d4,d4b4")) == "7k/8/8/8/1R6/8/8/K7"


def test_a_rook_back_on_its_square_has_moved() -> None:
    tiles = "8/8/8/8/8/8/7o/8"
    game = on_tiles(tiles, "4k3/8/8/8/8/8/8/4K2R w K")
    played(game, "h1h2,h2g1,g1h1")
    assert game.fen() == "4k3/8/8/8/8/8/8/4K2R b - - 1 1"


def test_a_king_that_leaps_home_has_moved() -> None:
    game = on_tiles("8/8/8/8/8/8/4o3/8", "4k3/8/8/8/8/8/8/4K2R w K")
    played(game, "e1e2,e2f2,f2e1")
    assert game.fen().split()[2] == "-"


def test_a_captured_castling_rook_ends_the_right_on_either_leg() -> None:
    first = on_tiles("7o/8/8/8/8/8/8/8", "4k2r/8/8/8/8/8/8/B5K1 w k")
    assert played(first, "a1h8,h8g7,g7h6").fen().split()[2] == "-"
    third = on_tiles("8/8/8/8/8/8/7o/8", "4k2r/8/8/8/8/8/8/K6R w k")
    assert played(third, "h1h2,h2h3,h3h8").fen().split()[2] == "-"


def test_a_double_step_onto_a_stone_gives_no_en_passant_right() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/3p4/8/4P3/K7")
    assert placement(played(game, "e2e4,e4f4,f4f5")) == "7k/8/8/5P2/3p4/8/8/K7"
    assert game.fen().split()[3] == "-"
    stays = on_tiles(STONE_E4, "7k/8/8/8/3p4/8/4P3/K7")
    assert played(stays, "e2e4,e4e3,e3e4").fen().split()[3] == "-"


def test_a_leap_is_no_double_step() -> None:
    game = on_tiles("8/8/8/8/8/4o3/8/8", "7k/8/8/8/8/8/4P3/K7")
    assert not works(game, "e2e3,e3d2,d2d4")
    assert works(game, "e2e3,e3d2,d2d3")


def test_a_leap_is_no_en_passant() -> None:
    game = on_tiles("8/8/8/2o5/8/8/8/8", "7k/3p4/8/4P3/2P5/8/8/K7 b")
    played(game, "d7d5")
    assert "e5d6" in game.legal_moves()
    assert not works(game, "c4c5,c5c4,c4d6")
    game = on_tiles("8/8/2o5/8/8/8/8/8", "7k/3p4/8/2P5/8/8/8/K7 b")
    played(game, "d7d5")
    assert not works(game, "c5c6,c6c5,c5d6")


def test_a_pawn_does_not_promote_on_landing() -> None:
    game = on_tiles("2o5/8/8/8/8/8/8/8", "7k/2P5/8/8/8/8/8/K7")
    moves = [move for move in game.legal_moves() if move.startswith("c7")]
    assert all("," in move for move in moves)
    # From the last rank it must glide back, and may then promote by the leap.
    assert set(moves) == {
        f"c7c8,c8{glide},{glide}{end}{letter}"
        for glide, end in (("b7", "b8"), ("c7", "c8"), ("d7", "d8"))
        for letter in "qrbn"
    }
    assert placement(played(game, "c7c8,c8b7,b7b8n")) == "1N5k/8/8/8/8/8/8/K7"


def test_a_pawn_that_leaps_to_its_last_rank_promotes() -> None:
    game = on_tiles("8/2o5/8/8/8/8/8/8", "7k/8/2P5/8/8/8/8/K7")
    assert works(game, "c6c7,c7b7,b7b8r")
    assert not works(game, "c6c7,c7b7,b7b8")


def test_a_piece_glides_to_the_last_rank_and_has_no_leap_there() -> None:
    game = on_tiles("8/2o5/8/8/8/8/8/8", "7k/8/2P5/8/8/8/8/K7")
    assert not [move for move in sequences(game, "c6") if move.split(",")[1][3] == "8"]


def test_a_leap_onto_a_stone_triggers_nothing() -> None:
    two = on_tiles("8/8/8/8/1o2o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    game = played(two, "c3e4,e4d5,d5b4")  # b4 is a stone, the turn is over
    assert placement(game) == "7k/8/8/8/1N6/8/8/K7"
    own = on_tiles(STONE_E4, "7k/8/8/8/8/4R3/8/K7")
    assert placement(played(own, "e3e4,e4e5,e5e4")) == "7k/8/8/8/4R3/8/8/K7"


def test_a_piece_on_a_stone_moves_off_it_like_any_other() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/4N3/8/8/K7")
    assert "e4f6" in game.legal_moves()
    assert not sequences(game, "e4")


def test_a_slide_passes_the_stone() -> None:
    game = on_tiles(STONE_E4, "7k/8/8/8/1R6/8/8/K7")
    assert "b4h4" not in sequences(game, "b4")
    assert "b4f4" in game.legal_moves()


def test_a_landing_without_a_glide_is_no_move() -> None:
    corner = "o7/8/8/8/8/8/8/8"
    assert not sequences(on_tiles(corner, "1p5k/PpN5/8/8/8/8/8/K7"), "c7")
    assert sequences(on_tiles(corner, "7k/PpN5/8/8/8/8/8/K7"), "c7")


def test_a_landing_with_a_glide_but_no_leap_is_no_move() -> None:
    # The pawn takes on c8 and may glide to d8 or back to b7, but from neither go on.
    tiles = "2o5/2**4/8/8/8/8/8/8"
    assert targets(on_tiles(tiles, "1nn4k/1P6/8/8/8/8/8/K7"), "b7") == set()
    assert targets(on_tiles(tiles, "2n4k/1P6/8/8/8/8/8/K7"), "b7") == {"b8"}
    free = on_tiles(tiles, "2n4k/1P6/8/8/8/8/8/K7")
    assert {move for move in sequences(free, "b7") if move[-1] == "q"} == {"b7c8,c8b7,b7b8q"}


def test_castling_onto_a_stone_is_no_sequence() -> None:
    game = on_tiles("8/8/8/8/8/8/8/5oo1", "k7/8/8/8/8/8/8/4K2R w K")
    assert placement(played(game, "e1g1")) == "k7/8/8/8/8/8/8/5RK1"


def test_en_passant_onto_a_stone_is_no_sequence() -> None:
    game = on_tiles("8/8/8/8/8/4o3/8/8", "7k/8/8/8/3p4/8/4P3/K7")
    played(game, "e2e4")
    assert "d4e3" in game.legal_moves()
    assert placement(played(game, "d4e3")) == "7k/8/8/8/8/4p3/8/K7"


def test_identity_and_the_smallest_glide() -> None:
    game = ModelGame(WORLDS["ruined_overworld"])
    assert len(game.legal_moves()) == len(set(game.legal_moves())) == 27
    # From e4 a rook reaches a5 by gliding to d5, e5 or f5: one move, written with d5.
    rook = on_tiles(STONE_E4, "7k/8/8/8/1R6/8/8/K7")
    to_a5 = [move for move in sequences(rook, "b4") if move.endswith("a5")]
    assert to_a5 == ["b4e4,e4d5,d5a5"]
    fens = {played(rook.copy(), f"b4e4,e4{glide},{glide}a5").fen() for glide in ("d5", "e5", "f5")}
    assert len(fens) == 1


def test_two_stones_make_two_moves() -> None:
    game = on_tiles("8/8/8/3o4/4o3/8/8/8", "7k/8/8/8/8/2N5/8/K7")
    stones = {move.split(",")[0] for move in sequences(game, "c3") if move.endswith("b4")}
    assert stones == {"c3e4", "c3d5"}


def test_legality_is_judged_after_the_whole_sequence() -> None:
    # The rook is pinned on the e-file; it may leave by the stone and come back to the file.
    game = on_tiles("8/8/8/3o4/8/8/8/8", "4r2k/8/8/4R3/8/8/8/4K3")
    assert works(game, "e5d5,d5e6,e6e3")
    assert works(game, "e5d5,d5d4,d4e4")
    assert not works(game, "e5d5,d5d4,d4a4")


def test_a_check_by_leap_and_its_defence() -> None:
    # The knight takes no king at once, but by g5 and f4 it leaps to e2.
    tiles = "8/8/8/6o1/8/8/8/8"
    fen = "4k3/7n/8/8/8/8/4K3/8"
    assert not on_tiles(FLOOR_8, fen).in_check()
    game = on_tiles(tiles, fen)
    assert game.in_check()
    assert "e2e1" in game.legal_moves()
    assert "e2d3" not in game.legal_moves()  # f4 leads there, too


def test_a_capture_on_the_kings_stone_needs_a_glide_and_a_leap() -> None:
    corner = "8/8/8/8/8/8/8/o7"
    walled = on_tiles(corner, "7k/8/8/8/8/8/PPn5/KN6")
    assert not walled.in_check()
    open_b1 = on_tiles(corner, "7k/8/8/8/8/8/PPn5/K7")
    assert open_b1.in_check()
    assert on_tiles(FLOOR_8, "7k/8/8/8/8/8/PPn5/KN6").in_check()


def test_the_stones_of_the_ruined_overworld() -> None:
    game = in_world("ruined_overworld", "7k/8/8/8/8/2N5/8/K7")
    assert {move.split(",")[0] for move in sequences(game, "c3")} == {"c3b5", "c3e4"}
