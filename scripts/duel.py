"""A quick match between two UCI engines with our rules as referee, for measuring while developing.

    python scripts/duel.py --first "tilefish" --second "PATH/TO/engine" --variant fragments --games 40 \
        --seconds 0.1 --second-option VariantPath=FILE.ini --second-option "Use NNUE=false"

Every opening is a few random moves, played twice with the sides exchanged.
"""

from __future__ import annotations

import argparse
import math
import random
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

from tilefish import Game


class Mover(Protocol):
    """Whoever can play."""

    name: str

    def begin(self) -> None:
        """A new game."""

    def move(self, game: Game, limit: str) -> str:
        """What it plays."""


@dataclass(frozen=True)
class Entrant:
    """How to start an engine."""

    name: str
    command: str
    options: tuple[str, ...]


class Player:
    """A running engine."""

    def __init__(self, entrant: Entrant, variant: str) -> None:
        self.name = entrant.name
        self._process = subprocess.Popen(
            shlex.split(entrant.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._say("uci")
        has_variants = "UCI_Variant" in self._until("uciok")
        for option in entrant.options:
            name, _, value = option.partition("=")
            self._say(f"setoption name {name} value {value}")
        if has_variants:
            self._say(f"setoption name UCI_Variant value {variant}")

    def begin(self) -> None:
        """A new game."""
        self._say("ucinewgame")
        self._say("isready")
        self._until("readyok")

    def move(self, game: Game, limit: str) -> str:
        """What it plays."""
        moves = game.move_stack
        self._say(f"position fen {game.root_fen}" + (f" moves {' '.join(moves)}" if moves else ""))
        self._say(f"go {limit}")
        return self._until("bestmove").split("bestmove ")[-1].split()[0]

    def close(self) -> None:
        """Ends it."""
        self._say("quit")
        self._process.wait(timeout=10)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _until(self, start: str) -> str:
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            if line.startswith(start):
                return "".join(said)
        raise RuntimeError(f"{self.name} ended before it said {start}")


def opening(variant: str, seed: int, plies: int) -> list[str]:
    """A few random moves after which the game still goes on."""
    rng = random.Random(f"{variant} {seed}")
    while True:
        game = Game(variant)
        for _ in range(plies):
            game.push(rng.choice(game.legal_moves))
            if game.outcome() is not None:
                break
        else:
            return game.move_stack


def play(
    players: tuple[Mover, Mover], variant: str, moves: list[str], limit: str, longest: int = 400
) -> tuple[float, str]:
    """The points of the player who is White, and how the game ended."""
    game = Game(variant)
    for move in moves:
        game.push(move)
    for player in players:
        player.begin()
    while (outcome := game.outcome()) is None:
        if len(game.move_stack) > longest:
            return 0.5, "length"
        mover = 0 if game.turn == "white" else 1
        move = players[mover].move(game, limit)
        try:
            game.push(move)
        except ValueError as error:
            return float(mover), f"illegal move of {players[mover].name}: {error} in {game.fen()}"
    points = {"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner]
    return points, outcome.reason


def pair(options: argparse.Namespace, seed: int) -> list[tuple[float, str]]:
    """Both games of one opening: points of the first engine."""
    first = Player(Entrant("first", options.first, tuple(options.first_option)), options.variant)
    second = Player(Entrant("second", options.second, tuple(options.second_option)), options.variant)
    moves = opening(options.variant, seed, options.plies)
    limit = f"movetime {int(options.seconds * 1000)}" if options.seconds else f"nodes {options.nodes}"
    white, reason = play((first, second), options.variant, moves, limit)
    black, other_reason = play((second, first), options.variant, moves, limit)
    first.close()
    second.close()
    return [(white, reason), (1 - black, other_reason)]


def report(results: list[tuple[float, str]]) -> str:
    """The score with its error bar, and the reasons."""
    points = [point for point, _ in results]
    count = len(points)
    mean = sum(points) / count
    deviation = math.sqrt(sum((point - mean) ** 2 for point in points) / count)
    error = 1.96 * deviation / math.sqrt(count)
    wins, losses = points.count(1.0), points.count(0.0)
    elo = f"{-400 * math.log10(1 / mean - 1):+.0f}" if 0 < mean < 1 else "infinite"
    reasons = sorted({reason for _, reason in results})
    counts = ", ".join(f"{reason} {sum(r == reason for _, r in results)}" for reason in reasons)
    return (
        f"{count} games: +{wins} -{losses} ={count - wins - losses}, {mean:.1%} ± {error:.1%}, "
        f"Elo {elo} ({counts})"
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="A quick match between two UCI engines.")
    parser.add_argument("--first", default="tilefish")
    parser.add_argument("--second", default="tilefish")
    parser.add_argument("--first-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--second-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--plies", type=int, default=6, help="random moves of the opening")
    parser.add_argument("--concurrency", type=int, default=2)
    options = parser.parse_args()
    results: list[tuple[float, str]] = []
    with ThreadPoolExecutor(options.concurrency) as pool:
        for games in pool.map(lambda seed: pair(options, seed), range((options.games + 1) // 2)):
            results += games
    print(report(results))


if __name__ == "__main__":
    main()
