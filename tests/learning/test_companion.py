"""A learning file beside a game: no player waits for it, and nothing that goes wrong with it costs
more than a word."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilefish import Game, InputError
from tilefish.core.board.board import Board
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits, shortened
from tilefish.learning.companion import Companion
from tilefish.learning.keys import position_key
from tilefish.learning.recording import WON, Entry
from tilefish.learning.store import Store
from tilefish.pgn import record_of

from .games import FOOLS_MATE, played

CHESS = Game().variant
MANY = 20_000
"""Moves of one position, which take SQLite more than `store.STEPS` of its steps to sort."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "learned"


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def companion(path: Path, said: list[str]) -> Iterator[Companion]:
    with contextlib.closing(Companion(path, said.append)) as opened:
        yield opened


def games(path: Path) -> int:
    with Store(path) as store:
        return store.games(CHESS)


def other_program(path: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


def test_it_is_asked_and_fed(path: Path, said: list[str]) -> None:
    game = Game()
    with contextlib.closing(Companion(path, said.append)) as companion:
        assert companion.near(game) == []
        companion.record(played(*FOOLS_MATE))
        companion.record_game(record_of(played("f2f3"), {"Result": "0-1"}))
    assert games(path) == 2
    with contextlib.closing(Companion(path, said.append)) as companion:
        hints = list(companion.near(game))
    assert hints[0] == (game.key, game.find_move("f2f3").number, -33)
    assert said == []


def test_a_game_waits_for_another_program_and_who_plays_does_not(
    path: Path, companion: Companion, said: list[str]
) -> None:
    with other_program(path) as other:
        other.execute("BEGIN IMMEDIATE")
        finished = played(*FOOLS_MATE)
        companion.record(finished)
        finished.pop()  # whose game it is may go on with it
        assert companion.near(Game()) == []
        assert games(path) == 0
        other.execute("ROLLBACK")
    companion.close()
    assert games(path) == 1
    assert said == []


def test_a_file_that_cannot_be_read_for_a_while_is_reported_once(path: Path, said: list[str]) -> None:
    with Store(path) as store:
        store.record(played("e2e4"), "1-0")
    with other_program(path) as other:
        other.execute("PRAGMA journal_mode = DELETE")  # else nothing keeps readers out
        with contextlib.closing(Companion(path, said.append)) as companion:
            other.execute("BEGIN EXCLUSIVE")
            assert companion.near(Game()) == ()
            assert companion.near(Game()) == ()
            assert len(said) == 1
            assert "was locked by another program for 0.05 seconds" in said[0]
            other.execute("ROLLBACK")
            assert len(companion.near(Game())) == 1
            other.execute("BEGIN EXCLUSIVE")
            assert companion.near(Game()) == ()
            assert len(said) == 2


def test_an_answer_that_takes_long_is_not_waited_for(path: Path) -> None:
    key = position_key(Game())
    with Store(path, patience=0) as store:
        store.add(CHESS, (Entry(key, str(number), WON) for number in range(MANY)))
        store.wait_for(0)
        with pytest.raises(InputError, match="gave no answer within 0 seconds"):
            store.at(Game())
        store.wait_for(60)
        assert len(store.at(Game())) == MANY


def test_a_game_that_cannot_be_recorded_is_reported_and_the_next_one_is(
    path: Path, companion: Companion, said: list[str]
) -> None:
    with other_program(path) as other:
        other.execute("ALTER TABLE moves RENAME TO gone")
        companion.record(played(*FOOLS_MATE))
        end = time.monotonic() + 60
        while not said and time.monotonic() < end:
            time.sleep(0.01)
        assert said[0].startswith("a game was not learned from: ")
        assert "is damaged" in said[0]
        other.execute("ALTER TABLE gone RENAME TO moves")
    companion.record(played(*FOOLS_MATE))
    companion.close()
    assert games(path) == 1


def test_time_spent_on_asking_is_taken_from_the_search() -> None:
    given: list[float] = []

    class Clockwork:
        def prepare(self) -> None:
            pass

        def search(self, board: object, **named: float) -> list[object]:
            given.append(named["hard"])
            return []

    def slow(game: Game) -> list[tuple[int, int, int]]:
        time.sleep(0.1)
        return []

    engine = Engine(hash_megabytes=1)
    engine._searchers[Board] = Clockwork()  # type: ignore[assignment]
    engine.memory = slow
    engine.play(Game(), Limits(movetime=0.5))
    engine.play(Game(), Limits(movetime=0.05))
    engine.play(Game(), Limits(depth=1))
    assert 0 < given[0] <= 0.5 - engine.overhead - 0.1
    assert given[1:] == [0.001, 0]


@pytest.mark.parametrize(
    ("seconds", "spent", "left"), [(0, 5, 0), (2, 0.5, 1.5), (2, 3, 0.001), (1e-6, 1, 1e-6)]
)
def test_what_is_left_of_a_time(seconds: float, spent: float, left: float) -> None:
    assert shortened(seconds, spent) == left
