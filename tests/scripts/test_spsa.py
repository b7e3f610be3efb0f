"""The script that tunes the search by games: which way numbers move, and a small tuning as a whole."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest

from spsa import LEARNING_RATE, Games, Pair, Tuning, arguments, chosen, run
from tilefish import InputError
from tilefish.core.search.parameters import SEARCH_PARAMETERS, SearchParameter
from tilefish.match.executors import Workers
from tilefish.match.match import MatchError

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "spsa.py"
PXD = ROOT / "engine" / "tilefish" / "core" / "search" / "parameters.pxd"
TWO = (SearchParameter("Margin", 100, 0, 200, 10), SearchParameter("Depth", 4, 1, 5, 1))


def test_numbers_move_towards_the_winner_and_stay_within_their_limits() -> None:
    tuning = Tuning(TWO, 1.0, seed=1)
    tuning.learn({"Margin": 1, "Depth": -1}, points=2.0)
    assert tuning.numbers == pytest.approx(
        {"Margin": 100 + 20 * LEARNING_RATE, "Depth": 4 - 2 * LEARNING_RATE}
    )
    tuning.learn({"Margin": 1, "Depth": -1}, points=0.0)
    assert tuning.numbers == pytest.approx({"Margin": 100, "Depth": 4})
    tuning.learn({"Margin": 1, "Depth": 1}, points=1.0)
    assert tuning.numbers == pytest.approx({"Margin": 100, "Depth": 4})
    for _ in range(10_000):
        tuning.learn({"Margin": -1, "Depth": 1}, points=2.0)
    assert tuning.numbers == {"Margin": 0, "Depth": 5}


def test_the_two_sets_differ_by_the_steps_in_opposite_ways() -> None:
    tuning = Tuning(TWO, 2.0, seed=2)
    seen = set()
    for number in range(50):
        signs, (first, second) = tuning.perturbed(number)
        assert first["Margin"] - second["Margin"] == 40 * signs["Margin"]
        assert 1 <= min(first["Depth"], second["Depth"]) < max(first["Depth"], second["Depth"]) <= 5
        seen.add(tuple(signs.values()))
    assert len(seen) == 4


def test_a_number_between_two_whole_ones_is_either_in_its_share() -> None:
    tuning = Tuning(TWO[1:], 1.0, seed=3)
    tuning.numbers["Depth"] = 2.25
    depths = [max(numbers["Depth"] for numbers in tuning.perturbed(number)[1]) for number in range(2000)]
    assert set(depths) == {3, 4}
    assert 0.2 < depths.count(4) / len(depths) < 0.3


def test_the_lots_of_a_pair_follow_from_the_seed_and_its_number() -> None:
    lots = [Tuning(SEARCH_PARAMETERS, 1.0, seed).perturbed(number)[0] for seed in (5, 6) for number in (0, 1)]
    assert len({tuple(signs.values()) for signs in lots}) == 4
    assert Tuning(SEARCH_PARAMETERS, 1.0, 5).perturbed(1)[0] == lots[1]


@pytest.mark.parametrize(
    "words", [["--steps", "0"], ["--pairs", "-1"], ["--concurrency", "0"], ["--nodes", "x"]]
)
def test_wrong_words_are_refused(words: list[str]) -> None:
    done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "expected" in done.stderr


class Losing:
    """A place whose workers are lost at every second piece of work, or at all."""

    capacity = 1
    lost = (ConnectionError,)

    def __init__(self, is_hopeless: bool) -> None:
        self._is_hopeless = is_hopeless
        self._sent = 0
        self.renewed = 0

    def submit(self, function: Callable[[Pair], float], given: Pair) -> Future[float]:
        self._sent += 1
        future: Future[float] = Future()
        if self._is_hopeless or self._sent % 2:
            future.set_exception(ConnectionError("gone"))
        else:
            future.set_result(2.0)
        return future

    def renew(self) -> None:
        self.renewed += 1


def test_pairs_that_are_lost_with_their_workers_are_played_again() -> None:
    games, tuning, place = Games(arguments(["--nodes", "1"])), Tuning(TWO, 1.0, 7), Losing(is_hopeless=False)
    assert [pair.number for pair in run(games, tuning, 3, cast(Workers, place))] == [0, 1, 2]
    assert (tuning.pairs, place.renewed) == (3, 3)
    with pytest.raises(MatchError, match="workers were lost 3 times without a pair in between: gone"):
        list(run(games, tuning, 4, cast(Workers, Losing(is_hopeless=True))))
    assert tuning.pairs == 3


def test_the_names_of_the_table_stand_in_the_order_of_the_core() -> None:
    text = PXD.read_text(encoding="utf-8")
    names = re.findall(
        r"^    ([A-Z]+(?:_[A-Z]+)*)(?: +#.*)?$", text[text.index("cdef enum Parameter") :], re.MULTILINE
    )
    assert names[-1] == "PARAMETER_COUNT"
    assert [name.replace("_", "") for name in names[:-1]] == [
        parameter.name.upper() for parameter in SEARCH_PARAMETERS
    ]


def test_parameters_are_chosen_by_name() -> None:
    names = [parameter.name for parameter in chosen(["Reduction*", "DeltaMargin"])]
    assert {"DeltaMargin", "ReductionBase"} <= set(names)
    assert "FutilityMargin" not in names
    with pytest.raises(InputError, match="no parameter is called Nothing; there are ReverseFutilityDepth, "):
        chosen(["Nothing"])


def test_a_file_that_is_no_state_is_refused(tmp_path: Path) -> None:
    for text in ("", "[]", '{"pairs": 1}', '{"pairs": "x", "points": 0, "numbers": {}}'):
        path = tmp_path / "state.json"
        path.write_text(text)
        tuning = Tuning(TWO, 1.0, seed=4)
        with pytest.raises(InputError, match=r"state\.json is not the state of a tuning"):
            tuning.load(path)


def test_a_tuning_goes_on_where_it_ended(tmp_path: Path) -> None:
    state = tmp_path / "state.json"

    def run(pairs: int) -> str:
        words = ["--variant", "fragments", "--nodes", "100", "--pairs", str(pairs), "--file", str(state)]
        done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=True)
        return done.stdout

    assert run(2).startswith("after 2 pairs\nReverseFutilityDepth ")
    first = json.loads(state.read_text())
    assert first["pairs"] == 2
    assert set(first["numbers"]) == {parameter.name for parameter in SEARCH_PARAMETERS}
    assert run(3).startswith("after 3 pairs\n")
    assert json.loads(state.read_text())["pairs"] == 3
