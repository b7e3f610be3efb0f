"""`Throttle`: an action that is asked for often and done at most once in a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """A call that is still to come."""

    def cancel(self) -> object:
        """Takes it back."""


class EventClock(Protocol):
    """The time in seconds, and calls at a later time: an event loop of asyncio."""

    def time(self) -> float:
        """Seconds of a clock that never goes back."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Handle:
        """Calls a function after some seconds."""


class Throttle:
    """Does an action at once if the last time is long enough ago, and otherwise as soon as that is so.
    What is asked for in between is done once: the action looks at what is newest."""

    def __init__(self, seconds: float, action: Callable[[], object], clock: EventClock) -> None:
        self._seconds = seconds
        self._action = action
        self._clock = clock
        self._next = clock.time()
        """The earliest time of the next action."""
        self._waiting: Handle | None = None

    def ask(self) -> None:
        """Asks for the action."""
        if self._waiting is not None:
            return
        wait = self._next - self._clock.time()
        if wait > 0:
            self._waiting = self._clock.call_later(wait, self._act)
        else:
            self._act()

    def _act(self) -> None:
        self._waiting = None
        self._next = self._clock.time() + self._seconds
        self._action()

    def cancel(self) -> None:
        """Forgets what was asked for."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
