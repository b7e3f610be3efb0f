"""The model itself against RULES.md: sections 9 (perft), 1 (tiles) and 2 (pieces).

The other sections are in the files `test_model_*.py` beside this one.
"""

from __future__ import annotations

import pytest

from . import WORLDS, ModelGame, with_pieces
from .setting_up import FLOOR_8, in_world, on_tiles, placement, played, targets, whole_fen

# --- section 9 -----------------------------------------------------------------------------

PERFT = [
    ("chess", (20, 400, 8902)),
    ("twisted_carnival", (20, 400, 8902)),
    ("fragments", (7, 44, 362, 3087)),
    ("fragments2", (8, 62, 603, 5741)),
    ("ruined_overworld", (27, 828)),
    ("pirate_seas", (16, 256, 4382)),
    ("fear_factory", (14, 196, 3179)),
    ("volcanic_wasteland", (18, 324, 6390)),
    ("void_dimension", (13, 160, 2362)),
]


@pytest.mark.parametrize(("name", "counts"), PERFT)
def test_perft_of_the_start(name: str, counts: tuple[int, ...]) -> None:
    game = ModelGame(WORLDS[name])
    assert tuple(game.perft(depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.long
def test_perft_of_ruined_overworld_at_depth_three() -> None:
    assert ModelGame(WORLDS["ruined_overworld"]).perft(3) == 34558


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("1k3/5/5/5/2KR1 w - - 0 1", (12, 44, 688, 2055)),
        ("k4/p3p/P4/2KP1/5 w - - 0 1", (7, 23, 162, 446)),
    ],
)
def test_perft_of_fragments_endings(fen: str, counts: tuple[int, ...]) -> None:
    game = in_world("fragments", fen)
    assert tuple(game.perft(depth + 1) for depth in range(len(counts))) == counts


@pytest.mark.parametrize("name", WORLDS)
def test_the_start_is_written_as_the_book_gives_it(name: str) -> None:
    assert ModelGame(WORLDS[name]).fen() == WORLDS[name].start


# --- section 1: tiles ----------------------------------------------------------------------


@pytest.mark.parametrize("tile", "*~%")
def test_a_slide_stops_before_an_unsafe_tile(tile: str) -> None:
    game = on_tiles(f"8/8/8/8/{tile}7/8/8/8", "4k3/8/8/8/8/8/8/R3K3")
    assert targets(game, "a1") == {"a2", "a3", "b1", "c1", "d1"}


@pytest.mark.parametrize("tile", "=?.")
def test_a_slide_passes_safe_tiles(tile: str) -> None:
    game = on_tiles(f"8/8/8/8/{tile}7/8/8/8", "4k3/8/8/8/8/8/8/R3K3")
    assert {"a4", "a5", "a8"} <= targets(game, "a1")


@pytest.mark.parametrize("tile", "o>")
def test_a_slide_passes_stones_and_belts(tile: str) -> None:
    game = on_tiles(f"8/8/8/8/{tile}7/8/8/8", "4k3/8/8/8/8/8/8/R3K3")
    assert {"a5", "a8"} <= targets(game, "a1")


def test_a_leap_crosses_anything_but_lands_on_safe_tiles_only() -> None:
    game = on_tiles("8/8/8/2~5/8/2~1~3/2~~~3/8", "4k3/8/8/8/8/3N4/8/K7")
    assert targets(game, "d3") == {"b2", "b4", "c1", "e1", "e5", "f2", "f4"}


@pytest.mark.parametrize("water", ["8/8/8/8/8/4~3/8/8", "8/8/8/8/4~3/8/8/8"])
def test_a_double_step_needs_both_squares_safe(water: str) -> None:
    game = on_tiles(water, "4k3/8/8/8/8/8/4P3/K7")
    assert "e4" not in targets(game, "e2")


@pytest.mark.parametrize("blocker", ["4k3/8/8/8/8/4n3/4P3/K7", "4k3/8/8/8/4n3/8/4P3/K7"])
def test_a_double_step_needs_both_squares_empty(blocker: str) -> None:
    assert "e4" not in targets(in_world("chess", blocker), "e2")


@pytest.mark.parametrize(
    ("tiles", "castles"),
    [
        (FLOOR_8, {"e1g1", "e1c1"}),
        ("8/8/8/8/8/8/8/5~2", {"e1c1"}),
        ("8/8/8/8/8/8/8/6%1", {"e1c1"}),
        ("8/8/8/8/8/8/8/1*6", {"e1g1"}),  # only the rook crosses b1
        ("8/8/8/8/8/8/8/1=6", {"e1g1", "e1c1"}),
    ],
)
def test_castling_needs_every_crossed_square_safe(tiles: str, castles: set[str]) -> None:
    game = on_tiles(tiles, "4k3/8/8/8/8/8/8/R3K2R w KQ")
    assert {"e1g1", "e1c1"} & set(game.legal_moves()) == castles


# --- section 2: pieces ---------------------------------------------------------------------


