"""A learning file beside games that are being played: read before each search, fed when a game is over.

A move never waits for it: it is read within a short time limit, and fed in a thread of its own. An error in
it costs no move; it is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from tilefish.game.game import Game
from tilefish.learning.database import PATIENCE
from tilefish.learning.hints import MoveHint, hints_near
from tilefish.learning.recording import entries_of_record
from tilefish.learning.store import Store
from tilefish.pgn import GameRecord
from tilefish.rules.errors import InputError

OPENING_PATIENCE = 3.0
"""Seconds to wait for another program when the file is opened, between games."""
HURRY = 0.05
"""Time limits in seconds for the answer about one position, and for all further ones."""


class Companion:
    """The learning file as players use it. `report` sends a message to people, from any thread. Raises
    `InputError` for a file that cannot be opened."""

    def __init__(self, path: str | Path | None, report: Callable[[str], None]) -> None:
        self._report = report
        self._complaint = ""
        self._fed = _opened(path, PATIENCE)
        self._asked = _opened(path, HURRY)
        self._games: SimpleQueue[Callable[[Store], object] | None] = SimpleQueue()
        """The recordings that wait, one for each game."""
        self._thread: Thread | None = None

    def near(self, game: Game) -> Sequence[MoveHint]:
        """The learned bonuses near the position of a game. The same error is reported once."""
        try:
            hints = hints_near(game, self._asked, HURRY)
        except InputError as error:
            if str(error) != self._complaint:
                self._complaint = str(error)
                self._report(f"nothing is learned from: {error}")
            return ()
        self._complaint = ""
        return hints

    def record(self, game: Game) -> None:
        """Counts a game that is over on the board, in the background."""
        finished = game.copy()
        self._feed_soon(lambda store: store.record(finished))

    def record_game(self, record: GameRecord, digest: bytes | None = None) -> None:
        """Counts a game that is over by its record, in the background. One with a known `digest` is
        skipped."""
        variant, found = record.start.variant, entries_of_record(record, record.result)
        self._feed_soon(lambda store: store.record_entries(variant, found, digest))

    def _feed_soon(self, recording: Callable[[Store], object]) -> None:
        self._games.put(recording)
        if self._thread is None:
            self._thread = Thread(target=self._feed, name="learning", daemon=True)
            self._thread.start()

    def _feed(self) -> None:
        while (recording := self._games.get()) is not None:
            try:
                recording(self._fed)
            except InputError as error:
                self._report(f"a game was not learned from: {error}")

    def close(self) -> None:
        """Closes the file when all games are recorded."""
        if self._thread is not None:
            self._games.put(None)
            self._thread.join()
        self._fed.close()
        self._asked.close()


def _opened(path: str | Path | None, patience: float) -> Store:
    """The file, opened with `OPENING_PATIENCE`; `patience` applies from then on."""
    store = Store(path, patience=OPENING_PATIENCE)
    store.wait_for(patience)
    return store
