"""Opening books: read, drawn from, built, and refused."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path
from random import Random

import chess
import chess.polyglot
import pytest
from tests.learning.games import played

from tilefish import FileError, Game, InputError
from tilefish.books.book import BookMove, draw, open_book
from tilefish.books.book_text import book_text, read_book
from tilefish.game.move import Move
from tilefish.learning.keys import position_key, rules_key
from tilefish.learning.recording import Entry
from tilefish.learning.tally import Tally

START = position_key(Game())
CHESS = Game().variant


def polyglot(path: Path, *entries: tuple[str, str, int]) -> Path:
    """Writes a Polyglot book of positions, moves (castling as king takes rook) and weights."""
    packed = []
    for fen, uci, weight in entries:
        board, move = chess.Board(fen), chess.Move.from_uci(uci)
        number = move.to_square | move.from_square << 6 | ((move.promotion or 1) - 1) << 12
        packed.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), number, weight, 0))
    path.write_bytes(b"".join(sorted(packed)))
    return path


def text(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


# --- drawing ------------------------------------------------------------------------------------------------


def test_moves_are_drawn_by_weight() -> None:
    moves = [
        BookMove(Move("a"), 30),
        BookMove(Move("b"), 10),
        BookMove(Move("c"), 1),
        BookMove(Move("d"), 0),
    ]
    rng = Random(1)
    drawn = Counter(str(move.move) for move in (draw(moves, rng) for _ in range(4000)) if move)
    assert drawn.keys() == {"a", "b"}  # the others score badly
    assert 2800 < drawn["a"] < 3200


def test_nothing_is_drawn_from_nothing_and_from_weights_of_nothing() -> None:
    assert draw([], Random(1)) is None
    assert draw([BookMove(Move("a"), 0)], Random(1)) is None


# --- Polyglot -----------------------------------------------------------------------------------------------


def test_a_polyglot_book(tmp_path: Path) -> None:
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    promotion = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
    path = polyglot(
        tmp_path / "book.bin",
        (chess.STARTING_FEN, "e2e4", 7),
        (chess.STARTING_FEN, "d2d4", 9),
        (chess.STARTING_FEN, "e2e5", 100),
        (castling, "e1h1", 3),
        (promotion, "a7a8n", 1),
    )
    book = open_book(path)
    assert book.moves(Game()) == [BookMove(Move("d2d4"), 9), BookMove(Move("e2e4"), 7)]
    assert book.moves(Game(fen=castling)) == [BookMove(Move("e1g1"), 3)]
    assert book.moves(Game(fen=castling, chess960=True)) == [BookMove(Move("e1h1"), 3)]
    assert book.moves(Game(fen=promotion)) == [BookMove(Move("a7a8n"), 1)]
    assert book.moves(played("e2e4")) == []


@pytest.mark.parametrize("variant", ["fragments", "twisted_carnival", "exchange"])
def test_a_polyglot_book_is_for_chess(tmp_path: Path, variant: str) -> None:
    book = open_book(polyglot(tmp_path / "book.bin", (chess.STARTING_FEN, "e2e4", 7)))
    assert book.moves(Game(variant)) == []
    assert book.misfit(Game(variant)) == f"a Polyglot book is for chess, not for {variant}"
    assert book.misfit(Game()) is None


@pytest.mark.parametrize("content", [b"", b"x", b"0" * 40])
def test_what_is_no_polyglot_book(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(content)
    with pytest.raises(InputError, match="not a Polyglot book"):
        open_book(path)


def test_a_polyglot_book_of_noise_has_no_illegal_move(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    key = struct.pack(">Q", chess.polyglot.zobrist_hash(chess.Board()))
    rng = Random(3)
    path.write_bytes(b"".join(key + rng.randbytes(8) for _ in range(500)))
    game = Game()
    assert {move.move for move in open_book(path).moves(game)} <= set(game.legal_moves)


# --- our own ------------------------------------------------------------------------------------------------


def test_a_book_of_ones_own(tmp_path: Path) -> None:
    path = text(
        tmp_path / "book.epd",
        "# by hand",
        "",
        f"{START} bm e2e4; weight 3;",
        f'{START} bm d2d4 c2c4; weight 5; c0 "solid; and quiet";',
        f"{START} bm g1f3;",
    )
    book = open_book(path)
    assert book.moves(Game()) == [
        BookMove(Move("c2c4"), 5),
        BookMove(Move("d2d4"), 5),
        BookMove(Move("e2e4"), 3),
        BookMove(Move("g1f3"), 1),
    ]
    assert book.misfit(Game("fragments")) is None  # it does not say what it is for


def test_a_book_of_a_combat_game(tmp_path: Path) -> None:
    game = Game("exchange")
    path = text(tmp_path / "book.epd", f"{position_key(game)} bm b1c3; weight 2;")
    assert open_book(path).moves(game) == [BookMove(Move("b1c3"), 2)]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("e2e4", "not a line of a book"),
        (f"{START} e2e4", "not a line of a book|invalid operation"),
        (f"{START} bm e2e4; weight x;", 'the weight is "x"'),
        (f"{START} bm e2e4; weight -1;", "the weight"),
        (f"{START} bm e2e4; weight 1.5;", "the weight"),
        (f"{START} bm e2e4; weight 99999999999;", "the weight"),
        (f"{START} weight 4;", "there is no move"),
        (f"{START} bm e2e4", "invalid operation"),
        (f"{START} bm e2e4; bm d2d4;", "twice"),
        (f'{START} bm e2e4; c0 "open;', "invalid operation"),
    ],
)
def test_a_line_that_is_wrong_is_reported(tmp_path: Path, line: str, says: str) -> None:
    path = text(tmp_path / "book.epd", f"{START} bm e2e4;", line)
    with pytest.raises(FileError, match=says) as caught:
        open_book(path)
    assert str(caught.value).startswith(f"{path}:2: ")


def test_what_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not text in UTF-8"):
        open_book(tmp_path / "book.epd")
    for wrong in (tmp_path, tmp_path / "nowhere.epd", Path("nul\0l")):
        with pytest.raises(InputError, match="cannot read the book"):
            open_book(wrong)


def test_what_cannot_be_played_is_found(tmp_path: Path) -> None:
    passed = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
    path = text(
        tmp_path / "book.epd",
        f"{START} bm e2e4;",
        f"{START} bm e2e5;",
        f"{passed} e3 bm e7e5;",
        "8/8 w - - bm e2e4;",
    )
    book = read_book(path)
    assert book.moves(Game()) == [BookMove(Move("e2e4"), 1)]
    mistakes = dict(book.mistakes(CHESS))
    assert mistakes.keys() == {2, 3, 4}
    assert f"{passed} -" in mistakes[3]


# --- building -----------------------------------------------------------------------------------------------


def test_what_was_played_often_and_well_is_taken(tmp_path: Path) -> None:
    entries = [
        Entry(START, "e2e4", Tally(5, 2, 3)),
        Entry(START, "d2d4", Tally(9, 0, 0)),
        Entry(START, "a2a3", Tally(1, 1, 0)),  # rare
        Entry(START, "f2f3", Tally(1, 8, 0)),  # bad
        Entry(START, "g2g4", Tally(0, 3, 0)),  # nothing but losses
    ]
    path = text(tmp_path / "book.epd", book_text(CHESS, entries, games=3, winrate=0.45))
    book = read_book(path)
    assert book.moves(Game()) == [BookMove(Move("d2d4"), 18), BookMove(Move("e2e4"), 13)]
    assert list(book.mistakes(CHESS)) == []
    assert (book.name, book.rules) == ("chess", rules_key(CHESS))
    assert 'c0 "+5 -2 =3";' in path.read_text(encoding="utf-8")
    assert book.misfit(Game("fragments")) == "the book is for chess, not for fragments"
    assert book.moves(Game("fragments")) == []
    assert book.misfit(Game(pieces="n:NN")) == "the book is for chess with other rules"
    everything = book_text(CHESS, entries, games=1, winrate=0)
    assert "g2g4" not in everything
    assert everything.count("bm ") == 4
