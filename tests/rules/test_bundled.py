"""The variants that come with Tilefish, as RULES.md describes them."""

from __future__ import annotations

from importlib import resources

import pytest
from tests.values import bundled_file

from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import EndRules, Variant
from tilefish.rules.text.fen import format_fen, parse_fen
from tilefish.rules.text.tiles import format_tiles

CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FLOOR = "8/8/8/8/8/8/8/8"

VARIANTS = {
    "chess": (FLOOR, CHESS_START),
    "fragments": ("5/5/5/5/5", "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1"),
    "fragments2": ("5/5/5/5/5", "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1"),
    "ruined_overworld": ("8/8/8/1o4o1/4o3/8/8/8", CHESS_START),
    "pirate_seas": ("8/8/8/~==~~==~/~==~~==~/8/8/8", CHESS_START),
    "fear_factory": (
        "8/8/*<<<<<<*/8/8/*>>>>>>*/8/8",
        "rnbqkbnr/pppppppp/*6*/8/8/*6*/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    "twisted_carnival": ("8/8/1?1?1?2/2?1?1?1/1?1?1?2/2?1?1?1/8/8", CHESS_START),
    "volcanic_wasteland": ("8/8/8/2%2%2/2%2%2/8/8/8", CHESS_START),
    "void_dimension": (
        "********/*6*/*6*/*6*/*6*/*6*/*6*/********",
        "********/*nbqkbr*/*pppppp*/*6*/*6*/*PPPPPP*/*NBQKBR*/******** w - - 0 1",
    ),
    "exchange": (FLOOR, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 hp:- cd:- fx:K,k"),
    "almost": (FLOOR, "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"),
    "amazon": (FLOOR, "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"),
    "berolina": (FLOOR, CHESS_START),
    "chigorin": (FLOOR, "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1"),
    "hoppelpoppel": (FLOOR, CHESS_START),
    "newzealand": (FLOOR, CHESS_START),
    "knightmate": (FLOOR, "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"),
    "losalamos": ("6/6/6/6/6/6", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"),
    "makruk": (FLOOR, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    "ai-wok": (FLOOR, "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1"),
    "asean": (FLOOR, "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1"),
}
FITTED = (
    "chess", "fragments", "void_dimension", "exchange", "amazon", "knightmate", "losalamos", "makruk",
)  # fmt: skip
BARE_KINGS = (
    "ruined_overworld", "pirate_seas", "fear_factory", "twisted_carnival", "volcanic_wasteland",
    "void_dimension", "exchange", "fragments", "fragments2", "newzealand", "knightmate",
)  # fmt: skip

library = Library(environment=False)


def test_these_are_all() -> None:
    files = {
        file.name for file in resources.files("tilefish.variants").iterdir() if file.name.endswith(".toml")
    }
    assert set(VARIANTS) == {name.removesuffix(".toml") for name in files} == set(library.names())


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Variant:
    return library.load(request.param)


def test_board_and_start(variant: Variant) -> None:
    tiles, start = VARIANTS[variant.name]
    assert format_tiles(variant.tiles, variant.files, variant.ranks) == tiles
    assert format_fen(variant, variant.start) == start
    assert parse_fen(variant, start).turn == 0


def test_they_tell_what_they_are(variant: Variant) -> None:
    assert variant.title
    assert len(variant.rules) > 80
    assert variant.source
    assert variant.path.endswith(f"{variant.name}.toml")


def test_values_are_those_of_the_file_or_of_what_it_extends(variant: Variant) -> None:
    """A piece with other moves than there has no value from there: mobility gives it one."""
    file = bundled_file(variant.name)
    base = {kind.name: kind for kind in library.load(file["extends"]).kinds} if "extends" in file else {}
    for kind in variant.kinds:
        in_file = file.get("pieces", {}).get(kind.name, {})
        in_base = base.get(kind.name)
        if "value" in in_file:
            assert kind.value == tuple(in_file["value"])
        elif in_base is not None and in_base.steps == kind.steps:
            assert kind.value == in_base.value
        else:
            assert kind.value is None


@pytest.mark.parametrize("name", FITTED)
def test_all_pieces_of_a_fitted_variant_have_values_and_square_tables(name: str) -> None:
    kinds = library.load(name).kinds
    assert all(kind.value is not None for kind in kinds if not kind.royal)
    assert all(kind.squares is not None for kind in kinds)


def test_end_rules(variant: Variant) -> None:
    if variant.name.startswith("fragments"):
        assert variant.end == EndRules(True, 5, False, "bare-kings")
    else:
        fifty_moves = variant.combat is None and variant.name not in ("makruk", "ai-wok")
        assert variant.end == EndRules(False, 3, fifty_moves, variant.end.material)
    assert variant.material_rule == ("bare-kings" if variant.name in BARE_KINGS else "fide")


@pytest.mark.parametrize(
    ("name", "white", "black", "promotion"),
    [
        ("chess", "a2", "a7", (7, 0)),
        ("fragments", "a2", "a4", (4, 0)),
        ("void_dimension", "b3", "b6", (6, 1)),
    ],
)
def test_pawn_ranks(name: str, white: str, black: str, promotion: tuple[int, int]) -> None:
    variant = library.load(name)
    pawn = variant.kind("pawn")
    assert pawn is not None
    for side, square in enumerate((white, black)):
        assert variant.square_of(square) in pawn.initial_squares[side]
        assert len(pawn.initial_squares[side]) == variant.files
    assert variant.promotion_rank == promotion


def test_fragments() -> None:
    fragments = library.load("fragments")
    right = fragments.kind("right")
    assert right is not None
    assert (right.letter, right.betza) == ("r", "RN")
    assert fragments.kind("rook") is None
    assert fragments.promotion_to == (("queen",), ("queen",))
    assert fragments.en_passant
    assert fragments.castling is None


def test_castling() -> None:
    for variant in map(library.load, ("void_dimension", "losalamos", "makruk", "ai-wok", "asean")):
        assert variant.castling is None
    for variant in map(library.load, ("pirate_seas", "knightmate", "newzealand", "almost")):
        assert variant.castling is not None


@pytest.mark.parametrize(
    ("name", "white", "black", "ranks"),
    [
        ("almost", "chancellor rook bishop knight", "chancellor rook bishop knight", (7, 0)),
        ("amazon", "amazon rook bishop knight", "amazon rook bishop knight", (7, 0)),
        ("chigorin", "chancellor rook knight", "queen rook bishop", (7, 0)),
        ("knightmate", "queen rook bishop mann", "queen rook bishop mann", (7, 0)),
        ("losalamos", "queen rook knight", "queen rook knight", (5, 0)),
        ("makruk", "met", "met", (5, 2)),
        ("ai-wok", "ai-wok", "ai-wok", (5, 2)),
        ("asean", "queen rook bishop knight", "queen rook bishop knight", (7, 0)),
    ],
)
def test_promotion(name: str, white: str, black: str, ranks: tuple[int, int]) -> None:
    variant = library.load(name)
    assert variant.promotion_to == (tuple(white.split()), tuple(black.split()))
    assert variant.promotion_rank == ranks
