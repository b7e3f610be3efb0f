"""Tunes the numbers of the search by games: SPSA, simultaneous perturbation stochastic approximation.

    python scripts/spsa.py --variant chess chess makruk void_dimension --pairs 5000 --file tuned.json

Each pair of games changes all numbers at once, each by its step up or down by lot, and plays this set
against the one with the opposite changes. The numbers move towards the winner. The numbers, their limits and
steps are those of `core/search/parameters.pyx`; `--only` takes some of them, `--steps 1.5` larger steps. What
it finds is only worth having if it wins a match against what was there before: see docs/strength.md.

`--file` keeps the state after every pair, and a file that is there is continued: a number that is new in it
begins with its usual value. Ctrl-C ends the tuning and prints what was found.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from math import floor
from pathlib import Path
from random import Random

from strength import positive
from tilefish import InputError
from tilefish.cli.match_openings import OpeningWords
from tilefish.core.search.parameters import SEARCH_PARAMETERS, SearchParameter
from tilefish.engine.levels import FULL
from tilefish.files import write_atomically
from tilefish.game.game import adapted_variant
from tilefish.match.adjudication import DrawRule, ResignRule
from tilefish.match.control import Control, read_control
from tilefish.match.executors import Workers, workers
from tilefish.match.match import MOST_LOSSES, MatchError
from tilefish.match.openings import Lot, Opening, Openings
from tilefish.match.players import Resident
from tilefish.match.referee import Luck, Terms, play
from tilefish.match.workplace import GameRules
from tilefish.rules.files.library import Library

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
LONGEST = 300
PLIES = 8
"""Random plies of an opening, for variants without a file of openings."""
PATIENCE = 60.0
LEARNING_RATE = 0.02
"""By how much of its step a number moves for each point between the sides of a pair."""
SAY_EVERY = 50

Numbers = dict[str, float]


# --- one pair of games --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening with the colours swapped, between two sets of numbers."""

    number: int
    rules: GameRules
    opening: Opening | Lot
    control: Control
    sets: tuple[Mapping[str, int], Mapping[str, int]]
    signs: Mapping[str, int] = field(default_factory=dict)
    """Which way the first set differs from the numbers so far."""


def play_pair(pair: Pair) -> float:
    """The points of the first set, from 0 to 2."""
    start = pair.rules.game()
    opening = pair.opening.opening(start) if isinstance(pair.opening, Lot) else pair.opening
    controls = pair.control, pair.control
    terms = Terms(controls, patience=PATIENCE, longest=LONGEST, draw=DrawRule(), resign=ResignRule())
    luck = Luck(f"spsa {pair.number}")
    points = 0.0
    for is_swapped in (False, True):
        first, second = (Resident(FULL, parameters=numbers) for numbers in pair.sets)
        players = (second, first) if is_swapped else (first, second)
        white = play(players, opening.begun(start), terms, luck).verdict.white
        points += 1 - white if is_swapped else white
    return points


# --- the numbers --------------------------------------------------------------------------------------------


