"""How far apart the levels of strength are: every contender plays the next one, and the differences add up.

    python scripts/ladder.py skill0 skill1 skill2 --games 100
    python scripts/ladder.py beginner easy medium hard --hurry 50
    python scripts/ladder.py "/usr/games/stockfish;UCI_LimitStrength=true;UCI_Elo=1500" skill6

Contenders are short names of levels (see tilefish/levels.py), played in this process, or commands of UCI
engines with their options. Every opening is a few random moves, played twice with the sides exchanged. For
such a chain the fit is exact: a rating is the sum of the differences below it, and so is its variance.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from arbiter import Control, Entrant, Mover, Player, play
from duel import opening
from tilefish import Game
from tilefish.engine import Engine
from tilefish.levels import level_named
from tilefish.limits import Limits

LONGEST = 300
HASH_MEGABYTES = 4


class Resident:
    """A level of Tilefish in this process."""

    def __init__(self, name: str, hurry: float, seed: int) -> None:
        self.name = name
        level = level_named(name)
        self._engine = Engine(HASH_MEGABYTES, seed=seed)
        self._engine.level = replace(level, seconds=level.seconds / hurry) if level.seconds else level

    def begin(self) -> None:
        """A new game."""
        self._engine.clear_hash()

    def move(self, game: Game, go: str, seconds: float | None, patience: float) -> tuple[str, float]:
        """What it plays, and how long it took. A level that is capped in time needs no other limit."""
        timed = self._engine.level.seconds is not None
        limits = Limits() if timed else Limits(nodes=int(go.split()[-1]))
        begin = time.perf_counter()
        move = self._engine.play(game, limits).move
        assert move is not None, "a game without a move is over"
        return move, time.perf_counter() - begin

    def kill(self) -> None:
        """It lives and dies with this process."""


def contender(name: str, options: argparse.Namespace, seed: int) -> Mover:
    """A level, or an engine with options after semicolons."""
    command, *settings = name.split(";")
    if settings or "/" in name:
        return Player(Entrant(name, command, tuple(settings), options.variant))
    return Resident(name, options.hurry, seed)


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
        return 400 * math.log10(self.mean / (1 - self.mean))

    @property
    def error(self) -> float:
        """Half the width of its interval of 95 %."""
        mean, count = self.mean, len(self.points) + 1
        variance = (sum((point - mean) ** 2 for point in self.points) + (0.5 - mean) ** 2) / count
        return 1.96 * math.sqrt(variance / count) * 400 / math.log(10) / (mean * (1 - mean))

    def __str__(self) -> str:
        won, lost = self.points.count(1.0), self.points.count(0.0)
        games = len(self.points)
        return (
            f"{games} games: +{won} -{lost} ={games - won - lost}, {sum(self.points) / games:.1%}, "
            f"Elo {self.elo:+.0f} ± {self.error:.0f}"
        )


def match(lower: Mover, upper: Mover, options: argparse.Namespace) -> Score:
    """Both games of every opening."""
    control, points = Control(nodes=options.nodes, longest=LONGEST), []
    for seed in range((options.games + 1) // 2):
        moves = opening(options.variant, seed, options.plies)
        for white, black in ((lower, upper), (upper, lower)):
            won = play((white, black), options.variant, moves, control).white
            points.append(won if white is upper else 1 - won)
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
    players = [contender(name, options, seed) for seed, name in enumerate(options.contenders)]
    rating, variance = 0.0, 0.0
    for lower, upper in pairwise(players):
        score = match(lower, upper, options)
        rating += score.elo
        variance += score.error**2
        print(
            f"{upper.name} against {lower.name}: {score}; "
            f"{rating:+.0f} ± {math.sqrt(variance):.0f} above {players[0].name}",
            flush=True,
        )
    for player in players:
        if isinstance(player, Player):
            player.close()


if __name__ == "__main__":
    main()
