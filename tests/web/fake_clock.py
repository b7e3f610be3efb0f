"""A clock that a test sets: an event loop's time and timers, and what threads leave for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue


@dataclass
class Timer:
    """A call that is still to come."""

    at: float
    action: Callable[[], object]
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


class FakeClock:
    """Time passes only in `advance` and `tick`."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._timers: list[Timer] = []
        self._soon: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        timer = Timer(self.now + delay, callback)
        self._timers.append(timer)
        return timer

    def call_soon_threadsafe(self, callback: Callable[[], object]) -> None:
        self._soon.put(callback)

    def wait(self) -> None:
        """Waits until a thread has left something, and does it."""
        self._soon.get()()

    def take_all(self) -> None:
        """Does what threads have left."""
        while not self._soon.empty():
            self.wait()

    def advance(self, seconds: float) -> None:
        """Lets time pass, and does what is due, in its order."""
        end = self.now + seconds
        while due := [timer for timer in self._timers if timer.at <= end and not timer.is_cancelled]:
            timer = min(due, key=lambda each: each.at)
            self._timers.remove(timer)
            self.now = timer.at
            timer.action()
        self.now = end

    @property
    def waiting(self) -> int:
        """The number of calls that are still to come."""
        return sum(not timer.is_cancelled for timer in self._timers)
