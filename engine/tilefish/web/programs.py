"""`Programs`: engines of the command line that play on the page, each game with processes of its own.

A program may be broken in any way. What waits for it waits in a thread, so that a bad one holds up its own
game and nothing else; `match/uci_process.py` sees to it that every wait ends."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass

from tilefish.game.game import Game
from tilefish.match.control import Turn
from tilefish.match.players import Entrant, Program, TimedMove
from tilefish.match.uci_process import EngineError, Failure, kill_all

MOST_RUNNING = 8
"""The most programs that run at once. Beyond this, one that waits for its turn in another game is ended."""
STARTING_SECONDS = 10.0
"""Seconds to start."""
PATIENCE = 10.0
"""Seconds beyond its time until a program counts as hung."""
_LEAVING_SECONDS = 4.0

Seat = tuple[str, str]
"""A game's identity and a side."""


@dataclass(slots=True)
class _RunningProgram:
    """A program at its seat; `has_begun` once it knows the game, `is_busy` while it is to move, `is_hurried`
    if it is to do so at once."""

    program: Program
    has_begun: bool = False
    is_busy: bool = False
    is_hurried: bool = False
    is_cut_off: bool = False

    def cut_off(self) -> None:
        """Ends the program at once. One that is being started ends when it has started."""
        self.is_cut_off = True
        self.program.cut_off()


class Programs:
    """The programs that play, by their seats. All methods are for the event loop."""

    def __init__(self, most: int = MOST_RUNNING) -> None:
        self._most = most
        self._running: dict[Seat, _RunningProgram] = {}
        """Those that moved last at the end."""
        self._leaving: set[Future[None]] = set()
        """The ends of those that were asked to quit."""
        self._threads = ThreadPoolExecutor(2 * most, thread_name_prefix="program")

    def __len__(self) -> int:
        """The number of programs that run, or are about to."""
        return len(self._running)

    async def move(
        self, seat: Seat, entrant: Entrant, game: Game, turn: Turn, at_once: bool = False
    ) -> TimedMove:
        """The move of a program, which is started if it does not run; `at_once` stops it as soon as it
        searches. Raises `EngineError`; the program is then ended, and started again for the next move. So it
        is if this is cancelled."""
        running = self._running.pop(seat, None) or self._place(entrant)
        self._running[seat] = running
        running.is_busy, running.is_hurried = True, at_once
        thinking = self._threads.submit(_move, running, game, turn)
        try:
            return await asyncio.wrap_future(thinking)
        except (asyncio.CancelledError, EngineError):
            if self._running.get(seat) is running:
                del self._running[seat]
            running.cut_off()
            self._threads.submit(_end_after, thinking, running.program)
            raise
        finally:
            running.is_busy = False

    def stop(self, seat: Seat) -> bool:
        """Lets a program that thinks, or is about to, move soon. Returns whether one does."""
        running = self._running.get(seat)
        if running is None or not running.is_busy:
            return False
        running.is_hurried = True
        self._threads.submit(running.program.stop)
        return True

    def release(self, seat: Seat) -> None:
        """Ends a program that is not needed any more."""
        running = self._running.pop(seat, None)
        if running is None:
            return
        if running.is_busy:
            running.cut_off()  # `move` clears up
            return
        leaving = self._threads.submit(running.program.close)
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def close(self) -> None:
        """Ends all programs, by force if they do not obey."""
        for seat in tuple(self._running):
            self.release(seat)
        leaving = [asyncio.wrap_future(each) for each in tuple(self._leaving)]
        if leaving:
            await asyncio.wait(leaving, timeout=_LEAVING_SECONDS)
        kill_all()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _place(self, entrant: Entrant) -> _RunningProgram:
        """A place for another program. Raises `EngineError`."""
        if len(self._running) >= self._most:
            idle = next((seat for seat, running in self._running.items() if not running.is_busy), None)
            if idle is None:
                raise EngineError(Failure.UNABLE, f"{self._most} programs are thinking, which is the most")
            self.release(idle)
        return _RunningProgram(Program(entrant))


def _move(running: _RunningProgram, game: Game, turn: Turn) -> TimedMove:
    """In a thread."""
    if not running.has_begun:
        running.program.begin(game, 0)
        running.has_begun = True
    if running.is_cut_off:
        raise EngineError(Failure.CRASH, "it was ended")
    return running.program.move(game, turn, lambda: running.is_hurried)


def _end_after(thinking: Future[TimedMove], program: Program) -> None:
    """Clears up after a program when its last call has failed."""
    wait_for([thinking])
    program.kill()
