"""The model itself against RULES.md: sections 3 (check, the end), 6 (notation) and 7."""

from __future__ import annotations

import pytest

from . import WORLDS, ModelGame, custom_world
from .setting_up import in_world, on_tiles, placement, played, targets, whole_fen

# --- section 3: check, legality, the end ---------------------------------------------------


def test_a_capture_that_gives_check_need_not_be_legal() -> None:
    # The black rook on e4 is pinned by the rook on e1, but h4 is still attacked.
    game = in_world("chess", "4k3/8/8/8/4r3/7K/8/4R3")
    assert "h3h4" not in game.legal_moves()


def test_a_side_not_to_move_in_check_is_an_error() -> None:
    with pytest.raises(ValueError, match="in check"):
        in_world("chess", "4k3/8/8/8/8/8/8/K3R3")
    assert in_world("chess", "4k3/8/8/8/8/8/8/K3R3 b").in_check()


@pytest.mark.parametrize(
    ("name", "fen", "expected"),
    [
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b", ("white", "checkmate")),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b", (None, "stalemate")),
        ("fragments", "4k/2Q2/3K1/5/5 b", ("white", "stalemate")),
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", ("white", "checkmate")),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", (None, "stalemate")),
        ("chess", "7k/4Q3/6K1/8/8/8/8/8 b - - 100 80", (None, "fifty moves")),
        ("chess", "7k/4Q3/6K1/8/8/8/8/8 b - - 99 80", None),
        ("fragments", "4k/5/5/Q1K2/5 b - - 100 80", None),
    ],
)
def test_outcomes(name: str, fen: str, expected: tuple[str | None, str] | None) -> None:
    assert in_world(name, fen).outcome() == expected


@pytest.mark.parametrize(
    ("placed", "fide", "world"),
    [
        ("4k3/8/8/8/8/8/8/K7", True, True),
        ("4k3/8/8/8/8/8/8/KB6", True, False),
        ("4k3/8/8/8/8/8/8/KN6", True, False),
        ("4k1b1/8/8/8/8/8/8/KB6", True, False),
        ("4k1b1/8/8/8/8/8/8/K1B5", False, False),
        ("7k/1b1B4/1B6/8/8/8/8/K7", False, False),
        ("4k3/B1B5/1B6/8/8/8/8/K7", True, False),
        ("4k1n1/8/8/8/8/8/8/KB6", False, False),
        ("4k3/8/8/8/8/8/8/KNN5", False, False),
        ("4k3/8/8/8/8/8/P7/K7", False, False),
        ("4k3/8/8/8/8/8/8/KR6", False, False),
    ],
)
def test_insufficient_material(placed: str, fide: bool, world: bool) -> None:
    assert in_world("chess", placed).outcome() == ((None, "material") if fide else None)
    elsewhere = [
        in_world("twisted_carnival", placed),
        on_tiles("8/8/8/8/8/8/8/7?", placed),
        in_world("chess", placed.replace("/8/8/8/", "/8/7*/8/")),
    ]
    for game in elsewhere:
        assert game.outcome() == ((None, "material") if world else None)


def test_two_bare_kings_draw_in_fragments() -> None:
    assert in_world("fragments", "4k/5/5/5/K4").outcome() == (None, "material")
    assert in_world("fragments", "4k/5/5/5/KN3").outcome() is None


@pytest.mark.parametrize(("name", "times"), [("chess", 3), ("fragments", 5)])
def test_repetition(name: str, times: int) -> None:
    fens = {"chess": "4k3/8/8/8/8/8/8/KR6", "fragments": "4k/5/5/5/KR3"}
    game = in_world(name, fens[name])
    there_and_back = {
        "chess": ["b1b2", "e8e7", "b2b1", "e7e8"],
        "fragments": ["b1b2", "e5e4", "b2b1", "e4e5"],
    }[name]
    for _ in range(times - 1):
        assert game.outcome() is None
        played(game, *there_and_back)
    assert game.outcome() == (None, "repetition")


def test_castling_rights_count_for_repetition() -> None:
    game = in_world("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ")
    first = game.repetition_key()
    played(game, "a1a2", "e8e7", "a2a1", "e7e8")
    assert game.repetition_key() != first
    second = game.repetition_key()
    played(game, "a1a2", "e8e7", "a2a1", "e7e8")
    assert game.repetition_key() == second


@pytest.mark.parametrize(
    ("placed", "usable"),
    [
        ("4k3/8/8/8/3pP3/8/8/4K3", True),
        ("4k3/8/8/8/2p1P3/8/8/4K3", False),  # no pawn stands ready
        ("3k4/8/8/8/3pP3/8/8/3RK3", False),  # the pawn is pinned
        ("8/8/8/8/k2pP2R/8/8/4K3", False),  # both pawns leave the rank
    ],
)
def test_an_en_passant_right_counts_only_if_it_can_be_used(placed: str, usable: bool) -> None:
    with_right = in_world("chess", f"{placed} b - e3")
    without = in_world("chess", f"{placed} b - -")
    assert (with_right.repetition_key() != without.repetition_key()) == usable
    assert with_right.fen().split()[3] == "e3"


