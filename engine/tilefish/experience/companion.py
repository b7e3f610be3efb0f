"""A learning file beside games that are being played: asked before each search, fed when a game is over.

Nobody who plays waits for it: it is asked in a hurry, and fed in a thread of its own. What goes wrong with it
costs no move; it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from tilefish.experience.lore import Hint, lore_near
from tilefish.experience.store import PATIENCE, Store
from tilefish.game import Game
from tilefish.rulebook.errors import InputError

OPENING_PATIENCE = 3.0
"""Seconds to wait for another program when the file is opened, between games."""
HURRY = 0.05
"""Seconds for an answer about one position, and for going on to ask about further ones."""


class Companion:
    """The file as players have it. `tell` says something to people, from any thread. A file that cannot be
    opened raises `InputError`."""

    def __init__(self, path: str | Path | None, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._complaint = ""
        self._fed = Store(path, patience=OPENING_PATIENCE)
        self._fed.wait_for(PATIENCE)
        self._asked = Store(path, patience=OPENING_PATIENCE)
        self._asked.wait_for(HURRY)
        self._games: SimpleQueue[tuple[Game, str | None] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def near(self, game: Game) -> Sequence[Hint]:
        """What was learned near the position of a game. The same complaint is told once."""
        try:
            hints = lore_near(game, self._asked, HURRY)
        except InputError as error:
            if str(error) != self._complaint:
                self._complaint = str(error)
                self._tell(f"nothing is learned from: {error}")
            return ()
        self._complaint = ""
        return hints

    def record(self, game: Game, result: str | None = None) -> None:
        """Counts a finished game, soon. `result` is that on the board if it is not told."""
        self._games.put((game.copy(), result))
        if self._thread is None:
            self._thread = Thread(target=self._feed, name="learning", daemon=True)
            self._thread.start()

    def _feed(self) -> None:
        while (finished := self._games.get()) is not None:
            try:
                self._fed.record(*finished)
            except InputError as error:
                self._tell(f"a game was not learned from: {error}")

    def close(self) -> None:
        """Lets go of the file when all games are recorded."""
        if self._thread is not None:
            self._games.put(None)
            self._thread.join()
        self._fed.close()
        self._asked.close()
