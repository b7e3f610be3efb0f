"""Polyglot's opening books, read by python-chess: for chess only, because their keys follow its rules."""

from __future__ import annotations

from pathlib import Path

import chess
import chess.polyglot

from tilefish.books.book import BookMove, why_unread
from tilefish.game.game import Game
from tilefish.learning.keys import rules_key
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

ENTRY_SIZE = 16


class PolyglotBook:
    """A `.bin` file, kept open."""

    def __init__(self, path: Path) -> None:
        name = quote(str(path), 200)
        try:
            size = path.stat().st_size
            if not size or size % ENTRY_SIZE:
                raise InputError(
                    f"{name} is not a Polyglot book: it is not made of entries of {ENTRY_SIZE} bytes"
                )
            self._reader = chess.polyglot.open_reader(path)
        except (OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(why_unread(path, error)) from error
        self._rules = rules_key(Game().variant)

    def moves(self, game: Game) -> list[BookMove]:
        """The legal moves that it has, the heaviest first. An accidental match of keys gives illegal ones."""
        if self.misfit(game):
            return []
        found = {}
        for entry in self._reader.find_all(chess.Board(game.fen(), chess960=game.chess960)):
            try:
                found[game.find_move(entry.move.uci())] = entry.weight
            except InputError:
                continue
        return sorted(map(BookMove, found, found.values()), key=lambda move: (-move.weight, move.move))

    def misfit(self, game: Game) -> str | None:
        """Polyglot's keys do not cover terrain and other pieces."""
        if rules_key(game.variant) == self._rules:
            return None
        return f"a Polyglot book is for chess, not for {game.variant.name}"
