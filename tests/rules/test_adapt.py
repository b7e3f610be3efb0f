"""Worlds and pieces laid over a variant for one game."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish import Game
from tilefish.rules.errors import FenError, InputError
from tilefish.rules.files.adapt import apply_pieces, apply_world
from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import MAX_KINDS, Variant
from tilefish.rules.text.betza import parse_betza
from tilefish.rules.text.fen import format_fen
from tilefish.rules.text.tiles import format_tiles

library = Library(environment=False)
CHESS = library.load("chess")
FRAGMENTS = library.load("fragments")


def tiles_of(variant: Variant) -> str:
    return format_tiles(variant.tiles, variant.files, variant.ranks)


# --- worlds ----------------------------------------------------------------------------------------------


def test_a_world_replaces_the_terrain() -> None:
    world = apply_world(CHESS, "8/8/8/3*~3/8/8/8/8")
    assert tiles_of(world) == "8/8/8/3*~3/8/8/8/8"
    assert format_fen(world, world.start) == "rnbqkbnr/pppppppp/8/3*4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert world.material_rule == "bare-kings"
    assert world.kinds == CHESS.kinds


def test_a_world_takes_away_the_voids_of_the_variant() -> None:
    world = apply_world(library.load("void_dimension"), "8/8/8/8/8/8/8/8")
    assert world.plain_floor
    assert format_fen(world, world.start) == "8/1nbqkbr1/1pppppp1/8/8/1PPPPPP1/1NBQKBR1/8 w - - 0 1"


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_world(text: str) -> None:
    assert apply_world(CHESS, text) is CHESS


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("8/8", "2 ranks, the board has 8"),
        ("8/8/8/8/8/8/8/4x3", '"x" on rank 1'),
    ],
)
def test_worlds_that_do_not_fit(text: str, fragment: str) -> None:
    with pytest.raises(InputError, match=fragment):
        apply_world(CHESS, text)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("8/8/8/8/8/8/8/4~3", "the white king on e1 stands on water"),
        ("*7/8/8/8/8/8/8/8", "the black rook on a8 stands on void"),
    ],
)
def test_a_start_that_a_world_makes_impossible(text: str, fragment: str) -> None:
    world = apply_world(CHESS, text)
    with pytest.raises(FenError, match=fragment):
        Game(world)
    placed = Game(world, "k7/8/8/8/8/8/8/K7 w" if "~" in text else "7k/8/8/8/8/8/8/K7 w")
    assert not placed.is_standard_start


# --- pieces ----------------------------------------------------------------------------------------------


def test_a_piece_gets_other_moves() -> None:
    variant = apply_pieces(CHESS, "r:RN")
    rook = variant.kind("rook")
    assert rook is not None
    assert (rook.letter, rook.betza, rook.steps) == ("r", "RN", parse_betza("RN"))
    assert rook.value is None
    assert [kind.name for kind in variant.kinds] == [kind.name for kind in CHESS.kinds]
    assert variant.promotion_to == CHESS.promotion_to


def test_a_changed_minor_piece_is_none_any_more() -> None:
    assert [kind.name for kind in apply_pieces(CHESS, "b:BN").kinds if kind.minor] == ["knight"]


def test_a_piece_is_added() -> None:
    variant = apply_pieces(CHESS, " c:BN , R:WD")
    assert variant.kinds[-1].name == "piece-c"
    assert variant.kinds[-1].value is None
    assert variant.promotion_to == CHESS.promotion_to
    assert apply_pieces(FRAGMENTS, "c:BN").promotion_to == (("queen",), ("queen",))


def test_initial_moves_hold_where_the_piece_starts() -> None:
    rook = apply_pieces(CHESS, "r:RiA").kind("rook")
    assert rook is not None
    assert rook.initial_squares == (frozenset((0, 7)), frozenset((56, 63)))


def test_the_king_may_move_differently() -> None:
    king = apply_pieces(CHESS, "k:KN").kind("king")
    assert king is not None
    assert king.royal
    assert king.betza == "KN"


def test_fide_draws_belong_to_fide_pieces() -> None:
    assert CHESS.material_rule == "fide"
    assert apply_pieces(CHESS, "c:BN").material_rule == "bare-kings"


def test_no_pieces() -> None:
    assert apply_pieces(CHESS, " ") is CHESS


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("r", 'invalid piece "r"'),
        ("r:RN,", 'invalid piece ""'),
        ("rr:RN", 'invalid letter "rr"'),
        (":RN", 'invalid letter ""'),
        ("1:RN", 'invalid letter "1"'),
        ("é:RN", 'invalid letter "é"'),
        ("r:RX", 'the piece "r": in "RX", letter 2'),
        ("c:", 'the piece "c": the moves are empty'),
        ("c:BN,C:RN", '"c" is there twice'),
        ("p:K", '"p" is the pawn of chess'),
        (",".join(f"{letter}:W" for letter in "acdefghijlmostuvwx"), f"{MAX_KINDS} kinds are the most"),
    ],
)
def test_pieces_that_are_wrong(text: str, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        apply_pieces(CHESS, text)
    assert fragment in str(caught.value)


@given(
    st.sampled_from([CHESS, FRAGMENTS]),
    st.one_of(st.text(max_size=40), st.text("8/.*~=%o?<>^v1234567", max_size=70)),
)
def test_any_world_is_laid_or_refused(variant: Variant, text: str) -> None:
    with contextlib.suppress(InputError):
        assert len(apply_world(variant, text).tiles) == len(variant.tiles)


@given(
    st.one_of(
        st.text(max_size=30),
        st.lists(st.from_regex("[a-zA-Z]:[WFDNAHKRBQ]{1,3}", fullmatch=True)).map(",".join),
    )
)
def test_any_pieces_are_applied_or_refused(text: str) -> None:
    with contextlib.suppress(InputError):
        assert len(apply_pieces(CHESS, text).kinds) <= MAX_KINDS
