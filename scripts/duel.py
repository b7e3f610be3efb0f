"""A match between two UCI engines with our rules as referee, for measuring while developing.

    python scripts/duel.py --second PATH/TO/engine --second-option VariantPath=FILE.ini \
        --second-option "Use NNUE=false" --variants fragments --games 200 --tc 2+0.02 --must-be-clean first
    python scripts/duel.py --variants all --games 2 --tc 1+0.01 --must-be-clean both

Every opening is a few random moves after which Tilefish sees neither side much ahead; it is played twice with
the sides exchanged. Time is measured here, from the `go` line to the `bestmove` line. Who oversteps the
clock, plays an illegal move, crashes or hangs loses, which is told at once; the match goes on. Dice are
rolled here, from the seed.

    python scripts/duel.py --variants exchange --first-option Act=3 --second-option Act=2 --nodes 1000000
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from arbiter import Control, Entrant, Player, Verdict, play
from tilefish import Game, InputError, Library
from tilefish.engine import Engine
from tilefish.limits import Limits
from uci_process import EngineError

BALANCED = 100
"""Centipawns: an opening in which the score is further from zero is not played."""
OPENING_NODES = 4000
OPENING_TRIES = 200
TOLD_EVERY = 10
"""Pairs of games after which the score so far is told."""


@dataclass(frozen=True)
class Result:
    """A game as the first engine sees it."""

    points: float
    verdict: Verdict


def opening(variant: str, seed: int, plies: int) -> list[str]:
    """Random moves after which the game goes on, balanced if a balanced one is found soon."""
    rng = random.Random(f"{variant} {seed}")
    engine = Engine(hash_megabytes=1)
    best: tuple[int, list[str]] | None = None
    for _ in range(OPENING_TRIES):
        game = random_game(variant, plies, rng)
        engine.clear_hash()
        line = engine.play(game, Limits(nodes=OPENING_NODES)).lines[0]
        if line.mate is not None:
            continue
        if best is None or abs(line.score) < best[0]:
            best = abs(line.score), game.move_stack
        if best[0] < BALANCED:
            break
    return [] if best is None else best[1]


def random_game(variant: str, plies: int, rng: random.Random) -> Game:
    """A game that goes on after so many random moves."""
    while True:
        game = Game(variant)
        for _ in range(plies):
            game.push(game.roll(rng.choice(game.legal_moves), rng))
            if game.outcome() is not None:
                break
        else:
            return game


class Match:
    """Two engines, one variant, pairs of games."""

    def __init__(self, options: argparse.Namespace, variant: str) -> None:
        self._options = options
        self._variant = variant
        self._control = Control(
            clock=options.tc,
            movetime=options.seconds,
            nodes=options.nodes,
            margin=options.margin / 1000,
            patience=options.patience,
            longest=options.plies_at_most,
        )
        self._tables: SimpleQueue[tuple[Player, Player]] = SimpleQueue()
        """Engines that wait for a game; they stay running between games."""
        self.oversteps = (0.0, 0.0)
        """The largest of each engine, in seconds."""

    def play(self) -> list[list[Result]]:
        """All games, pair by pair."""
        tables = [self._table() for _ in range(self._options.concurrency)]
        try:
            for table in tables:
                for player in table:
                    player.begin()
                self._tables.put(table)
            seeds = range(self._options.seed, self._options.seed + (self._options.games + 1) // 2)
            pairs = self._all_pairs(seeds)
        except EngineError as error:
            sys.exit(f"Error: an engine cannot start: {error}")
        finally:
            for player in (player for table in tables for player in table):
                player.close()
        self.oversteps = (max(a.overstep for a, _ in tables), max(b.overstep for _, b in tables))
        return pairs

    def _all_pairs(self, seeds: Sequence[int]) -> list[list[Result]]:
        pairs: list[list[Result]] = []
        pool = ThreadPoolExecutor(self._options.concurrency)
        try:
            for pair in pool.map(self._pair, seeds):
                pairs.append(pair)
                if len(pairs) % TOLD_EVERY == 0 and len(pairs) < len(seeds):
                    print(f"so far {report(pairs)}", file=sys.stderr, flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
        return pairs

    def _table(self) -> tuple[Player, Player]:
        options = self._options
        first = Entrant(
            "first", options.first, tuple(options.first_option), options.first_variant or self._variant
        )
        second = Entrant(
            "second", options.second, tuple(options.second_option), options.second_variant or self._variant
        )
        return Player(first), Player(second)

    def _pair(self, seed: int) -> list[Result]:
        """Both games of one opening."""
        moves = opening(self._variant, seed, self._options.plies)
        first, second = self._tables.get()
        try:
            white = play((first, second), self._variant, moves, self._control, self._dice(seed))
            black = play((second, first), self._variant, moves, self._control, self._dice(seed))
        finally:
            self._tables.put((first, second))
        for verdict in (white, black):
            if verdict.culprit:
                print(f"{verdict.reason} of {verdict.culprit}: {verdict.detail}", file=sys.stderr, flush=True)
        return [Result(white.white, white), Result(1 - black.white, black)]

    def _dice(self, seed: int) -> random.Random:
        """The same rolls for both games of a pair, as long as these go alike."""
        return random.Random(f"dice {self._variant} {seed}")


def report(pairs: Sequence[Sequence[Result]]) -> str:
    """Score and reasons. The error bar (95 %) is that of the pairs: a pair is one experiment, not two."""
    results = [result for pair in pairs for result in pair]
    points = [result.points for result in results]
    count, mean = len(points), statistics.fmean(points)
    wins, losses = points.count(1.0), points.count(0.0)
    text = f"{count} games: +{wins} -{losses} ={count - wins - losses}, {mean:.1%}"
    if len(pairs) > 1:
        scores = [statistics.fmean(result.points for result in pair) for pair in pairs]
        error = 1.96 * statistics.stdev(scores) / math.sqrt(len(pairs))
        text += f" ± {error:.1%}, Elo {elo(mean)} ({elo(mean - error)} to {elo(mean + error)})"
    else:
        text += f", Elo {elo(mean)}"
    reasons = Counter(
        f"{result.verdict.reason} of {result.verdict.culprit}"
        if result.verdict.culprit
        else result.verdict.reason
        for result in results
    )
    return text + "; " + ", ".join(f"{reason} {times}" for reason, times in reasons.most_common())


def elo(score: float) -> str:
    """The difference in Elo that such a score means."""
    if score <= 0:
        return "-∞"
    return "+∞" if score >= 1 else f"{400 * math.log10(score / (1 - score)):+.0f}"


def overstep_text(oversteps: Sequence[float]) -> str:
    """The largest overstep of each engine."""
    parts = (
        f"{name} {seconds * 1000:.1f} ms" if seconds > 0 else f"{name} never"
        for name, seconds in zip(("first", "second"), oversteps, strict=True)
    )
    return "largest overstep: " + ", ".join(parts)


def clock(text: str) -> tuple[float, float]:
    """Seconds and increment, as in `2+0.02`."""
    base, _, increment = text.partition("+")
    return float(base), float(increment or 0)


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("first", "second"):
        parser.add_argument(f"--{name}", default="tilefish", metavar="COMMAND")
        parser.add_argument(f"--{name}-option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(f"--{name}-variant", metavar="NAME", help="what this engine calls the variant")
    parser.add_argument("--variants", default="chess", help="names with commas between, or all bundled ones")
    parser.add_argument("--games", type=int, default=20, help="for each variant, rounded up to pairs")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--tc", type=clock, metavar="SECONDS+INCREMENT", help="a clock")
    limit.add_argument("--seconds", type=float, help="time for each move; overstepping it is only reported")
    limit.add_argument("--nodes", type=int, default=20000, help="nodes for each move")
    parser.add_argument(
        "--margin", type=float, default=0, help="milliseconds by which a clock may be overdrawn"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=10,
        help="seconds beyond its time after which an engine counts as hung",
    )
    parser.add_argument("--plies", type=int, default=6, help="random moves of the opening")
    parser.add_argument("--plies-at-most", type=int, default=400, help="a longer game is adjudicated a draw")
    parser.add_argument("--seed", type=int, default=0, help="the first opening")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument(
        "--must-be-clean",
        choices=("first", "second", "both"),
        help="exit with 1 if that side lost on time, played an illegal move, crashed or hung",
    )
    return parser.parse_args()


def is_clean(pairs: Sequence[Sequence[Result]], side: str) -> bool:
    """Whether nobody broke rules or clock whom `side` names."""
    culprits = {result.verdict.culprit for pair in pairs for result in pair} - {None}
    return not culprits if side == "both" else side not in culprits


def main() -> None:
    """The command."""
    options = parse_arguments()
    names = Library(environment=False).names()
    variants = names if options.variants == "all" else options.variants.split(",")
    everything: list[list[Result]] = []
    for variant in variants:
        match = Match(options, variant)
        try:
            pairs = match.play()
        except InputError as error:
            sys.exit(f"Error: {error}")
        timed = options.tc or options.seconds
        oversteps = f"; {overstep_text(match.oversteps)}" if timed else ""
        print(f"{variant}: {report(pairs)}{oversteps}", flush=True)
        everything += pairs
    if len(variants) > 1:
        print(f"all: {report(everything)}")
    if options.must_be_clean and not is_clean(everything, options.must_be_clean):
        sys.exit(1)


if __name__ == "__main__":
    main()