def squares_of(moves: str, fen: str = "7k/8/8/8/3X4/8/8/7K", letter: str = "x") -> set[str]:
    world = with_pieces(WORLDS["chess"], f"{letter}:{moves}")
    game = ModelGame(world, whole_fen(fen))
    return targets(game, "d4" if "w" in whole_fen(fen).split() else "d5")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("R3", "a4 b4 c4 e4 f4 g4 d1 d2 d3 d5 d6 d7"),
        ("W3", "a4 b4 c4 e4 f4 g4 d1 d2 d3 d5 d6 d7"),
        ("D", "b4 f4 d2 d6"),
        ("A", "b2 b6 f2 f6"),
        ("H", "a4 g4 d1 d7"),
        ("G", "a1 a7 g1 g7"),
        ("C", "a3 a5 c1 c7 e1 e7 g3 g5"),
        ("L", "a3 a5 c1 c7 e1 e7 g3 g5"),
        ("Z", "a2 a6 b1 b7 f1 f7 g2 g6"),
        ("J", "a2 a6 b1 b7 f1 f7 g2 g6"),
        ("fW", "d5"),
        ("flbW", "d5 c4 d3"),
        ("vW", "d5 d3"),
        ("sW", "c4 e4"),
        ("fF", "c5 e5"),
        ("flF", "c5"),
        ("rF", "e5 e3"),
        ("ffN", "c6 e6"),
        ("fsN", "b5 f5"),
        ("fN", "c6 e6"),
        ("fhN", "c6 e6 b5 f5"),
        ("vN", "c6 e6 c2 e2"),
        ("fR2", "d5 d6"),
        ("fRbB2", "d5 d6 d7 d8 c3 b2 e3 f2"),
        ("WfF", "d5 d3 c4 e4 c5 e5"),
        ("NN", "c6 b8 e6 f8 b5 f5 h6 b3 f3 h2 c2 e2"),
    ],
)
def test_betza_notation(moves: str, expected: str) -> None:
    assert squares_of(moves) == set(expected.split())


def test_forward_is_down_for_black() -> None:
    fen = "7k/8/8/3x4/8/8/8/7K b"
    assert squares_of("fRlW", fen) == {"d4", "d3", "d2", "d1", "e5"}


def test_move_only_and_capture_only() -> None:
    # The rook's lines: a black pawn on d6; the bishop's: one on f6.
    fen = "7k/8/3p1p2/8/3X4/8/8/7K"
    game = ModelGame(with_pieces(WORLDS["chess"], "x:mRcB"), whole_fen(fen))
    assert targets(game, "d4") == {
        *("a4", "b4", "c4", "e4", "f4", "g4", "h4"),
        *("d1", "d2", "d3", "d5"),
        "f6",
    }


@pytest.mark.parametrize(
    ("moves", "blocker", "closed"),
    [
        ("nN", "d5", {"c6", "e6"}),  # straight first
        ("nN", "e5", set()),  # the diagonal square does not matter
        ("nD", "d5", {"d6"}),
        ("nA", "e5", {"f6"}),
        ("nH", "d6", {"d7"}),
        ("nC", "d6", {"c7", "e7"}),
        ("nZ", "e6", {"f7"}),
        ("nZ", "d5", {"b7", "f7"}),
    ],
)
def test_lame_leaps_need_the_squares_between_empty(moves: str, blocker: str, closed: set[str]) -> None:
    world = with_pieces(WORLDS["chess"], f"x:{moves}")
    free = ModelGame(world, whole_fen("7k/8/8/8/3X4/8/8/K7"))
    blocked = ModelGame(world, whole_fen("7k/8/8/8/3X4/8/8/K7"))
    square = "abcdefgh".index(blocker[0]), int(blocker[1]) - 1
    blocked.position.pieces[square] = "P"
    assert targets(free, "d4") - targets(blocked, "d4") - {blocker} == closed


def test_a_lame_leap_needs_the_squares_between_safe() -> None:
    game = on_tiles("8/8/8/3~4/8/8/8/8", "7k/8/8/8/3N4/8/8/K7")
    lame = ModelGame(with_pieces(game.world, "n:nN"), game.fen())
    assert targets(game, "d4") - targets(lame, "d4") == {"c6", "e6"}


def test_a_pawn_carried_back_to_its_rank_may_double_step_again() -> None:
    game = on_tiles("8/8/8/8/8/4v3/8/8", "4k3/8/8/8/8/4P3/8/K7")
    played(game, "a1a2", "e8e7")  # the belt brings the pawn from e3 to e2
    assert "e4" in targets(game, "e2")


def test_void_dimension_has_its_own_pawn_ranks() -> None:
    game = ModelGame(WORLDS["void_dimension"])
    assert targets(game, "b3") == {"b4", "b5"}
    game = in_world("void_dimension", "********/*5k*/*P5*/*6*/*6*/*6*/*K5*/********")
    assert targets(game, "b6") == {"b7"}
    assert "b6b7n" in game.legal_moves()
    game = in_world("void_dimension", "********/*5k*/*6*/*6*/*6*/*p5*/*5K*/******** b")
    assert "b3b2q" in game.legal_moves()


