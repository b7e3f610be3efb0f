"""Drafts of positions: what the editor makes of texts and changes, whatever they are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from tests.seeds import seeded

from tilefish import Game, Library
from tilefish.rules.errors import FenError, InputError
from tilefish.rules.model.variant import BLACK, VOID, WHITE, Variant
from tilefish.web import editor
from tilefish.web.editor import EditedPosition, read_draft

LIBRARY = Library()
CHESS = LIBRARY.load("chess")
EXCHANGE = LIBRARY.load("exchange")


def test_without_a_text_it_is_the_start() -> None:
    for name in LIBRARY.names():
        draft = read_draft(LIBRARY.load(name), " ")
        assert (draft.problem, draft.fen) == ("", Game(name).fen())


def test_a_position_against_the_rules_keeps_its_text_and_says_why() -> None:
    draft = read_draft(CHESS, "8/8/8/8/8/8/8/K7  b Kq e9 x 0")
    assert draft.fen == "8/8/8/8/8/8/8/K7 b Kq e9 x 0"
    assert "black has no king" in draft.problem
    draft = editor.put_piece(draft, 63, "k")
    assert (draft.fen, draft.problem) == ("7k/8/8/8/8/8/8/K7 b - - 0 1", "")
    draft = editor.put_piece(draft, 62, "R")
    assert draft.problem == ""
    assert "is in check and white is to move" in editor.set_turn(draft, WHITE).problem


@pytest.mark.parametrize(
    "text", ["x", "8/8", "9/8/8/8/8/8/8/8", "zzzzzzzz/8/8/8/8/8/8/8", "hp:-", "/////// w"]
)
def test_a_text_without_a_placement_is_refused(text: str) -> None:
    with pytest.raises(FenError):
        read_draft(CHESS, text)


def test_pieces_are_put_moved_and_taken_away() -> None:
    draft = editor.cleared(read_draft(CHESS, ""))
    assert (draft.fen, draft.problem[:18]) == ("8/8/8/8/8/8/8/8 w - - 0 1", "white has no king:")
    for square, letter in ((4, "K"), (60, "k"), (0, "R"), (7, "R"), (12, "P")):
        draft = editor.put_piece(draft, square, letter)
    assert (draft.fen, draft.problem) == ("4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1", "")
    draft = editor.move_piece(draft, 12, 28)
    assert draft.fen.startswith("4k3/8/8/8/4P3/8/8/R3K2R")
    draft = editor.put_piece(draft, 28, "")
    assert draft.fen.startswith("4k3/8/8/8/8/8/8/R3K2R")
    attempts: list[Callable[[], EditedPosition]] = [
        lambda: editor.move_piece(draft, 28, 29),
        lambda: editor.put_piece(draft, 3, "x"),
        lambda: editor.put_piece(draft, 3, "~"),
        lambda: editor.put_piece(read_draft(LIBRARY.load("fragments"), ""), 25, "k"),
    ]
    for wrong in attempts:
        with pytest.raises(InputError):
            wrong()


def test_castling_rights_follow_the_pieces() -> None:
    draft = read_draft(CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")
    assert draft.castling() == {0: False, 7: False, 56: False, 63: False}
    for rook in (0, 7, 63):
        draft = editor.set_castling(draft, rook, True)
    assert draft.fen.split()[2] == "KQk"
    assert editor.move_piece(draft, 7, 15).fen.split()[2] == "Qk"
    assert editor.move_piece(draft, 4, 12).fen.split()[2] == "k"
    assert editor.set_castling(draft, 0, False).fen.split()[2] == "Kk"
    with pytest.raises(InputError):
        editor.set_castling(draft, 1, True)
    assert read_draft(EXCHANGE, "").castling() == {}


def test_en_passant_is_chosen_from_what_is_possible() -> None:
    draft = read_draft(CHESS, "4k3/8/8/8/4P1P1/8/8/4K3 b - - 0 1")
    assert sorted(draft.en_passant().values()) == ["e3", "g3"]
    draft = editor.set_en_passant(draft, "g3")
    assert draft.fen.split()[3] == "g3"
    assert editor.set_turn(draft, WHITE).fen.split()[3] == "-"
    assert editor.put_piece(draft, 14, "N").fen.split()[3] == "g3"
    assert editor.move_piece(draft, 30, 38).fen.split()[3] == "-"
    with pytest.raises(InputError):
        editor.set_en_passant(draft, "a3")
    slanted = read_draft(LIBRARY.load("berolina"), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    assert sorted(slanted.en_passant().values()) == ["d3e4", "f3e4"]
    assert editor.set_en_passant(slanted, "f3e4").problem == ""


def test_counters() -> None:
    draft = editor.set_counters(read_draft(CHESS, ""), 99, 321)
    assert draft.fen.endswith(" 99 321")
    for halfmove, fullmove in ((10_000, 1), (0, 0), (0, 100_000)):
        with pytest.raises(InputError):
            editor.set_counters(draft, halfmove, fullmove)


def test_void_is_made_and_unmade_but_not_that_of_the_variant() -> None:
    draft = editor.put_piece(read_draft(CHESS, ""), 27, VOID)
    assert draft.fen.split()[0] == "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR"
    assert draft.board.tile(27) == VOID
    assert editor.put_piece(draft, 27, "Q").fen.split()[0].split("/")[4] == "3Q4"
    assert editor.put_piece(draft, 27, "") == read_draft(CHESS, Game("chess").fen())
    island = read_draft(LIBRARY.load("void_dimension"), "")
    assert editor.put_piece(island, 0, "").fen == island.fen
    stands_on_void = editor.put_piece(island, 0, "Q")
    assert "stands on void" in stands_on_void.problem
    assert editor.put_piece(stands_on_void, 0, "").fen == island.fen
    assert editor.move_piece(draft, 8, 27).problem == ""
    assert VOID not in editor.to_start(draft).fen


def test_a_piece_on_water_is_shown_and_judged() -> None:
    draft = editor.put_piece(read_draft(LIBRARY.load("pirate_seas"), ""), 24, "N")
    assert "stands on water" in draft.problem
    assert draft.setup.pieces[24] == (1, WHITE)


def test_fighters_keep_their_state() -> None:
    draft = editor.set_fighter(read_draft(EXCHANGE, ""), 0, 5, 2, is_interposing=True)
    assert (draft.fen.split()[6:], draft.problem) == (["hp:a1=5", "cd:a1=2", "fx:K,k"], "")
    draft = editor.set_turn(draft, BLACK)
    draft = editor.set_fighter(draft, 0, 5, 2, is_interposing=True)
    assert draft.fen.split()[6:] == ["hp:a1=5", "cd:a1=2", "fx:K,k,Ia1"]
    draft = editor.move_piece(draft, 0, 27)
    assert draft.fen.split()[6:] == ["hp:d4=5", "cd:d4=2", "fx:K,k,Id4"]
    taken = editor.move_piece(draft, 1, 27)
    assert taken.fen.split()[6:] == ["hp:-", "cd:-", "fx:K,k"]
    assert editor.put_piece(draft, 27, "N").fen.split()[6:] == ["hp:-", "cd:-", "fx:K,k"]
    assert editor.put_piece(draft, 27, "R") == draft
    limits = editor.set_fighter(draft, 27, 999, 999, is_interposing=False)
    assert limits.fen.split()[6:8] == ["hp:-", "cd:d4=3"]
    decree = editor.set_side(draft, WHITE, 0, 9, is_exposed=True)
    assert (decree.fen.split()[8], decree.problem) == ("fx:k,D2,Id4,T", "")
    assert "all of its uses left" in editor.set_side(draft, WHITE, 1, 1, is_exposed=False).problem
    attempts: list[Callable[[], EditedPosition]] = [
        lambda: editor.set_fighter(draft, 35, 1, 0, is_interposing=False),
        lambda: editor.set_fighter(read_draft(CHESS, ""), 0, 1, 0, is_interposing=False),
        lambda: editor.set_side(read_draft(CHESS, ""), WHITE, 0, 0, is_exposed=False),
    ]
    for wrong in attempts:
        with pytest.raises(InputError):
            wrong()


@pytest.mark.parametrize("name", LIBRARY.names())
def test_mirrored_twice_is_the_same(name: str) -> None:
    draft = editor.to_start(read_draft(LIBRARY.load(name), ""))
    twice = editor.mirror(editor.mirror(draft))
    assert twice.fen == draft.fen
    assert editor.mirror(editor.put_piece(read_draft(CHESS, ""), 16, VOID)).setup.voids == {40}


@pytest.mark.parametrize("name", LIBRARY.names())
def test_whatever_is_changed_the_text_has_all_of_it(name: str) -> None:
    """A draft read from its own text is the same, and is legal exactly where the game's rules say so."""
    variant = LIBRARY.load(name)
    random = seeded("drafts", name)
    letters = ["", VOID, *(letter for kind in variant.kinds for letter in (kind.letter, kind.letter.upper()))]
    size = len(variant.tiles)
    draft = read_draft(variant, "")
    for _ in range(120):
        way, square, other = random.randrange(9), random.randrange(size), random.randrange(size)
        with suppress(InputError):
            draft = change_by_lot(draft, way, square, other, random.choice(letters))
        again = read_draft(variant, draft.fen)
        assert (again.fen, again.problem) == (draft.fen, draft.problem)
        assert (again.setup.pieces, again.board) == (draft.setup.pieces, draft.board)
        assert judgement(variant, draft.fen) == (draft.problem or draft.fen)


def judgement(variant: Variant, fen: str) -> str:
    """The FEN as a game writes it, or why there is no such game."""
    try:
        return Game(variant, fen).fen()
    except InputError as error:
        return str(error)


def change_by_lot(draft: EditedPosition, way: int, square: int, other: int, letter: str) -> EditedPosition:
    if way < 3:
        return editor.put_piece(draft, square, letter)
    if way < 5:
        return editor.move_piece(draft, square, other)
    if way == 5:
        return editor.set_turn(draft, square % 2)
    if way == 6:
        return editor.set_fighter(draft, square, other, other % 4, is_interposing=square % 2 == 1)
    if way == 7:
        rooks = list(draft.castling())
        return editor.set_castling(draft, rooks[square % len(rooks)], True) if rooks else draft
    return [editor.to_start, editor.cleared, editor.mirror][other % 3](draft)
