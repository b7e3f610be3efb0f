"""How far apart the levels of strength are: every contender plays the next one, and the differences add up.

    python scripts/ladder.py skill0 skill1 skill2 --games 100
    python scripts/ladder.py beginner easy medium hard --hurry 50
    python scripts/ladder.py "cmd=/usr/games/stockfish option.UCI_LimitStrength=true" skill6

Contenders are written as for `tilefish match --engine`; levels are played in this process. Every opening is a
few random moves, played twice with the sides exchanged. For such a chain the fit is exact: a rating is the
sum of the differences below it, and so is its variance.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tilefish import Game
from tilefish.arena.control import Control
from tilefish.arena.openings import drawn_opening
from tilefish.arena.players import Entrant, Mover, Program, Resident
from tilefish.arena.ratings import TWO_SIDED_95, elo
from tilefish.arena.referee import Luck, Terms, play
from tilefish.arena.words import parse_entrant, with_own_names
from tilefish.levels import level_named

LONGEST = 300
HASH_MEGABYTES = 4
STARTING_SECONDS = 30.0


def mover(entrant: Entrant, hurry: float) -> Mover:
    """Who plays for a contender; a level that is capped in time is hurried."""
    if entrant.command:
        return Program(entrant)
    level = level_named(entrant.level)
    return Resident(replace(level, seconds=level.seconds / hurry) if level.seconds else level, HASH_MEGABYTES)


def control(entrant: Entrant, nodes: int) -> Control:
    """What it may use. A level that is capped in time needs no other limit."""
    if entrant.control:
        return entrant.control
    timed = entrant.level and level_named(entrant.level).seconds is not None
    return Control() if timed else Control(nodes=nodes)


@dataclass(frozen=True)
class Score:
    """The points of the stronger one of a pair."""

    points: Sequence[float]

    @property
    def mean(self) -> float:
        """The share of the points, drawn to the middle by one game that was not played, so that no difference
        is infinite."""
        return (sum(self.points) + 0.5) / (len(self.points) + 1)

    @property
    def elo(self) -> float:
        """The difference in Elo."""
        return elo(self.mean)

    @property
    def error(self) -> float:
        """Half the width of its interval of 95 %."""
        mean, count = self.mean, len(self.points) + 1
        variance = (sum((point - mean) ** 2 for point in self.points) + (0.5 - mean) ** 2) / count
        return TWO_SIDED_95 * math.sqrt(variance / count) * 400 / math.log(10) / (mean * (1 - mean))

    def __str__(self) -> str:
        won, lost = self.points.count(1.0), self.points.count(0.0)
        games = len(self.points)
        return (
            f"{games} games: +{won} -{lost} ={games - won - lost}, {sum(self.points) / games:.1%}, "
            f"Elo {self.elo:+.0f} ± {self.error:.0f}"
        )


def match(pair: tuple[Entrant, Entrant], options: argparse.Namespace) -> Score:
    """Both games of every opening, as the second one sees them."""
    movers = [mover(entrant, options.hurry) for entrant in pair]
    lower, upper = (control(entrant, options.nodes) for entrant in pair)
    game, points = Game(options.variant), []
    for seed in range((options.games + 1) // 2):
        begun = drawn_opening(game, str(seed), options.plies).begun(game)
        luck = Luck(str(seed))
        black = play((movers[0], movers[1]), begun, Terms((lower, upper), longest=LONGEST), luck)
        white = play((movers[1], movers[0]), begun, Terms((upper, lower), longest=LONGEST), luck)
        points += [1 - black.verdict.white, white.verdict.white]
    for player in movers:
        player.close()
    return Score(points)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How far apart levels of strength are.")
    parser.add_argument("contenders", nargs="+", help="from the weakest to the strongest")
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--games", type=int, default=100, help="of each pair")
    parser.add_argument("--nodes", type=int, default=20000, help="of who has no limit in time")
    parser.add_argument("--hurry", type=float, default=1, help="caps in time are divided by this")
    parser.add_argument("--plies", type=int, default=6, help="random moves of the opening")
    options = parser.parse_args()
    entrants = with_own_names([parse_entrant(word, STARTING_SECONDS) for word in options.contenders])
    rating, variance = 0.0, 0.0
    for lower, upper in pairwise(entrants):
        score = match((lower, upper), options)
        rating += score.elo
        variance += score.error**2
        print(
            f"{upper.name} against {lower.name}: {score}; "
            f"{rating:+.0f} ± {math.sqrt(variance):.0f} above {entrants[0].name}",
            flush=True,
        )


if __name__ == "__main__":
    main()
