"""The script that measures the board: its figures, and what it reads from the system."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from board_load import ROUNDS, Rest, open_page, play_games, play_rounds, searching_game
from board_process import BoardProcess, processor_seconds, resident_megabytes
from board_speed import PARTS, Figure, growth, read_options


def test_a_figure_says_whether_it_is_fine() -> None:
    assert Figure("paint", 499.0, "ms", 500).is_fine
    assert not Figure("paint", 501.0, "ms", 500).is_fine
    assert "MISSED" in Figure("paint", 501.0, "ms", 500).row()
    assert "MISSED" not in Figure("paint", 501.0, "ms").row()


def test_growth_is_that_of_the_line_through_the_rests() -> None:
    steady = [Rest(60.0 * minute, 500 * minute, 100.0 + minute % 2, 200.0) for minute in range(31)]
    assert growth(steady) == pytest.approx(0.0)
    leaking = [replace(rest, megabytes=rest.megabytes + rest.plies / 1000) for rest in steady]
    assert growth(leaking) == pytest.approx(15.0)


def test_options() -> None:
    assert read_options(["clicks", "--moves", "7"]).moves == 7
    assert read_options([]).parts == []
    with pytest.raises(SystemExit):
        read_options(["nothing"])
    assert set(PARTS) == {"clicks", "lines", "paint", "idle", "games", "run"}


def test_processor_time_and_memory_are_those_of_a_process() -> None:
    before = processor_seconds(os.getpid())
    while time.process_time() < before + 0.3:
        sum(range(1000))
    assert processor_seconds(os.getpid()) > before
    assert resident_megabytes(os.getpid()) > 10
    assert processor_seconds(2**30) == 0


def test_pages_without_a_browser_play(tmp_path: Path) -> None:
    plies: list[int] = []

    async def play(board: BoardProcess) -> None:
        async with open_page(board) as page:
            game = await page.begin(variant="fragments", white="me", black="me")
            assert (await page.turn(game))["ply"] == 0
        await play_games(board, time.monotonic() + 1, Random(1), plies.append, ["fragments"])

    with BoardProcess(tmp_path) as board:
        with searching_game(board, "fragments"):
            asyncio.run(play(board))
        assert board.interrupt() == 0
        assert board.complaints() == ""
    assert sum(plies) > 0


def test_a_long_run_measures_memory_after_each_round(tmp_path: Path) -> None:
    rests: list[Rest] = []
    with BoardProcess(tmp_path, "--hash", "1") as board:
        asyncio.run(play_rounds(board, 2, ["chess", "fragments"], rests.append))
        assert board.complaints() == ""
    assert 1 <= len(rests) <= ROUNDS + 1
    assert rests == sorted(rests, key=lambda rest: (rest.seconds, rest.plies))
    assert all(rest.most >= rest.megabytes > 10 for rest in rests)
