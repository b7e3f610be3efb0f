"""Where a move comes from: a book, what finished games taught, or calculation."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import Enum

from tilefish.books.book import Book
from tilefish.game.game import Game
from tilefish.rules.text.actions import without_face


class Origin(Enum):
    """What knew a move before it was played."""

    BOOK = "book"
    LEARNED = "learned"
    CALCULATED = "calculated"
    """Neither of them."""


KnownMoves = Callable[[Game], Container[str]]
"""The moves, in UCI notation, that are known in a position."""


@dataclass(frozen=True, slots=True)
class Origins:
    """A book and learned moves, either of which may be missing."""

    book: Book | None = None
    learned: KnownMoves | None = None

    def of(self, game: Game, move: str) -> Origin:
        """The origin of a move in a position, with or without its die."""
        bare = without_face(move)
        if self.book is not None and any(known.move == bare for known in self.book.moves(game)):
            return Origin.BOOK
        if self.learned is not None and bare in self.learned(game):
            return Origin.LEARNED
        return Origin.CALCULATED
