"""What learning is worth: nodes to a fixed depth with and without it, and the score of an engine that has
learned against itself without.

    python scripts/learning.py nodes score --variant fragments --games 500 --nodes 2000

It begins with games of the engine against itself from fixed openings, which a new store learns from. The
openings of `score` are those it learned from, each played from both sides; nodes a move are fixed, so that
one machine counts like another.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tilefish import Game
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.game.move import Move
from tilefish.learning.hints import hints_near
from tilefish.learning.recording import entries_of_record
from tilefish.learning.store import Store
from tilefish.match.openings import random_game
from tilefish.match.ratings import estimate
from tilefish.match.self_play import random_move, self_play
from tilefish.match.standings import POINTS
from tilefish.pgn.record import RESULT_OF_WINNER, GameRecord, record_of

LONGEST = 300
"""A game of this length, in plies, is a draw."""
OPENING_PLIES = 4
VARIETY = 0.1
"""In games to learn from, this share of the moves is drawn by lot: without it, all from one opening are one
game."""


def openings(variant: str, count: int, seed: int) -> list[list[Move]]:
    """Beginnings of games drawn by lot, no two alike, none of them over."""
    rng = Random(seed)
    found: list[list[Move]] = []
    while len(found) < count:
        moves = random_game(Game(variant), OPENING_PLIES, rng).move_stack
        if moves not in found:
            found.append(moves)
    return found


def begun(variant: str, moves: list[Move]) -> Game:
    """The game after an opening."""
    game = Game(variant)
    for move in moves:
        game.push(move)
    return game


def play_out(
    game: Game, engines: tuple[Engine, Engine], limits: Limits, rng: Random, variety: float
) -> GameRecord:
    """Plays a game to its end, White's engine first. Dice and a share of the moves are drawn by lot."""
    for engine in engines:
        engine.clear_hash()

    def choose(game: Game) -> Move | None:
        if rng.random() < variety:
            return random_move(game, rng)
        return engines[game.turn == "black"].play(game, limits).move

    record = record_of(game)
    steps = list(self_play(game, choose, LONGEST - game.ply, rng))
    outcome = (steps[-1].game if steps else game).outcome()
    result = RESULT_OF_WINNER[outcome.winner if outcome else None]
    moves = (*record.moves, *(step.recorded() for step in steps))
    return GameRecord(record.start, moves, {"Result": result})


def teach(store: Store, variant: str, starts: list[list[Move]], games: int, nodes: int, seed: int) -> None:
    """Records games of the engine against itself, without what it learns meanwhile."""
    rng, engine = Random(seed), Engine(hash_megabytes=4)
    for number in range(games):
        game = begun(variant, starts[number % len(starts)])
        record = play_out(game, (engine, engine), Limits(nodes=nodes), rng, VARIETY)
        store.record_entries(game.variant, entries_of_record(record, record.result))


def searched(variant: str, starts: list[list[Move]], depth: int, store: Store | None) -> Iterator[int]:
    """The nodes of a search to a fixed depth from each opening."""
    for moves in starts:
        engine = Engine(hash_megabytes=16)
        engine.memory = None if store is None else lambda game: hints_near(game, store)
        yield engine.play(begun(variant, moves), Limits(depth=depth)).lines[0].nodes


def measure_nodes(arguments: argparse.Namespace, store: Store, starts: list[list[Move]]) -> None:
    """Prints nodes without and with what was learned."""
    without = list(searched(arguments.variant, starts, arguments.depth, None))
    learned = list(searched(arguments.variant, starts, arguments.depth, store))
    ratios = [after / before for before, after in zip(without, learned, strict=True)]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    fewer = sum(ratio < 1 for ratio in ratios)
    print(
        f"{len(starts)} positions, depth {arguments.depth}: {sum(without)} nodes without, {sum(learned)} with"
    )
    print(f"ratio by position {mean:.3f} (geometric mean), fewer nodes in {fewer} of {len(ratios)}")


def measure_score(arguments: argparse.Namespace, store: Store, starts: list[list[Move]]) -> None:
    """Prints the score of the engine that has learned."""
    learned, plain = Engine(hash_megabytes=4), Engine(hash_megabytes=4)
    learned.memory = lambda game: hints_near(game, store)
    limits, dice = Limits(nodes=arguments.nodes), Random(arguments.seed)
    points = []
    for moves in starts:
        for is_white in (True, False):
            engines = (learned, plain) if is_white else (plain, learned)
            record = play_out(begun(arguments.variant, moves), engines, limits, dice, 0)
            white = POINTS[record.result]
            points.append(white if is_white else 1 - white)
    pairs = zip(points[::2], points[1::2], strict=True)
    found = estimate(Counter(sum(pair) / 2 for pair in pairs))
    assert found is not None
    wins, draws = points.count(1), points.count(0.5)
    print(f"{len(points)} games at {arguments.nodes} nodes: +{wins} ={draws} -{len(points) - wins - draws}")
    print(f"score {found.mean:.1%} ± {found.error:.1%}")


MEASURES = {"nodes": measure_nodes, "score": measure_score}


def main() -> None:
    """Reads the command line, teaches a new store, and measures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="+", choices=MEASURES, help="what is measured")
    parser.add_argument("--variant", default="fragments")
    parser.add_argument("--games", type=int, default=500, help="games to learn from")
    parser.add_argument("--openings", type=int, default=100, help="openings that they begin with")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    parser.add_argument("--depth", type=int, default=8, help="of the searches that are counted")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    starts = openings(arguments.variant, arguments.openings, arguments.seed)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "learned") as store:
        teach(store, arguments.variant, starts, arguments.games, arguments.nodes, arguments.seed)
        [world] = store.stats()
        print(f"{arguments.variant}: {world.games} games learned, {world.moves} moves")
        for what in arguments.what:
            MEASURES[what](arguments, store, starts)


if __name__ == "__main__":
    main()
