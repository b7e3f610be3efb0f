"""The results of a match so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from tilefish.game.result_counts import ResultCounts
from tilefish.match.ratings import Sprt, StrengthEstimate, estimate
from tilefish.match.schedule import Fixture
from tilefish.pgn.record import BLACK_WINS, DRAW, WHITE_WINS

POINTS = {WHITE_WINS: 1.0, DRAW: 0.5, BLACK_WINS: 0.0}
"""White's, by the result of a game."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that is over. `fault` is "white" or "black" where that side broke a rule, lost on time or
    crashed."""

    fixture: Fixture
    result: str
    reason: str
    fault: str = ""
    plies: int = 0
    oversteps: tuple[float, float] = (0.0, 0.0)

    @property
    def culprit(self) -> int | None:
        """The entrant at fault."""
        sides = {"white": self.fixture.white, "black": self.fixture.black}
        return sides.get(self.fault)

    def points(self, entrant: int) -> float:
        """The points of a player of the game."""
        white = POINTS[self.result]
        return white if entrant == self.fixture.white else 1 - white


@dataclass(frozen=True, slots=True)
class EntrantScore(ResultCounts):
    """The score of one entrant against its opponents, or against one of them."""

    groups: dict[float, int] = field(default_factory=dict)
    """The number of whole groups of games with each share of their points."""
    size: int = 1
    """Games in a group."""

    @property
    def estimate(self) -> StrengthEstimate | None:
        """The strength for this score. While no group is whole, every game counts as one."""
        if self.groups:
            return estimate(self.groups, self.size, self.points / self.games)
        return estimate({1.0: self.wins, 0.5: self.draws, 0.0: self.losses}, 1)

    @property
    def histogram(self) -> list[int]:
        """The numbers of groups, from those without points to those with all points."""
        return [self.groups.get(points / (2 * self.size), 0) for points in range(2 * self.size + 1)]


@dataclass(slots=True)
class PointCounts:
    """The numbers of games and of whole groups of games with each share of their points."""

    games: Counter[float] = field(default_factory=Counter)
    groups: Counter[float] = field(default_factory=Counter)

    def score(self, size: int) -> EntrantScore:
        """The score that this is, with `size` games in a group."""
        return EntrantScore(self.games[1.0], self.games[0.0], self.games[0.5], dict(self.groups), size)


class Standings:
    """Collects results, in any order."""

    def __init__(self, entrants: int, repeat: int) -> None:
        self.entrants = entrants
        self.repeat = repeat
        self.known: set[int] = set()
        """The numbers of the games."""
        self.reasons: Counter[str] = Counter()
        """The reasons for the ends of games, with counts."""
        self.faults: list[Counter[str]] = [Counter() for _ in range(entrants)]
        """The faults of each entrant."""
        self.oversteps = [0.0] * entrants
        """By entrant, the most seconds by which a move took longer than its time allowed."""
        self._unfinished: dict[object, list[GameResult]] = defaultdict(list)
        self._counts: dict[tuple[int, int, int], PointCounts] = defaultdict(PointCounts)
        """By entrant, opponent and variant."""

    def add(self, result: GameResult) -> None:
        """Adds a finished game."""
        fixture = result.fixture
        self.known.add(fixture.number)
        self.reasons[result.reason] += 1
        if result.culprit is not None:
            self.faults[result.culprit][result.reason] += 1
        for entrant, overstep in zip((fixture.white, fixture.black), result.oversteps, strict=True):
            self.oversteps[entrant] = max(self.oversteps[entrant], overstep)
        group = self._unfinished[fixture.group]
        group.append(result)
        for entrant in fixture.pairing:
            counts = self._counts[entrant, sum(fixture.pairing) - entrant, fixture.variant]
            counts.games[result.points(entrant)] += 1
            if len(group) == self.repeat:
                counts.groups[sum(one.points(entrant) for one in group) / self.repeat] += 1
        if len(group) == self.repeat:
            del self._unfinished[fixture.group]

    def score(self, entrant: int, opponent: int | None = None, variant: int | None = None) -> EntrantScore:
        """The score of an entrant: against all or one, in all variants or one."""
        found = PointCounts()
        for (who, other, where), counts in self._counts.items():
            if who == entrant and opponent in (None, other) and variant in (None, where):
                found.games += counts.games
                found.groups += counts.groups
        return found.score(self.repeat)

    def ranking(self) -> list[int]:
        """The entrants, the best share of the points first."""

        def share(entrant: int) -> float:
            score = self.score(entrant)
            return score.points / score.games if score.games else 0.5

        return sorted(range(self.entrants), key=lambda entrant: (-share(entrant), entrant))

    def sprt_verdict(self, sprt: Sprt) -> str | None:
        """The result of a sequential test of the first against the second."""
        return sprt.verdict(self.score(0).groups, self.repeat)