# --- section 6: notation -------------------------------------------------------------------


def test_a_void_of_the_fen_makes_any_tile_void() -> None:
    game = in_world("chess", "4k3/8/8/8/*7/8/8/R3K3")
    assert targets(game, "a1") == {"a2", "a3", "b1", "c1", "d1"}
    assert placement(game) == "4k3/8/8/8/*7/8/8/R3K3"


def test_the_voids_of_the_world_may_be_missing_and_are_written() -> None:
    game = in_world("void_dimension", "8/1k6/8/8/8/8/1K1Q4/8 b")
    assert placement(game) == "********/*k5*/*6*/*6*/*6*/*6*/*K1Q3*/********"


@pytest.mark.parametrize(
    ("name", "fen", "message"),
    [
        ("void_dimension", "k7/8/8/8/8/8/1K6/8", "unsafe"),
        ("pirate_seas", "4k3/8/8/8/N7/8/8/4K3", "unsafe"),
        ("volcanic_wasteland", "4k3/8/8/2N5/8/8/8/4K3", "unsafe"),
        ("chess", "8/8/8/8/8/8/8/4K3 b", "kings"),
        ("fear_factory", "8/8/8/8/8/8/8/4K3 w", "kings"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w K", "castling"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - e6", "passed over"),
        ("chess", "4k3/8/8/8/8/8/8/4K2 w", "files"),
        ("chess", "4k3/8/8/8/8/8/4K3 w", "ranks"),
    ],
)
def test_a_wrong_fen_is_an_error(name: str, fen: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        in_world(name, fen)


def test_a_lost_king_can_be_read_where_there_are_belts() -> None:
    game = in_world("fear_factory", "8/8/8/8/8/8/8/4K3 b")
    assert game.outcome() == ("white", "king destroyed")
    assert game.legal_moves() == []
    assert not game.in_check()
    assert game.perft(1) == game.perft(3) == 0


@pytest.mark.parametrize(
    ("fen", "field", "castles"),
    [
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ", "KQ", set()),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB", "GB", {"e1g1", "e1b1"}),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ", "KQ", {"e1g1", "e1b1"}),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB", "KQ", {"e1g1", "e1b1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w HA", "KQ", {"e1h1", "e1a1"}),
        ("1r2k3/8/8/8/8/8/8/2R1K3 w Cb", "Qq", {"e1c1"}),
    ],
)
def test_castling_fields(fen: str, field: str, castles: set[str]) -> None:
    game = ModelGame(WORLDS["chess"], whole_fen(fen), chess960=True)
    assert game.fen().split()[2] == field
    rooks = {"e1a1", "e1b1", "e1c1", "e1g1", "e1h1"}
    assert rooks & set(game.legal_moves()) == castles


def test_a_right_is_written_by_its_file_once_its_rook_is_not_the_outermost() -> None:
    game = in_world("chess", "4k3/8/8/8/8/8/6PR/4K1R1 w G")
    assert game.fen().split()[2] == "K"
    assert played(game, "h2h1").fen().split()[2] == "G"


def test_chess960_castling_moves() -> None:
    game = ModelGame(WORLDS["chess"], whole_fen("4k3/8/8/8/8/8/8/5KR1 w K"), chess960=True)
    assert placement(played(game, "f1g1")) == "4k3/8/8/8/8/8/8/5RK1"
    game = ModelGame(WORLDS["chess"], whole_fen("4k3/8/8/8/8/8/8/R1K5 w Q"), chess960=True)
    assert placement(played(game, "c1a1")) == "4k3/8/8/8/8/8/8/2KR4"


def test_the_clocks() -> None:
    game = in_world("chess", "4k3/7p/8/8/8/8/8/R3K3 w - - 7 20")
    assert played(game, "a1a2").fen().split()[4:] == ["8", "20"]
    assert played(game, "h7h6").fen().split()[4:] == ["0", "21"]
    assert played(game, "a2h2", "e8e7", "h2h6").fen().split()[4:] == ["0", "22"]


def test_a_board_of_another_shape() -> None:
    world = custom_world("narrow", 4, 8, "k3/p3/4/4/4/4/3P/3K w - - 0 1")
    game = ModelGame(world)
    assert set(game.legal_moves()) == {"d2d3", "d2d4", "d1c1", "d1c2"}
    assert played(game, "d2d4").fen() == "k3/p3/4/4/3P/4/4/3K b - d3 0 1"
