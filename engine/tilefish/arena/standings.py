"""What the games of a match have come to so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from tilefish.arena.ratings import Estimate, Sprt, estimate
from tilefish.arena.schedule import Fixture
from tilefish.pgn.record import BLACK_WINS, DRAW, WHITE_WINS

POINTS = {WHITE_WINS: 1.0, DRAW: 0.5, BLACK_WINS: 0.0}
"""White's."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over. `fault` is "white" or "black" where that side broke a rule, the clock or down."""

    fixture: Fixture
    result: str
    reason: str
    fault: str = ""
    plies: int = 0
    oversteps: tuple[float, float] = (0.0, 0.0)

    @property
    def culprit(self) -> int | None:
        """Who was at fault."""
        sides = {"white": self.fixture.white, "black": self.fixture.black}
        return sides.get(self.fault)

    def points(self, entrant: int) -> float:
        """What the game brought somebody who played it."""
        white = POINTS[self.result]
        return white if entrant == self.fixture.white else 1 - white


@dataclass(frozen=True, slots=True)
class Score:
    """What one entrant has made against its opponents, or against one of them."""

    wins: int
    losses: int
    draws: int
    groups: dict[float, int]
    """How many whole groups of games brought that share of their points."""
    size: int
    """Games in a group."""

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        """One for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    @property
    def estimate(self) -> Estimate | None:
        """How strong that is. While no group is whole, every game counts as one."""
        if self.groups:
            return estimate(self.groups, self.size)
        return estimate({1.0: self.wins, 0.5: self.draws, 0.0: self.losses}, 1)

    @property
    def histogram(self) -> list[int]:
        """The numbers of groups, from those that brought nothing to those that brought everything."""
        return [self.groups.get(points / (2 * self.size), 0) for points in range(2 * self.size + 1)]


class Standings:
    """Collects results, in any order."""

    def __init__(self, entrants: int, repeat: int) -> None:
        self.entrants = entrants
        self.repeat = repeat
        self.results: list[Result] = []
        self._groups: dict[object, list[Result]] = defaultdict(list)

    def add(self, result: Result) -> None:
        """A game is over."""
        self.results.append(result)
        self._groups[result.fixture.group].append(result)

    def score(self, entrant: int, opponent: int | None = None, variant: int | None = None) -> Score:
        """What somebody has made: against all or one, in all variants or one."""
        counts: Counter[float] = Counter()
        groups: Counter[float] = Counter()
        for results in self._groups.values():
            fixture = results[0].fixture
            is_meant = entrant in fixture.pairing and opponent in (None, *fixture.pairing)
            if not is_meant or variant not in (None, fixture.variant):
                continue
            points = [result.points(entrant) for result in results]
            counts.update(points)
            if len(points) == self.repeat:
                groups[sum(points) / self.repeat] += 1
        return Score(counts[1.0], counts[0.0], counts[0.5], dict(groups), self.repeat)

    def ranking(self) -> list[int]:
        """The entrants, the best share of the points first."""

        def share(entrant: int) -> float:
            score = self.score(entrant)
            return score.points / score.games if score.games else 0.5

        return sorted(range(self.entrants), key=lambda entrant: (-share(entrant), entrant))

    def sprt_verdict(self, sprt: Sprt) -> str | None:
        """How a sequential test of the first against the second has ended."""
        return sprt.verdict(self.score(0).groups, self.repeat)

    def faults(self, entrant: int) -> Counter[str]:
        """What somebody was guilty of, and how often."""
        return Counter(result.reason for result in self.results if result.culprit == entrant)

    def reasons(self) -> Counter[str]:
        """How games ended."""
        return Counter(result.reason for result in self.results)

    def overstep(self, entrant: int) -> float:
        """The most seconds by which a move of somebody took longer than its time allowed."""
        oversteps = (
            result.oversteps[entrant == result.fixture.black]
            for result in self.results
            if entrant in result.fixture.pairing
        )
        return max(oversteps, default=0.0)
