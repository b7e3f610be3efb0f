"""The learning file beside the board, without a page."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tilefish import Game, Library
from tilefish.learning.store import Store
from tilefish.pgn import GameRecord, read_games
from tilefish.rules.errors import InputError
from tilefish.web.learning_panel import LearningPanel

FOOLS_MATE = "1. f3 e5 2. g4 Qh4# 0-1\n"


def finished() -> GameRecord:
    return next(iter(read_games(FOOLS_MATE)))


def with_panel(
    path: Path, work: Callable[[LearningPanel], Awaitable[None]], *, uses: bool = False, records: bool = False
) -> list[str]:
    """Does work with a panel, and returns its reports."""
    reports: list[str] = []

    async def run() -> None:
        panel = LearningPanel(path, reports.append, uses=uses, records=records)
        try:
            await work(panel)
        finally:
            await panel.close()

    asyncio.run(run())
    return reports


def learn(path: Path) -> None:
    """Records a game."""

    async def work(panel: LearningPanel) -> None:
        panel.record("1", finished())

    assert with_panel(path, work, records=True) == []


def test_finished_game_is_recorded_once(tmp_path: Path) -> None:
    path = tmp_path / "learned"

    async def work(panel: LearningPanel) -> None:
        panel.record("1", finished())
        panel.record("1", finished())
        panel.record("2", finished())

    async def see(panel: LearningPanel) -> None:
        (move,) = await panel.moves(Game())
        assert (move.uci, move.san, move.tally.losses) == ("f2f3", "f3", 2)

    assert with_panel(path, work, records=True) == []
    with_panel(path, see)


def test_nothing_is_recorded_or_used_while_it_is_off(tmp_path: Path) -> None:
    path = tmp_path / "learned"

    async def work(panel: LearningPanel) -> None:
        panel.record("1", finished())
        assert await panel.moves(Game()) == []
        assert not path.exists()
        await panel.switch(uses=False, records=True)
        panel.record("2", finished())
        await asyncio.to_thread(panel._thread.submit(lambda: None).result)
        assert panel.near(Game()) == ()
        await panel.switch(uses=True, records=False)
        panel.record("3", finished())

    assert with_panel(path, work) == []
    with Store(path) as store:
        assert store.at(Game())["f2f3"].games == 1


def test_engines_get_hints_while_it_is_on(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    learn(path)

    async def work(panel: LearningPanel) -> None:
        assert await asyncio.to_thread(panel.near, Game())
        await panel.switch(uses=False, records=False)
        assert panel.near(Game()) == ()

    with_panel(path, work, uses=True)


def test_export_and_import_in_both_formats(tmp_path: Path) -> None:
    chess = Library().load("chess")
    path, other = tmp_path / "learned", tmp_path / "other"
    file = tmp_path / "file.json"

    learn(path)
    for raw in (True, False):

        async def export(panel: LearningPanel, raw: bool = raw) -> None:
            file.write_text("\n".join(await panel.export(chess, raw=raw)), encoding="utf-8")

        async def take(panel: LearningPanel) -> None:
            assert await panel.add(chess, file) == (4, 4)

        with_panel(path, export)
        with_panel(other, take)
    with Store(other) as store:
        assert store.at(Game())["f2f3"].losses == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"[1]",
        b'{"nonsense|e2e4": {"w": 1}}',
        b'{"a": 1e999}',
        b"\0" * 1000,
    ],
    ids=range(7),
)
def test_wrong_file_is_refused_whole(tmp_path: Path, content: bytes) -> None:
    path, file = tmp_path / "learned", tmp_path / "file.json"
    file.write_bytes(content)

    async def take(panel: LearningPanel) -> None:
        with pytest.raises(InputError) as refused:
            await panel.add(Library().load("chess"), file)
        assert str(tmp_path) not in str(refused.value)
        assert len(str(refused.value).splitlines()) == 1

    with_panel(path, take)
    assert not path.exists()


def test_one_file_is_read_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text("{}", encoding="utf-8")

    async def take(panel: LearningPanel) -> None:
        first = asyncio.create_task(panel.add(Library().load("chess"), file))
        await asyncio.sleep(0)
        with pytest.raises(InputError, match="another file"):
            await panel.add(Library().load("chess"), file)
        assert await first == (0, 0)

    with_panel(tmp_path / "learned", take)


def test_server_that_ends_ends_the_reading_of_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # a file that is never read to its end

    async def take(panel: LearningPanel) -> None:
        reading = asyncio.create_task(panel.add(Library().load("chess"), pipe))
        while panel._importing is None or not panel._importing.is_alive():
            await asyncio.sleep(0.01)
        await panel.close()
        with pytest.raises(InputError, match="was not read"):
            await reading

    with_panel(tmp_path / "learned", take)


def test_learning_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    learn(path)

    async def work(panel: LearningPanel) -> None:
        await panel.forget(Library().load("fragments"))
        assert await panel.moves(Game())
        await panel.forget(Library().load("chess"))
        assert await panel.moves(Game()) == []

    with_panel(path, work)


def test_locked_file_holds_up_no_one_else(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    with Store(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def work(panel: LearningPanel) -> None:
        forgetting = asyncio.create_task(panel.forget(None))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not forgetting.done()
        other.execute("ROLLBACK")
        await forgetting

    with_panel(path, work)
    other.close()


def test_damaged_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "learned"
    path.write_bytes(b"no database" * 100)

    async def work(panel: LearningPanel) -> None:
        with pytest.raises(InputError, match="not a learning file"):
            await panel.moves(Game())
        with pytest.raises(InputError, match="not a learning file"):
            await panel.switch(uses=True, records=True)
        assert not panel.uses
        assert not panel.records

    with_panel(path, work)
