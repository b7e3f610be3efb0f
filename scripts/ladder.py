"""How far apart levels of strength are: a ladder of contenders, each of which plays the next one.

    python scripts/ladder.py skill0 skill1 skill2 --games 100
    python scripts/ladder.py "cmd=/usr/games/stockfish option.UCI_LimitStrength=true" skill6
    python scripts/ladder.py skill{0,2,4,6,8,10,12,14,16,18} \
        --place beginner easy medium hard grandmaster --variant chess fragments ruined_overworld

With `--place`, others look for their place on the ladder: each plays the rungs, halving those that are left,
and then those next to its place. All games of a variant together are fitted by one rating for each contender
(Bradley and Terry's model), and the last table says for each name which rung it plays like.

Contenders are written as for `tilefish match --engine`; levels are played in this process. Every opening is a
few random moves, played twice with the sides exchanged. No clock has a say, so that a busy machine measures
the same: a level's second is `--speed` nodes, and what has no other limit searches `--nodes`.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from tilefish import Game
from tilefish.balance.worth import inverted
from tilefish.engine.levels import Level, level_named
from tilefish.match.control import Control
from tilefish.match.openings import Opening, drawn_opening
from tilefish.match.players import Entrant, Mover, Program, Resident
from tilefish.match.ratings import TWO_SIDED_95, score_of
from tilefish.match.referee import Luck, Terms, play
from tilefish.match.words import parse_entrant, with_own_names

LONGEST = 300
HASH_MEGABYTES = 4
STARTING_SECONDS = 30.0
PROBES = 10
"""Games against each rung while the place is looked for."""
ELO_UNIT = 400 / math.log(10)
"""The Elo of one natural logarithm of the odds."""


# --- games --------------------------------------------------------------------------------------------------


def counted(level: Level, speed: int, nodes: int) -> Level:
    """A level as it plays on a machine of that speed, with nodes for its time."""
    if level.seconds is not None and level.is_counted:
        return replace(level, seconds=None, nodes=min(level.nodes or 1 << 62, round(level.seconds * speed)))
    return level if level.is_counted else replace(level, seconds=None, nodes=nodes)


def mover(entrant: Entrant, options: argparse.Namespace) -> Mover:
    """The player for a contender."""
    if entrant.command:
        return Program(entrant)
    return Resident(counted(level_named(entrant.level), options.speed, options.nodes), HASH_MEGABYTES)


def control(entrant: Entrant, nodes: int) -> Control:
    """What a contender may use: a level has limits of its own."""
    return entrant.control or (Control(nodes=nodes) if entrant.command else Control())


@cache
def opening(variant: str, seed: int, plies: int) -> Opening:
    """The opening of that number."""
    return drawn_opening(Game(variant), str(seed), plies)


def match(pair: tuple[Entrant, Entrant], variant: str, seeds: Iterable[int], options: argparse.Namespace,
          ) -> list[float]:  # fmt: skip
    """The points of the second one in both games of some openings."""
    movers = [mover(entrant, options) for entrant in pair]
    first, second = (control(entrant, options.nodes) for entrant in pair)
    game, points = Game(variant), []
    for seed in seeds:
        begun = opening(variant, seed, options.plies).begun(game)
        luck = Luck(str(seed))
        black = play((movers[0], movers[1]), begun, Terms((first, second), longest=LONGEST), luck)
        white = play((movers[1], movers[0]), begun, Terms((second, first), longest=LONGEST), luck)
        points += [1 - black.verdict.white, white.verdict.white]
    for player in movers:
        player.close()
    return points


# --- ratings ------------------------------------------------------------------------------------------------


@dataclass
class Ladder:
    """Contenders by number, and the points of the second one of each pair that has played."""

    rungs: Sequence[str]
    results: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    ratings: list[float] = field(default_factory=list)
    variances: list[list[float]] = field(default_factory=list)

    def fit(self, count: int) -> None:
        """The likeliest rating of each contender, above the first rung, and their covariances. A
        pair has also drawn a game that was not played."""
        self.ratings = [0.0] * count
        for _ in range(50):
            slope, curvature = self._derivatives()
            self.variances = inverted(curvature)
            steps = [sum(map(float.__mul__, row, slope)) for row in self.variances]
            self.ratings = [0.0] + [
                rating + max(-200.0, min(200.0, step))
                for rating, step in zip(self.ratings[1:], steps, strict=True)
            ]
            if max(map(abs, steps), default=0.0) < 0.01:
                break

    def _derivatives(self) -> tuple[list[float], list[list[float]]]:
        """Of the likelihood's logarithm, by all ratings but that of the first rung, which stays at zero."""
        free = len(self.ratings) - 1
        slope = [0.0] * (free + 1)
        curvature = [[0.0] * (free + 1) for _ in range(free + 1)]
        for (lower, upper), points in self.results.items():
            games = len(points) + 1
            expected = score_of(self.ratings[upper] - self.ratings[lower])
            surplus = (sum(points) + 0.5 - games * expected) / ELO_UNIT
            weight = games * expected * (1 - expected) / ELO_UNIT**2
            for one, other, sign in ((upper, lower, 1), (lower, upper, -1)):
                slope[one] += sign * surplus
                curvature[one][one] += weight
                curvature[one][other] -= weight
        return slope[1:], [row[1:] for row in curvature[1:]]

    def error(self, weights: dict[int, float]) -> float:
        """Half the width of the interval of 95 % of a sum of ratings."""
        free = {number: weight for number, weight in weights.items() if number}
        variance = sum(
            one * other * self.variances[row - 1][column - 1]
            for row, one in free.items()
            for column, other in free.items()
        )
        return TWO_SIDED_95 * math.sqrt(max(0.0, variance))

    def place(self, number: int) -> str:
        """Which rung a contender plays like, as the last table has it."""
        top = len(self.rungs) - 1
        rating = self.ratings[number]
        below = max((rung for rung in range(top + 1) if self.ratings[rung] <= rating), default=-1)
        if below in (-1, top):
            end = max(below, 0)
            error = self.error({number: 1.0, end: -1.0})
            return f"{self.rungs[end]} {rating - self.ratings[end]:+.0f} ± {error:.0f} Elo"
        gap = self.ratings[below + 1] - self.ratings[below]
        share = (rating - self.ratings[below]) / gap
        error = self.error({number: 1.0, below: share - 1, below + 1: -share}) / gap
        return between(self.rungs[below], self.rungs[below + 1], share, error)


