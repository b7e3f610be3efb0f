"""`Processors`: which searches may run at the same time. Games have clocks, so they come before analyses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

MOMENT, LEAST_BETWEEN = 0.06, 0.3
"""Seconds in which a page gets and paints the answer to a move, and from the begin of one such moment to that
of the next: searches lose a fifth of their time at most, however fast pages move."""


class Yielding(Protocol):
    """A search, which can be paused."""

    def hold(self, is_held: bool) -> None:
        """Pauses it, or lets it go on."""


class Processors:
    """Searches of games, as many at once as there are processors, the others one after the other; and
    analyses, which run as long as no game needs their processor.

    While engines play, an analysis gets a processor that they leave over, the earliest analysis first;
    without such a game all analyses run, and share the processors.

    When a person has moved, all searches pause for a moment: the answer is sent and painted by threads and
    processes to which the system may give a processor too late otherwise, however nice searches are.

        async with processors:
            ...  # a search of a game
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._free = asyncio.Semaphore(number)
        self._games = 0
        self._searches: set[Yielding] = set()
        """Those of games that run."""
        self._makes_way = False
        self._next_way = 0.0
        """The time of the event loop before which there is no other moment."""
        self._analyses: dict[Yielding, bool] = {}
        """Whether each is held, in the order in which they began."""

    async def __aenter__(self) -> None:
        await self._free.acquire()
        self._count(1)

    async def __aexit__(self, *_: object) -> None:
        self._free.release()
        self._count(-1)

    @contextmanager
    def program(self) -> Iterator[None]:
        """Another program searches for a game: it waits for no processor, but analyses make place for it."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        self._games += change
        self._share()

    @contextmanager
    def searching(self, search: Yielding) -> Iterator[None]:
        """A search of a game runs."""
        self._searches.add(search)
        if self._makes_way:
            search.hold(True)
        try:
            yield
        finally:
            self._searches.discard(search)

    def make_way(self) -> None:
        """Pauses what searches for a moment, if the last one is long enough ago."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now < self._next_way:
            return
        self._next_way = now + LEAST_BETWEEN
        self._hold(True)
        loop.call_later(MOMENT, self._hold, False)

    def _hold(self, is_held: bool) -> None:
        self._makes_way = is_held
        for search in self._searches:
            search.hold(is_held)
        self._share()

    def join(self, analysis: Yielding) -> None:
        """An analysis begins. It may be held at once."""
        self._analyses.setdefault(analysis, False)
        self._share()

    def leave(self, analysis: Yielding) -> None:
        """An analysis has ended."""
        if self._analyses.pop(analysis, None) is not None:
            self._share()

    def _share(self) -> None:
        left_over = max(0, self._number - self._games) if self._games else len(self._analyses)
        for place, (analysis, was_held) in enumerate(tuple(self._analyses.items())):
            is_held = self._makes_way or place >= left_over
            if is_held != was_held:
                self._analyses[analysis] = is_held
                analysis.hold(is_held)
