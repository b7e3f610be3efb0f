"""Games go before analyses, which run on what they leave over."""

from __future__ import annotations

import asyncio

import pytest

from tilefish.web import processors as processors_module
from tilefish.web.processors import Processors

from .conftest import Page


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


def test_all_searches_pause_while_a_move_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors_module, "LEAST_BETWEEN", 1000.0)

    async def run() -> None:
        processors, analysis, early, late = Processors(2), Analysis(), Analysis(), Analysis()
        processors.join(analysis)
        async with processors:
            with processors.searching(early):
                assert (early.is_held, analysis.is_held) == (False, False)
                processors.make_way()
                assert (early.is_held, analysis.is_held) == (True, True)
                with processors.searching(late):
                    assert late.is_held  # it begins in that moment
                    while early.is_held:
                        await asyncio.sleep(0.001)
                    assert (late.is_held, analysis.is_held) == (False, False)
                    processors.make_way()
                    assert not early.is_held  # too soon after the last time
        processors.make_way()
        assert late.changes == 2  # what has ended is left alone

    asyncio.run(run())


def test_a_game_is_searched_on_after_a_pause(page: Page) -> None:
    """Moves in one game, while the engine of another thinks."""
    page.begin(white="full", black="me", control="1000")
    thought = page.until("thinking")
    game = page.begin()
    for move in ("e4", "e5"):
        page.send("move", game=game["id"], ply=game["ply"], move=move)
        game = page.until("game")
        while game["id"] == thought["game"]:
            game = page.until("game")
    page.send("now", game=thought["game"])
    while page.until("moved")["game"] != thought["game"]:
        pass
