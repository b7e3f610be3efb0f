"""Games spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tilefish.balance.facts import GameFacts
from tilefish.balance.games import GamesPlan, Opening, PlanPlayer, Stopped
from tilefish.match.executors import workers

_AHEAD = 4
"""The number of openings per process that are drawn ahead."""
_CHECK_SECONDS = 0.2
"""Seconds between checks whether the games are still wanted."""


class _Task(NamedTuple):
    """What a process needs to know to play."""

    plan: GamesPlan
    number: int
    opening: Opening


class ProcessDied(Exception):  # noqa: N818
    """A worker process has ended unexpectedly."""


def play_all(
    player: PlanPlayer,
    openings: Iterable[Opening],
    processes: int,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Iterator[list[GameFacts]]:
    """The games of each opening, as they are finished: in any order, but always the same games, until they
    are no longer wanted. With one process, this process plays them. Raises `ProcessDied`."""
    if processes == 1:
        yield from _play_here(player, openings, is_wanted)
    else:
        tasks = (_Task(player.plan, number, opening) for number, opening in enumerate(openings))
        yield from _play_there(tasks, processes, is_wanted)


def _play_here(
    player: PlanPlayer, openings: Iterable[Opening], is_wanted: Callable[[], bool]
) -> Iterator[list[GameFacts]]:
    with suppress(Stopped):
        for number, opening in enumerate(openings):
            yield player.play(number, opening, is_wanted)


def _play_there(
    tasks: Iterator[_Task], processes: int, is_wanted: Callable[[], bool]
) -> Iterator[list[GameFacts]]:
    with workers(processes) as place:
        waiting: set[Future[list[GameFacts]]] = set()
        while is_wanted():
            more = islice(tasks, _AHEAD * processes - len(waiting))
            waiting.update(place.submit(_play, task) for task in more)
            if not waiting:
                return
            done, waiting = wait(waiting, _CHECK_SECONDS, FIRST_COMPLETED)
            for game in done:
                try:
                    yield game.result()
                except place.lost as error:
                    raise ProcessDied from error
        place.abandon()


def _play(task: _Task) -> list[GameFacts]:
    return _player(task.plan).play(task.number, task.opening)


@lru_cache(maxsize=1)
def _player(plan: GamesPlan) -> PlanPlayer:
    return PlanPlayer(plan)
