"""Small matches for the tests of the arena, and workers that work at once, in this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from tilefish import Game
from tilefish.match.control import Control
from tilefish.match.match import Match, Plan
from tilefish.match.openings import Openings
from tilefish.match.players import Entrant
from tilefish.match.schedule import Schedule
from tilefish.match.workplace import Finished, GameRules

WEAK, STRONG = (
    Entrant("weak", level="skill0", options=("Hash=1",)),
    Entrant("strong", level="act2", options=("Hash=1",)),
)


class WorkerLostError(Exception):
    """A worker that is gone."""


class Here:
    """Does the work when it is sent. Loses the pieces of work that are named."""

    capacity = 2
    lost: tuple[type[BaseException], ...] = (WorkerLostError,)

    def __init__(self, *loses: int) -> None:
        self._loses = loses
        self.sent = 0
        self.renewed = 0
        self.was_abandoned = False

    def submit(self, function: Callable[[Any], Any], given: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.sent in self._loses:
            future.set_exception(WorkerLostError("gone"))
        else:
            future.set_result(function(given))
        self.sent += 1
        return future

    def renew(self) -> None:
        self.renewed += 1

    def abandon(self) -> None:
        self.was_abandoned = True

    def close(self) -> None:
        """It needs nothing."""


def plan(
    *entrants: Entrant,
    variants: tuple[str, ...] = ("fragments",),
    openings: int = 2,
    nodes: int = 100,
    world: str = "",
    **others: Any,
) -> Plan:
    """A match between entrants, or the usual ones."""
    playing = entrants or (WEAK, STRONG)
    rules = tuple(GameRules(Game(name).variant, world) for name in variants)
    schedule = Schedule(len(playing), len(rules), openings)
    control = Control(nodes=nodes)
    return Plan(playing, rules, schedule, Openings(others.get("seed", 0), 4), control, **others)


def finished(match: Match, workers: Here | None = None) -> list[Finished]:
    """The games of a match that are missing, in order."""
    return sorted(match.play(workers or Here()), key=lambda game: game.result.fixture.number)