def between(lower: str, upper: str, share: float, error: float) -> str:
    """A place between two rungs: a number, where their names differ by one."""
    names = [re.fullmatch(r"(\D*)(\d+)", name) for name in (lower, upper)]
    if not (names[0] and names[1] and names[0][1] == names[1][1]):
        return f"{share:.0%} from {lower} to {upper}"
    first, step = int(names[0][2]), int(names[1][2]) - int(names[0][2])
    return f"{names[0][1]}{first + share * step:.1f} ± {error * step:.1f}"


def score_text(points: Sequence[float]) -> str:
    """The points of the second one of a pair, and the difference in Elo that they mean."""
    ladder = Ladder(("", ""), {(0, 1): list(points)})
    ladder.fit(2)
    won, lost, games = points.count(1.0), points.count(0.0), len(points)
    return (
        f"{games} games: +{won} -{lost} ={games - won - lost}, {sum(points) / games:.1%}, "
        f"Elo {ladder.ratings[1]:+.0f} ± {ladder.error({1: 1.0}):.0f}"
    )


# --- the ladder ---------------------------------------------------------------------------------------------

Meeting = Callable[[int, int, int], float]
"""Has two contenders play a number of games; the share of the points of the second one."""


def climb(entrants: Sequence[Entrant], rungs: int, variant: str, options: argparse.Namespace) -> Ladder:
    """Every rung plays the next one, and then others look for their places."""
    ladder = Ladder([entrant.name for entrant in entrants[:rungs]])

    def meet(lower: int, upper: int, games: int) -> float:
        """Has a pair play a number of games more, and counts them all."""
        points = ladder.results.setdefault((lower, upper), [])
        first = len(points) // 2
        seeds = range(first, first + (games + 1) // 2)
        points += match((entrants[lower], entrants[upper]), variant, seeds, options)
        names = f"{entrants[upper].name} against {entrants[lower].name}"
        print(f"{variant}: {names}: {score_text(points)}", flush=True)
        return sum(points) / len(points)

    for lower, upper in pairwise(range(rungs)):
        meet(lower, upper, options.games)
    for number in range(rungs, len(entrants)):
        for rung in find_place(number, rungs, meet):
            meet(rung, number, options.games - len(ladder.results.get((rung, number), [])))
    ladder.fit(len(entrants))
    return ladder


def find_place(number: int, rungs: int, meet: Meeting) -> Iterator[int]:
    """Finds the two rungs next to a contender's place by halving."""
    low, high = 0, rungs
    while low < high:
        middle = (low + high) // 2
        if meet(middle, number, PROBES) >= 0.5:
            low = middle + 1
        else:
            high = middle
    yield from (rung for rung in (low - 1, low) if 0 <= rung < rungs)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How far apart levels of strength are.")
    parser.add_argument("rungs", nargs="+", help="from the weakest to the strongest")
    parser.add_argument("--place", nargs="*", default=[], help="others, whose place is looked for")
    parser.add_argument("--variant", nargs="+", default=["chess"])
    parser.add_argument("--games", type=int, default=100, help="of each pair")
    parser.add_argument("--nodes", type=int, default=20000, help="of what has no limit, or only one of time")
    parser.add_argument("--speed", type=int, default=1000000, help="nodes that stand for a second of a level")
    parser.add_argument("--plies", type=int, default=6, help="random moves of the opening")
    options = parser.parse_args()
    words = [*options.rungs, *options.place]
    entrants = with_own_names([parse_entrant(word, STARTING_SECONDS) for word in words])
    ladders = [climb(entrants, len(options.rungs), variant, options) for variant in options.variant]
    for variant, ladder in zip(options.variant, ladders, strict=True):
        order = sorted(range(len(entrants)), key=ladder.ratings.__getitem__)
        rows = [[entrants[n].name, f"{ladder.ratings[n]:+.0f} ± {ladder.error({n: 1.0}):.0f}"] for n in order]
        print(f"\n{variant}, Elo above {entrants[0].name}:\n\n{table(['', 'Elo'], rows)}")
    if options.place:
        names = range(len(options.rungs), len(entrants))
        rows = [[entrants[n].name, *(ladder.place(n) for ladder in ladders)] for n in names]
        print(f"\n{table(['plays like', *options.variant], rows)}")


if __name__ == "__main__":
    main()
