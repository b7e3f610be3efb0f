"""Games on a Dask cluster: a scheduler and two workers of this machine, one of which is killed in the
middle."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest
from tests.match.matches import Here, finished, plan

from tilefish.match.balanced import Balance, Study, balanced_openings, judges_of
from tilefish.match.executors import workers
from tilefish.match.match import Match, MatchError
from tilefish.match.players import Entrant
from tilefish.rules.errors import InputError

pytest.importorskip("distributed", reason="tilefish[cluster] is not installed")
pytestmark = pytest.mark.long

LIMIT = 60.0


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-m", *words], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Its address, and its process."""
    file = tmp_path / "scheduler.json"
    words = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    with started(*words, "--scheduler-file", str(file)) as process:
        end = time.monotonic() + LIMIT
        while not file.exists() or "tcp://" not in file.read_text():
            assert time.monotonic() < end
            time.sleep(0.1)
        address = re.search(r"tcp://[\d.]+:\d+", file.read_text())
        assert address is not None
        yield address[0], process


def worker(address: str) -> tuple[str, ...]:
    """What a worker of one thread is started with, in a process that is not started again."""
    return ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=LIMIT)


def test_no_game_is_lost_with_a_worker(scheduler: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, _ = scheduler
    weak = Entrant("weak", level="act2", options=("Hash=1",))
    strong = Entrant("strong", level="full", options=("Hash=1",))
    playing = plan(weak, strong, variants=("chess",), openings=4, nodes=1500, longest=120)
    with started(*worker(address)), started(*worker(address)) as doomed:
        wait_for_workers(address, 2)
        match, games = Match(playing), []
        with workers(1, address) as place:
            assert place.capacity == 4
            for game in match.play(place):
                games.append(game)
                if len(games) == 1:
                    doomed.send_signal(signal.SIGKILL)
    assert doomed.wait() == -signal.SIGKILL
    assert sorted(game.result.fixture.number for game in games) == list(range(8))
    here = finished(Match(playing))
    for there, own in zip(sorted(games, key=lambda game: game.result.fixture.number), here, strict=True):
        assert (there.result.result, there.result.plies) == (own.result.result, own.result.plies)


def test_a_cluster_makes_the_same_balanced_openings(
    scheduler: tuple[str, subprocess.Popen[bytes]],
) -> None:
    address, _ = scheduler
    rules = plan().rules[0]
    study = Study(rules, judges_of(plan().entrants), Balance(depth=3, within=90, seconds=60), 0, (3, 5))
    with started(*worker(address)), started(*worker(address)):
        wait_for_workers(address, 2)
        with workers(1, address) as place:
            there = list(islice(balanced_openings(study, place), 4))
    assert there == list(islice(balanced_openings(study, Here()), 4))


def test_a_cluster_that_dies_ends_the_match_with_a_message(
    scheduler: tuple[str, subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefish.match.executors._CONNECTING_SECONDS", 2)
    address, process = scheduler
    with started(*worker(address)):
        wait_for_workers(address, 1)
        with pytest.raises(MatchError, match="workers were lost"):
            play_until_killed(address, process)


def play_until_killed(address: str, process: subprocess.Popen[bytes]) -> None:
    with workers(1, address) as place:
        for _ in Match(plan(openings=200, nodes=2000)).play(place):
            process.send_signal(signal.SIGKILL)


def test_where_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilefish.match.executors._CONNECTING_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense", "tcp://", "x://y", f"tcp://{os.devnull}"):
        with pytest.raises(InputError, match="no Dask scheduler answers"), workers(1, address):
            pass
