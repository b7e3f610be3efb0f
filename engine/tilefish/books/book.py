"""Opening books: the moves that a book has for a position, and the choice among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.rules.messages import quote

LEAST_SHARE = 1 / 20
"""A move with less than this share of the best move's weight is not played: the book has it, but it scores
badly."""


class BookMove(NamedTuple):
    """A legal move and its weight: how often to play it, relative to the others."""

    move: Move
    weight: int


class Book(Protocol):
    """A source of moves for positions."""

    def moves(self, game: Game) -> list[BookMove]:
        """The legal moves that it has for the position of a game, the heaviest first."""

    def misfit(self, game: Game) -> str | None:
        """Why it can have no moves for such games, or None."""


def open_book(path: Path) -> Book:
    """The book in a file: Polyglot's if it ends in `.bin`, else Tilefish's own text. Raises `InputError`."""
    if path.suffix.lower() == ".bin":
        from tilefish.books.polyglot import PolyglotBook

        return PolyglotBook(path)
    from tilefish.books.book_text import read_book

    return read_book(path)


def why_unread(path: Path, error: Exception) -> str:
    """The message about a file that cannot be opened."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else error
    return f"cannot read the book {quote(str(path), 200)}: {why}"


def playable(moves: Sequence[BookMove]) -> list[BookMove]:
    """Those of the moves that do not score badly."""
    least = LEAST_SHARE * max((move.weight for move in moves), default=0)
    return [move for move in moves if move.weight > 0 and move.weight >= least]


def draw(moves: Sequence[BookMove], rng: Random) -> BookMove | None:
    """One of the playable moves, drawn at random: twice the weight is drawn twice as often."""
    candidates = playable(moves)
    if not candidates:
        return None
    return rng.choices(candidates, [move.weight for move in candidates])[0]
