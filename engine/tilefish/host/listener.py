"""Everything that a host reports, for a protocol to format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.game.game import Game
from tilefish.host.options import AnyOption

if TYPE_CHECKING:
    from tilefish.books.book import BookMove


class Listener(Protocol):
    """The interface of a listener. Its methods may run in the thread of a search. None of them may raise."""

    def message(self, text: str) -> None:
        """A message for people, of one line or several."""

    def variant_changed(self, name: str, game: Game) -> None:
        """Another variant was chosen."""

    def option_changed(self, option: AnyOption) -> None:
        """An option has other choices now."""

    def line(self, game: Game, info: Info) -> None:
        """A search has found a line."""

    def current_move(self, current: CurrentMove) -> None:
        """A long search begins another move of the root."""

    def no_moves(self, is_lost: bool) -> None:
        """The game is over, so there is nothing to search."""

    def book_move(self, move: BookMove, total: int) -> None:
        """The move to play comes from the book, where all moves of the position weigh `total`."""

    def best_move(self, result: Result) -> None:
        """The move to play; the end of every search that was not answered from the book."""

    def counts(self, by_move: dict[str, int]) -> None:
        """A count has ended: leaves by first move."""

    def is_connected(self) -> bool:
        """False once the output is closed."""
