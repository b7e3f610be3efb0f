"""`Analysis`: a search in the background, and its lines for the thread that waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tilefish.engine.limits import Limits
from tilefish.game.game import Game

if TYPE_CHECKING:
    from tilefish.engine.engine import CurrentMove, Engine, Info, Result
    from tilefish.engine.searching import Search

CHECK_SECONDS = 0.1
"""The time between two checks whether the work that is waited for goes on."""

Asker = Callable[[], bool]
"""Whether the work is to end before it is done."""


def wait_while(wait: Callable[[float], bool], goes_on: Callable[[], bool]) -> None:
    """Waits until `wait` returns that the work is done, and in between as long as it goes on."""
    while not wait(CHECK_SECONDS) and goes_on():
        pass


class AnalysisWatcher:
    """Gets reports while a search runs, always in the thread that waits for it. This one ignores them."""

    def line_found(self, info: Info) -> None:
        """A line was found."""

    def time_passed(self, analysis: Analysis) -> None:
        """A check: some time has passed."""


class Analysis:
    """A search in the background. It gives its lines one after the other, as it finds them:

        with engine.analysis(game, Limits(depth=20)) as lines:
            for info in lines:
                ...

    Leaving the block ends the search. `watch` waits for its end instead, and reports to a watcher meanwhile.
    """

    def __init__(self, engine: Engine, game: Game, limits: Limits, lines: int) -> None:
        self._queue: SimpleQueue[Info | None] = SimpleQueue()
        self._is_over = False
        self.current_move: CurrentMove | None = None
        """The root move that a long search is searching."""
        self.search: Search = engine.start(
            game,
            limits,
            lines=lines,
            background=True,
            report=self._queue.put,
            watch=self._set_current_move,
            at_end=lambda: self._queue.put(None),
        )

    def _set_current_move(self, current: CurrentMove) -> None:
        self.current_move = current

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = None if self._is_over else self._queue.get()
        if info is None:
            self._is_over = True
            self.stop()  # with the error that ended it, if there was one
            raise StopIteration
        return info

    def watch(self, watcher: AnalysisWatcher | None = None, asked_to_end: Asker = lambda: False) -> Result:
        """Waits until the search is done or is asked to end, and returns its result."""
        observer = watcher or AnalysisWatcher()

        def goes_on() -> bool:
            if asked_to_end():
                return False
            self._hand_over(observer)
            observer.time_passed(self)
            return True

        try:
            wait_while(self.search.wait, goes_on)
        finally:
            result = self.stop()
        self._hand_over(observer)
        return result

    def _hand_over(self, watcher: AnalysisWatcher) -> None:
        """Reports the lines that were found since the last time."""
        while not self._is_over:
            try:
                info = self._queue.get_nowait()
            except Empty:
                return
            if info is None:
                self._is_over = True
            else:
                watcher.line_found(info)

    def stop(self) -> Result:
        """Ends the search, and returns what it found. Lines that are already there can still be read."""
        return self.search.stop()

    @property
    def result(self) -> Result | None:
        """The result of the search, once it is done."""
        return self.search.result

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
