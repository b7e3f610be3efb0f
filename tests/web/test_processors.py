"""Games go before analyses, which run on what they leave over."""

from __future__ import annotations

import asyncio

from tilefish.web.processors import Processors


class Analysis:
    def __init__(self) -> None:
        self.is_held = False
        self.changes = 0

    def hold(self, is_held: bool) -> None:
        assert is_held != self.is_held
        self.is_held = is_held
        self.changes += 1


def test_analyses_run_on_what_games_leave_over() -> None:
    async def run() -> None:
        processors = Processors(2)
        early, late = Analysis(), Analysis()
        processors.join(early)
        processors.join(late)
        assert (early.is_held, late.is_held) == (False, False)  # no game: both run
        async with processors:
            assert (early.is_held, late.is_held) == (False, True)
            async with processors:
                assert (early.is_held, late.is_held) == (True, True)
                newest = Analysis()
                processors.join(newest)
                assert newest.is_held
            assert (early.is_held, late.is_held, newest.is_held) == (False, True, True)
            processors.leave(early)
            assert (late.is_held, newest.is_held) == (False, True)
        assert (late.is_held, newest.is_held) == (False, False)
        processors.leave(late)
        processors.leave(late)

    asyncio.run(run())


def test_one_processor_is_the_games() -> None:
    async def run() -> None:
        processors, analysis = Processors(1), Analysis()
        processors.join(analysis)
        async with processors:
            assert analysis.is_held
        assert not analysis.is_held
        assert analysis.changes == 2

    asyncio.run(run())


def test_analyses_make_place_for_other_programs() -> None:
    async def run() -> None:
        processors, analysis = Processors(1), Analysis()
        processors.join(analysis)
        with processors.program(), processors.program():
            assert analysis.is_held
            async with processors:  # does not wait for them
                assert analysis.is_held
        assert not analysis.is_held

    asyncio.run(run())


def test_games_wait_for_each_other() -> None:
    async def run() -> None:
        processors, most, running = Processors(2), 0, 0

        async def play() -> None:
            nonlocal most, running
            async with processors:
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*(play() for _ in range(6)))
        assert (most, running) == (2, 0)

    asyncio.run(run())
