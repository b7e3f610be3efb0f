"""Fits what a score means to the games of a variant: `odds` of its file, which `UCI_ShowWDL` shows.

    python scripts/win_rate_model.py fragments chess --games 400 --nodes 3000

Plays games against itself from random openings, keeps the score of every search with the result of its
game, and finds the two numbers under which the results are likeliest. Half of the games are predicted, not
fitted: the loss there (nats a position) stands beside that of plain frequencies, which a good fit is well
below.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilefish import Game
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.game.move import Move
from tilefish.match.openings import random_game
from tilefish.match.self_play import self_play
from tilefish.rules.model.win_rate import WinRateModel

LONGEST_GAME = 300
LEAST_CHANCE = 1e-4
"""No outcome is thought less likely: one game must not decide the fit."""
TAMED = 3000
"""Scores above this count like this one."""


class Sample(NamedTuple):
    """A score, and what became of it for its side: 1 a win, 0 a draw, -1 a loss."""

    score: int
    result: int


def played(engine: Engine, variant: str, nodes: int, plies: int, rng: random.Random) -> list[Sample]:
    """The samples of one game; none of a game that is too long."""
    game = random_game(Game(variant), plies + rng.randrange(2), rng)
    scores: list[tuple[str, int]] = []
    engine.clear_hash()

    def choose(game: Game) -> Move:
        best = engine.play(game, Limits(nodes=nodes)).lines[0]
        if best.mate is None:
            scores.append((game.turn, max(-TAMED, min(best.score, TAMED))))
        return best.line[0].without_die

    for step in self_play(game, choose, LONGEST_GAME - game.ply, rng):
        game = step.game
    outcome = game.outcome()
    if outcome is None:
        return []
    return [Sample(score, result_of(outcome.winner, turn)) for turn, score in scores]


def result_of(winner: str | None, turn: str) -> int:
    """What the game came to for a side."""
    if winner is None:
        return 0
    return 1 if winner == turn else -1


def loss(model: WinRateModel, samples: Sequence[Sample]) -> float:
    """How badly the model predicts the results: nats a position."""
    total = 0.0
    for score, result in samples:
        win, lost = model.chance(score), model.chance(-score)
        chance = win if result > 0 else lost if result < 0 else 1 - win - lost
        total -= math.log(max(LEAST_CHANCE, chance))
    return total / len(samples)


def plain_loss(samples: Sequence[Sample]) -> float:
    """The loss of a model that knows only how often games are won, drawn and lost."""
    counts = Counter(result for _, result in samples)
    return -sum(count / len(samples) * math.log(count / len(samples)) for count in counts.values())


def fitted(samples: Sequence[Sample]) -> WinRateModel:
    """The model with the least loss, found by steps that become smaller."""
    best, stride = WinRateModel(100, 100), 64
    least = loss(best, samples)
    while stride:
        found = min(
            ((loss(model, samples), model.even, model.spread) for model in neighbours(best, stride)),
            default=(least, best.even, best.spread),
        )
        if found[0] < least:
            least, best = found[0], WinRateModel(found[1], found[2])
        else:
            stride //= 2
    return best


def neighbours(model: WinRateModel, stride: int) -> Iterable[WinRateModel]:
    """Models a stride away in either number or both."""
    for even in (model.even - stride, model.even, model.even + stride):
        for spread in (model.spread - stride, model.spread, model.spread + stride):
            if even >= 0 and spread > 0 and (even, spread) != (model.even, model.spread):
                yield WinRateModel(even, spread)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=3000, help="for each move")
    parser.add_argument("--plies", type=int, default=4, help="random moves of the opening, or one more")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for variant in options.variants:
        rng = random.Random(f"{variant} {options.seed}")
        engine = Engine(8)
        games = [played(engine, variant, options.nodes, options.plies, rng) for _ in range(options.games)]
        fitting = [sample for game in games[::2] for sample in game]
        predicted = [sample for game in games[1::2] for sample in game]
        model = fitted(fitting)
        print(
            f"{variant}: odds = [{model.even}, {model.spread}], loss {loss(model, fitting):.4f} of "
            f"{len(fitting)} fitted, {loss(model, predicted):.4f} of {len(predicted)} predicted, "
            f"{plain_loss(predicted):.4f} by frequencies",
            flush=True,
        )


if __name__ == "__main__":
    main()
