"""What `scripts/strength.py` plays, and what it makes of the results: a table, and the means of groups."""

from __future__ import annotations

import math
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from tilefish.match.match import Match
from tilefish.match.ratings import TWO_SIDED_95, elo_text
from tilefish.match.standings import EntrantScore, GameResult

MANY_FAULTS = 0.02
"""The share of games ended by faults from which on the numbers are about the machine."""
MOSTLY = 0.5
"""The share of split pairs from which on the opening decides more than the players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A variant or world of the set."""

    variant: str
    group: str
    """The variants of one group have a mean."""
    fairy: str = ""
    """The name that Fairy-Stockfish has for it, if it differs from ours."""
    within: int = 50
    """How far from balance an opening may be, in centipawns."""


def read_settings(path: Path) -> list[Setting]:
    """The set."""
    return [Setting(**table) for table in tomllib.loads(path.read_text(encoding="utf-8"))["setting"]]


@dataclass(slots=True)
class Outcome:
    """The results of one variant."""

    setting: Setting
    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    score: EntrantScore | None = None
    split: int = 0
    """Pairs in which both engines won the game with the same colour."""

    @classmethod
    def of(cls, setting: Setting, match: Match, results: Iterable[GameResult]) -> Outcome:
        """The outcome of a match of two engines."""
        outcome = cls(setting, len(match.standings.known))
        names = [entrant.name for entrant in match.plan.entrants]
        for place, name in enumerate(names):
            for reason, times in match.standings.faults[place].items():
                outcome.faults[f"{reason} of {name}"] = times
        outcome.score = match.standings.score(0) if outcome.games else None
        pairs = defaultdict(list)
        for result in results:
            pairs[result.fixture.opening].append(result.points(0))
        outcome.split = sum(sorted(points) == [0.0, 1.0] for points in pairs.values())
        return outcome

    @property
    def fault_share(self) -> float:
        """The share of games that ended by a fault."""
        return self.faults.total() / self.games if self.games else 0.0

    @property
    def pairs(self) -> list[int]:
        """The pairs with 0, ½, 1, 1½ and 2 points."""
        return self.score.histogram if self.score else [0] * 5

    @property
    def share(self) -> float:
        """The share of the points."""
        return self.score.points / self.games if self.score else math.nan

    @property
    def split_share(self) -> float:
        """The share of pairs that are split."""
        return self.split / sum(self.pairs) if sum(self.pairs) else 0.0

    @property
    def decided(self) -> tuple[int, int]:
        """The pairs that were won, and all that one engine won."""
        lost, less, _, more, won = self.pairs
        return more + won, lost + less + more + won

    @property
    def decided_share(self) -> float:
        """The share of won pairs among the decided ones."""
        won, all_ = self.decided
        return won / all_ if all_ else math.nan

    @property
    def is_by_pairs(self) -> bool:
        """Whether the openings decide most pairs, so that the share among the decided ones is the measure."""
        return self.split_share > MOSTLY

    def remarks(self) -> Iterator[str]:
        """What must be said beside the table."""
        name = self.setting.variant
        if self.is_by_pairs:
            yield (
                f"{name}: {self.split_share:.0%} of the pairs are split, each engine won one game: "
                "the share among decided pairs is the measure"
            )
        if self.faults:
            listed = ", ".join(f"{what} {times}" for what, times in self.faults.items())
            yield f"faults in {name}: {listed}"
        if self.fault_share > MANY_FAULTS:
            yield (
                f"{name}: {self.fault_share:.0%} of the games ended by faults, so its numbers are not about "
                "strength; on a busy machine use --cpu"
            )

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        found = self.score.estimate if self.score else None
        won, decided = self.decided
        return {
            "variant": self.setting.variant,
            "group": self.setting.group,
            "games": self.games,
            "score": finite(self.share),
            "elo": finite(found.elo) if found else None,
            "interval": [finite(bound) for bound in found.bounds] if found else None,
            "pairs": self.pairs,
            "split": self.split,
            "decided": decided,
            "decided_won": won,
            "decided_share": finite(self.decided_share),
            "decided_interval": wilson(won, decided),
            "measure": "decided pairs" if self.is_by_pairs else "score",
            "faults": dict(self.faults),
        }


def finite(number: float) -> float | None:
    """JSON has no infinity."""
    return number if math.isfinite(number) else None


def wilson(won: int, all_: int) -> list[float] | None:
    """The interval of 95 % of a share (Wilson's)."""
    if not all_:
        return None
    square = TWO_SIDED_95**2
    middle = (won + square / 2) / (all_ + square)
    half = TWO_SIDED_95 / (all_ + square) * math.sqrt(won * (all_ - won) / all_ + square / 4)
    return [max(0.0, middle - half), min(1.0, middle + half)]


HEADS = ("", "games", "score", "Elo", "95 %", "pairs 0 ½ 1 1½ 2", "split", "of decided pairs")


def cells(outcome: Outcome) -> list[str]:
    """A line of the table."""
    found = outcome.score.estimate if outcome.score else None
    won, decided = outcome.decided
    bounds = wilson(won, decided)
    share = f"{won} of {decided}"
    if bounds:
        share += f" = {won / decided:.0%} ({bounds[0]:.0%} to {bounds[1]:.0%})"
    return [
        outcome.setting.variant,
        str(outcome.games),
        f"{outcome.share:.1%}" if outcome.games else "",
        elo_text(found.elo) if found else "",
        " to ".join(map(elo_text, found.bounds)) if found else "",
        " ".join(map(str, outcome.pairs)),
        f"{outcome.split_share:.0%}",
        f"**{share}**" if outcome.is_by_pairs else share,
    ]


def table(outcomes: Sequence[Outcome]) -> str:
    """The table in Markdown."""
    lines = [list(HEADS), ["---"] * len(HEADS), *map(cells, outcomes)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a group: each variant counts alike."""

    group: str
    variants: tuple[str, ...]
    measure: str
    mean: float
    error: float
    """Half the width of the interval of 95 %."""

    def __str__(self) -> str:
        names = ", ".join(self.variants)
        return f"{self.group} ({names}): {self.mean:.1%} ± {self.error:.1%} of {self.measure}"


def means(outcomes: Iterable[Outcome]) -> list[Mean]:
    """The mean of every group: that of decided pairs where most pairs of all its variants are split."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.games:
            groups[outcome.setting.group].append(outcome)
    return [mean_of(group, members) for group, members in groups.items()]


def mean_of(group: str, outcomes: Sequence[Outcome]) -> Mean:
    """The mean of one group."""
    names = tuple(outcome.setting.variant for outcome in outcomes)
    if all(outcome.is_by_pairs and outcome.decided[1] for outcome in outcomes):
        intervals = [wilson(*outcome.decided) or [0.0, 1.0] for outcome in outcomes]
        errors = [(high - low) / 2 for low, high in intervals]
        return Mean(group, names, "decided pairs", fmean(o.decided_share for o in outcomes), joined(errors))
    found = [outcome.score.estimate if outcome.score else None for outcome in outcomes]
    errors = [one.error if one else 1.0 for one in found]
    return Mean(group, names, "the points", fmean(outcome.share for outcome in outcomes), joined(errors))


def joined(errors: Sequence[float]) -> float:
    """The error of a mean of independent numbers."""
    return math.hypot(*errors) / len(errors)
