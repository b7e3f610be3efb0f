"""A host's use of finished games: the learning file that it reads and feeds, and the opening book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tilefish.books.book import Book, BookMove, draw, open_book, why_unread
from tilefish.game.game import Game
from tilefish.learning.companion import Companion
from tilefish.learning.hints import MoveHint
from tilefish.rules.errors import InputError


class Experience:
    """Both for one host. `report` sends a message to people."""

    def __init__(self, report: Callable[[str], None], seed: int | None = None) -> None:
        self._report = report
        self._rng = Random(seed)
        self._file: Companion | None = None
        self._book: Book | None = None
        self._misfit: str | None = None
        self._ended: Game | None = None
        """The game that the last `bestmove` ended, if it is played."""
        self._recorded: Game | None = None

    # --- learning ----------------------------------------------------------------------------------------

    def learn_from(self, path: str | None) -> None:
        """Reads and feeds this learning file from now on: the default one if the path is empty, none if
        None."""
        file = None if path is None else Companion(path or None, self._report)
        self.close()
        self._file = file
        self._ended = self._recorded = None

    def close(self) -> None:
        """Closes the learning file when all games are recorded."""
        if self._file is not None:
            self._file.close()

    def memory(self, game: Game) -> Sequence[MoveHint]:
        """The learned bonuses near the position of a game."""
        return () if self._file is None else self._file.near(game)

    def position_sent(self, game: Game) -> None:
        """The host has set up a position. If it is over, so is the game that led there."""
        ended, self._ended = self._ended, None
        if ended is not None and _begins_anew(game, ended):
            self._record(ended)
        if game.move_stack and game.outcome() is not None:
            self._record(game)

    def answered(self, game: Game, move: str) -> None:
        """The engine has answered with a move. Only the next command shows whether it was played: a host need
        not send the position after the last move of a game."""
        if self._file is None:
            return
        twin = game.copy()
        try:
            twin.push(move)
        except InputError:  # a die is rolled for it
            return
        self._ended = twin if twin.outcome() is not None else None

    def game_ends(self) -> None:
        """A new game begins, or the session ends: the game that the last answer ended is over."""
        ended, self._ended = self._ended, None
        if ended is not None:
            self._record(ended)
        self._recorded = None

    def _record(self, game: Game) -> None:
        """Counts a game once, however often the host sends its last position."""
        if self._file is None or (self._recorded is not None and _is_same(game, self._recorded)):
            return
        self._recorded = game.copy()
        self._file.record(game)

    # --- books -------------------------------------------------------------------------------------------

    def take_book(self, path: str) -> None:
        """Plays from that book from now on; from none if the path is empty. Accepts files only: a pipe
        without a writer could block the game."""
        file = Path(path)
        if path and file.exists() and not file.is_file():
            raise InputError(why_unread(file, InputError("it is not a file")))
        self._book = open_book(file) if path else None
        self._misfit = None

    def book_move(self, game: Game) -> tuple[BookMove, int] | None:
        """A move of the book for the position, and the weight of all that could have been drawn. A book for
        other games is reported once."""
        if self._book is None:
            return None
        misfit = self._book.misfit(game)
        if misfit != self._misfit and misfit is not None:
            self._report(misfit)
        self._misfit = misfit
        moves = self._book.moves(game)
        chosen = draw(moves, self._rng)
        return None if chosen is None else (chosen, sum(move.weight for move in moves))


def _is_same(game: Game, other: Game) -> bool:
    return game.begins_like(other) and game.move_stack == other.move_stack


def _begins_anew(game: Game, before: Game) -> bool:
    """Whether a game is a new one, rather than the one before with another last move or with moves taken
    back."""
    if not game.begins_like(before) or not game.move_stack:
        return True
    return len(before.move_stack) > 1 and game.move_stack[0] != before.move_stack[0]