class Tuning:
    """The numbers as they are, and how many pairs brought them there."""

    def __init__(self, parameters: Sequence[SearchParameter], steps: float, seed: int) -> None:
        self.parameters = parameters
        self.numbers: Numbers = {parameter.name: float(parameter.value) for parameter in parameters}
        self.pairs = 0
        self.points = 0.0
        self._steps = steps
        self._seed = seed

    def perturbed(self, number: int) -> tuple[dict[str, int], tuple[dict[str, int], dict[str, int]]]:
        """Signs by lot for the pair of that number, and the numbers with their steps added and subtracted by
        them. A tuning that is continued does not draw the same ones again."""
        rng = Random(f"{self._seed} {number}")
        signs = {parameter.name: rng.choice((-1, 1)) for parameter in self.parameters}
        return signs, (self._moved(signs, 1, rng), self._moved(signs, -1, rng))

    def learn(self, signs: Mapping[str, int], points: float) -> None:
        """Takes the points of the first set, from 0 to 2."""
        self.pairs += 1
        self.points += points
        for parameter in self.parameters:
            change = LEARNING_RATE * self._step(parameter) * 2 * (points - 1) * signs[parameter.name]
            moved = self.numbers[parameter.name] + change
            self.numbers[parameter.name] = min(max(moved, parameter.least), parameter.most)

    def _step(self, parameter: SearchParameter) -> float:
        return parameter.step * self._steps

    def _moved(self, signs: Mapping[str, int], way: int, rng: Random) -> dict[str, int]:
        """Whole numbers: what lies between two becomes one of them by lot, so that small ones move."""
        moved = {}
        for parameter in self.parameters:
            wanted = self.numbers[parameter.name] + way * signs[parameter.name] * self._step(parameter)
            number = floor(wanted + rng.random())
            moved[parameter.name] = min(max(number, parameter.least), parameter.most)
        return moved

    # --- file and text --------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Writes the state. Raises `InputError`."""
        state = {"pairs": self.pairs, "points": self.points, "numbers": self.numbers}
        try:
            write_atomically(path, json.dumps(state, indent=1))
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror or error}") from error

    def load(self, path: Path) -> None:
        """Reads a state. Raises `InputError`."""
        try:
            state = json.loads(path.read_text())
            self.pairs, self.points = int(state["pairs"]), float(state["points"])
            known = {name: float(number) for name, number in state["numbers"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path} is not the state of a tuning: {error}") from error
        for parameter in self.parameters:
            number = known.get(parameter.name, self.numbers[parameter.name])
            self.numbers[parameter.name] = min(max(number, parameter.least), parameter.most)

    def text(self) -> str:
        """All numbers with what they were."""
        rows = (
            f"{parameter.name:24} {parameter.value:6} -> {round(self.numbers[parameter.name]):6}"
            f"   {self.numbers[parameter.name] - parameter.value:+9.1f}"
            f"   {(self.numbers[parameter.name] - parameter.value) / self._step(parameter):+5.1f} steps"
            for parameter in self.parameters
        )
        return "\n".join([f"after {self.pairs} pairs", *rows])


# --- the games ----------------------------------------------------------------------------------------------


class Games:
    """The pairs to play: the variants in turn, each with its openings in an order of its own."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._library = Library([DATA / "worlds"])
        self._options = options
        self.control = read_control({"tc": options.tc} if options.tc else {"nodes": options.nodes})
        self.rules = tuple(map(self._rules, options.variant))

    @cache  # noqa: B019 - as long as the program
    def _rules(self, name: str) -> GameRules:
        return GameRules(adapted_variant(name, library=self._library))

    @cache  # noqa: B019
    def _openings(self, rules: GameRules) -> Openings:
        path = self._options.openings_folder / f"{rules.variant.name}.epd"
        if not path.exists():
            return Openings(self._options.seed, PLIES)
        words = OpeningWords(str(path), True, None, self._options.seed, None, LONGEST)
        return words.openings((rules,), self._library)[0]

    def pair(self, number: int, tuning: Tuning) -> Pair:
        """The pair of that number, with the numbers as they are now."""
        rules = self.rules[number % len(self.rules)]
        opening = self._openings(rules).choice(0, number // len(self.rules))
        signs, sets = tuning.perturbed(number)
        return Pair(number, rules, opening, self.control, sets, signs)


def run(games: Games, tuning: Tuning, pairs: int, place: Workers) -> Iterator[Pair]:
    """Plays up to that number of pairs, and yields each when its result is learned. Pairs that are lost with
    their workers are drawn anew."""
    running: dict[Future[float], Pair] = {}
    losses = 0
    while tuning.pairs < pairs:
        try:
            while len(running) < min(place.capacity, pairs - tuning.pairs):
                pair = games.pair(tuning.pairs + len(running), tuning)
                running[place.submit(play_pair, pair)] = pair
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                points = future.result()
                pair = running.pop(future)
                losses = 0
                tuning.learn(pair.signs, points)
                yield pair
        except place.lost as error:
            losses += 1
            if losses == MOST_LOSSES:
                raise MatchError(
                    f"workers were lost {losses} times without a pair in between: {error}"
                ) from error
            running.clear()
            place.renew()


def chosen(patterns: Sequence[str]) -> list[SearchParameter]:
    """The parameters whose names match one of the patterns. Raises `InputError`."""
    found = [
        parameter for parameter in SEARCH_PARAMETERS
        if any(fnmatchcase(parameter.name, pattern) for pattern in patterns)
    ]  # fmt: skip
    if not found:
        names = ", ".join(parameter.name for parameter in SEARCH_PARAMETERS)
        raise InputError(f"no parameter is called {' or '.join(patterns)}; there are {names}")
    return found


def factor(text: str) -> float:
    """A factor of the steps."""
    number = float(text)
    if not 0.1 <= number <= 10:
        raise argparse.ArgumentTypeError(f"expected a number from 0.1 to 10, not {text}")
    return number


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Tunes the numbers of the search by games.")
    parser.add_argument("--variant", nargs="+", default=["chess"], help="played in turn; one may stand twice")
    parser.add_argument("--pairs", type=positive, default=5000, help="of games, those of the file included")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", default="20000", help="for each move (default: 20000)")
    limit.add_argument("--tc", help="a clock instead")
    parser.add_argument(
        "--only", nargs="+", default=["*"], metavar="NAME", help="parameters, such as Reduction*"
    )
    parser.add_argument("--steps", type=factor, default=1.0, help="factor of all steps, from 0.1 to 10")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, help="the state, continued if it is there")
    parser.add_argument("--openings-folder", type=Path, default=DATA / "openings")
    parser.add_argument("--concurrency", type=positive, default=1)
    parser.add_argument("--cluster", help="the address of a Dask scheduler, instead of processes here")
    return parser.parse_args(words)


def main() -> None:
    """The command."""
    options = arguments()
    try:
        tuning = Tuning(chosen(options.only), options.steps, options.seed)
        if options.file and options.file.exists():
            tuning.load(options.file)
        games = Games(options)
        tune(games, tuning, options)
    except (InputError, MatchError) as error:
        sys.exit(f"Error: {error}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(tuning.text())


def tune(games: Games, tuning: Tuning, options: argparse.Namespace) -> None:
    """Plays, saves, and says now and then how far it is."""
    with workers(options.concurrency, options.cluster) as place:
        for _ in run(games, tuning, options.pairs, place):
            if options.file:
                tuning.save(options.file)
            if tuning.pairs % SAY_EVERY == 0:
                share = tuning.points / tuning.pairs / 2
                print(f"{tuning.pairs} of {options.pairs} pairs, {share:.1%}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