def test_fragments_promotes_to_a_queen_only() -> None:
    game = in_world("fragments", "4k/P4/5/5/K4")
    assert [move for move in game.legal_moves() if move.startswith("a4")] == ["a4a5q"]


@pytest.mark.parametrize(
    ("move", "left"),
    [
        ("a1b1", "Kkq"),
        ("h1g1", "Qkq"),
        ("e1e2", "kq"),
        ("e1g1", "kq"),
        ("a1a8", "Kk"),  # the rook moves and captures the other one
        ("b3b4", "KQkq"),
    ],
)
def test_castling_rights_end(move: str, left: str) -> None:
    game = in_world("chess", "r3k2r/8/8/8/8/1P6/8/R3K2R w KQkq")
    assert played(game, move).fen().split()[2] == left


@pytest.mark.parametrize(
    ("attacker", "castles"),
    [
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ", set()),  # out of check
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ", {"e1c1"}),  # across f1
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ", {"e1c1"}),  # into check
        ("4k3/8/8/8/7r/8/8/R3K2R w KQ", {"e1g1", "e1c1"}),
        ("4k3/8/8/8/1r6/8/8/R3K2R w KQ", {"e1g1", "e1c1"}),  # only the rook crosses b1
        ("4k3/8/8/8/3r4/8/8/R3K2R w KQ", {"e1g1"}),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ", set()),
    ],
)
def test_castling_and_check(attacker: str, castles: set[str]) -> None:
    moves = set(in_world("chess", attacker).legal_moves())
    assert {"e1g1", "e1c1"} & moves == castles


def test_where_castling_lands_is_judged_after_the_effects() -> None:
    tiles = "8/8/8/8/8/8/8/6>1"
    attacked_g1 = on_tiles(tiles, "4k3/8/8/8/6r1/8/8/4K2R w K")
    assert "e1g1" in attacked_g1.legal_moves()
    assert placement(played(attacked_g1, "e1g1")) == "4k3/8/8/8/6r1/8/8/5R1K"
    attacked_h1 = on_tiles(tiles, "4k3/8/8/8/7r/8/8/4K2R w K")
    assert "e1g1" not in attacked_h1.legal_moves()


def test_the_squares_castling_crosses_are_judged_before_the_move() -> None:
    # The rook on f4 would be carried off f1's file by its belt: too late.
    game = on_tiles("8/8/8/8/5>2/8/8/8", "4k3/8/8/8/5r2/8/8/4K2R w K")
    assert "e1g1" not in game.legal_moves()


# --- section 2: en passant -----------------------------------------------------------------


def test_the_fen_names_the_passed_over_square_whether_or_not_a_pawn_is_ready() -> None:
    assert played(ModelGame(WORLDS["chess"]), "e2e4").fen().split()[3] == "e3"
    assert played(ModelGame(WORLDS["fragments"]), "a2a3").fen().split()[3] == "-"


def test_en_passant_only_on_the_very_next_move() -> None:
    game = in_world("chess", "4k3/8/8/8/3p4/8/4P3/4K3")
    played(game, "e2e4")
    assert "d4e3" in game.legal_moves()
    taken = played(game.copy(), "d4e3")
    assert placement(taken) == "4k3/8/8/8/8/4p3/8/4K3"
    assert taken.fen().split()[4] == "0"
    played(game, "e8e7", "e1e2")
    assert "d4e3" not in game.legal_moves()


def test_en_passant_on_five_by_five() -> None:
    game = in_world("fragments", "4k/1p3/5/2P2/K4")
    assert "b4c3" in played(game, "c2c4").legal_moves()


EP_FEN = "4k3/8/8/8/3p4/8/4P3/4K3"


@pytest.mark.parametrize(
    ("why", "tiles", "fen"),
    [
        ("the pawn is carried", "8/8/8/8/4>3/8/8/8", EP_FEN),
        ("the pawn is destroyed", "8/8/8/8/4>*2/8/8/8", EP_FEN),
        ("the pawn is crushed", "8/8/8/8/5<2/8/8/8", "4k3/8/8/8/3p1N2/8/4P3/4K3"),
        ("the square is filled", "8/8/8/8/8/5<2/8/8", "4k3/8/8/8/3p4/5N2/4P3/4K3"),
    ],
)
def test_effects_that_cancel_en_passant(why: str, tiles: str, fen: str) -> None:
    assert played(on_tiles(FLOOR_8, fen), "e2e4").fen().split()[3] == "e3"
    game = played(on_tiles(tiles, fen), "e2e4")
    assert game.fen().split()[3] == "-", why
    takes_in_passing = [move for move in game.legal() if move.taken_in_passing]
    assert not takes_in_passing


def test_a_belt_on_the_passed_over_square_does_not_cancel_en_passant() -> None:
    game = played(on_tiles("8/8/8/8/8/4>3/8/8", EP_FEN), "e2e4", "d4e3")
    assert placement(game) == "4k3/8/8/8/8/5p2/8/4K3"
