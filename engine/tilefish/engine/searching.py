"""`Search`: a search that runs beside other work, in a thread of its own."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from tilefish.core.search.pause_gate import PauseGate
from tilefish.engine.limits import Limits
from tilefish.game.game import Game

if TYPE_CHECKING:
    from tilefish.engine.engine import CurrentMove, Engine, Info, Result

State = Literal["idle", "searching", "done"]


class Search:
    """A search that `Engine.start` began.

    In a game loop it runs only inside `step`: the step lets it run for a number of milliseconds and returns
    when it waits again, so that a frame's other work has the processor to itself. In the background (`run`)
    it runs all the time. Its limits count the time that it was granted.
    """

    def __init__(
        self,
        engine: Engine,
        game: Game,
        limits: Limits,
        gate: PauseGate,
        lines: int,
        report: Callable[[Info], None] | None = None,
        at_end: Callable[[], None] | None = None,
        watch: Callable[[CurrentMove], None] | None = None,
    ) -> None:
        self.game = game.copy()
        """The position that is searched: a copy of the game, which the caller may change."""
        self.limits = limits
        self._engine = engine
        self._gate = gate
        self._wanted = lines
        self._report = report
        self._at_end = at_end
        self._watch = watch
        self._has_begun = False
        self._is_under_way = False
        self._found: dict[int, Info] = {}
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._ended = threading.Event()
        self._one_at_a_time = threading.Lock()
        gate.close()
        self._thread = threading.Thread(target=self._search, name="tilefish-search", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # the system has no more threads
            gate.finish()
            raise

    # --- granting time -----------------------------------------------------------------------------------

    def step(self, milliseconds: float) -> State:
        """Lets it run for this time, or until it is done, and returns when it has stopped. Call it once a
        frame, with the time that the frame has to spare."""
        if not self._ended.is_set():
            with self._one_at_a_time:
                self._has_begun = True
                self._gate.grant(milliseconds / 1000)
        self._raise_error()
        return self.state

    def run(self) -> None:
        """From now on it runs by itself, in parallel with everything else."""
        self._has_begun = True
        self._gate.open()

    def hold(self) -> None:
        """Pauses a search that runs by itself, until `run`. Its threads stop where they next read the clock;
        its limits do not count the time of the pause."""
        if not self._ended.is_set():
            self._gate.pause()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until a search that runs by itself is done, or for `seconds`. Returns whether it is done."""
        is_done = self._ended.wait(seconds)
        self._raise_error()
        return is_done

    def stop(self) -> Result:
        """Ends it at once and returns its result; after the end, only returns the result."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("what a search reports to cannot wait for its end: engine.stop() ends it")
        self.abandon()
        return self.found()

    def found(self) -> Result:
        """Its result. Raises the error that ended it, and RuntimeError before its end."""
        self._raise_error()
        if self._result is None:
            raise RuntimeError("the search is not done: wait for it, or stop it")
        return self._result

    def abandon(self) -> None:
        """Ends it at once, and ignores its result and its errors."""
        if not self._ended.is_set():
            self._engine.stop()
            self.run()
        self._thread.join()

    # --- what it has found -------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """`idle` before it is granted any time, `searching`, or `done`."""
        if self._ended.is_set():
            return "done"
        return "searching" if self._has_begun else "idle"

    @property
    def result(self) -> Result | None:
        """The result, with the move to play, once it is done."""
        return self._result

    @property
    def lines(self) -> tuple[Info, ...]:
        """The best lines so far, the best one first; none before the first iteration is done."""
        found = dict(self._found)
        return tuple(found[place] for place in sorted(found))

    @property
    def best(self) -> Info | None:
        """The best line so far."""
        return next(iter(self.lines), None)

    @property
    def depth(self) -> int:
        """The depth of the best line so far."""
        return self.best.depth if self.best else 0

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
        if self._ended.is_set():
            return self.best.nodes if self.best else 0
        return self._engine.nodes_of(self.game) if self._is_under_way else 0

    # --- the thread --------------------------------------------------------------------------------------

    def _search(self) -> None:
        _give_way(self._engine.niceness)
        self._gate.enter()
        try:
            self._is_under_way = True
            self._result = self._engine.search_now(
                self.game, self.limits, self._wanted, self._take, self._watch
            )
            self._found.update((info.multipv, info) for info in self._result.lines)
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()
            self._gate.finish()
            if self._at_end is not None:
                self._at_end()

    def _take(self, info: Info) -> None:
        if not info.bound:
            self._found[info.multipv] = info
        if self._report is not None:
            self._report(info)

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error


def _give_way(niceness: int) -> None:
    """Sets the niceness of this thread and of those that it starts. Only Linux has one for each thread."""
    if sys.platform == "linux" and niceness > os.getpriority(os.PRIO_PROCESS, 0):
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
