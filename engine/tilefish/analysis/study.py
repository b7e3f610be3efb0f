"""One position searched while a caller may watch, and may end it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from tilefish.engine.engine import CurrentMove, Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search
from tilefish.game.game import Game

_GLANCE = 0.1
"""Seconds between two checks of a search."""

Asker = Callable[[], bool]
"""Whether the work is to end before it is done."""


@dataclass(frozen=True, slots=True)
class SearchStatus:
    """The current state of a search."""

    search: Search
    looking: CurrentMove | None


class Watcher:
    """Gets reports while a search runs, always in the thread that waits for it. This one ignores them."""

    def take(self, info: Info) -> None:
        """A line was found."""

    def look(self, status: SearchStatus) -> None:
        """Some time has passed."""


def study(
    engine: Engine,
    game: Game,
    limits: Limits,
    lines: int = 1,
    *,
    asked_to_end: Asker = lambda: False,
    watcher: Watcher | None = None,
) -> Result:
    """Searches for the given number of best lines until a limit is reached or the caller asks for the end."""
    watcher = watcher or Watcher()
    found: SimpleQueue[Info] = SimpleQueue()
    looked_at: list[CurrentMove] = []
    engine.lines = lines
    search = engine.start(game, limits, background=True, report=found.put, watch=looked_at.append)
    try:
        while not search.wait(_GLANCE) and not asked_to_end():
            _hand_over(found, watcher)
            watcher.look(SearchStatus(search, looked_at[-1] if looked_at else None))
            del looked_at[:-1]
    finally:
        result = search.stop()
    _hand_over(found, watcher)
    return result


def _hand_over(found: SimpleQueue[Info], watcher: Watcher) -> None:
    while True:
        try:
            info = found.get_nowait()
        except Empty:
            return
        watcher.take(info)
