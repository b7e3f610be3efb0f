"""Games spread over processes."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from multiprocessing.synchronize import Event

from tilefish.balance.facts import GameFacts
from tilefish.balance.games import Opening, Plan, Player, Stopped

_METHOD = "spawn"
"""A process that is forked would have copies of threads' locks, those of the progress bar among them."""


def play_all(player: Player, openings: Iterable[Opening], processes: int) -> Iterator[list[GameFacts]]:
    """The games of each opening, as they are finished: in any order, but always the same games. With one
    process they are played here."""
    if processes == 1:
        yield from (player.play(number, opening) for number, opening in enumerate(openings))
        return
    context = get_context(_METHOD)
    stop = context.Event()
    pool = ProcessPoolExecutor(processes, context, _begin, (player.plan, stop))
    try:
        games = [pool.submit(_play, number, opening) for number, opening in enumerate(openings)]
        for done in as_completed(games):
            yield done.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


class _Helper:
    """What a process that plays has."""

    player: Player
    stop: Event


def _begin(plan: Plan, stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard interrupts the one who gathers
    _Helper.player = Player(plan)
    _Helper.stop = stop


def _play(number: int, opening: Opening) -> list[GameFacts]:
    try:
        return _Helper.player.play(number, opening, lambda: not _Helper.stop.is_set())
    except Stopped:
        return []
