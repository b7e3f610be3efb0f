"""The script that tunes the search by games: which way numbers move, and a small tuning as a whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spsa import LEARNING_RATE, Tuning, chosen
from tilefish import InputError
from tilefish.core.search.parameters import SEARCH_PARAMETERS, SearchParameter

SCRIPT = Path(__file__).parents[2] / "scripts" / "spsa.py"
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
    for _ in range(50):
        signs, (first, second) = tuning.perturbed()
        assert first["Margin"] - second["Margin"] == 40 * signs["Margin"]
        assert 1 <= min(first["Depth"], second["Depth"]) < max(first["Depth"], second["Depth"]) <= 5
        seen.add(tuple(signs.values()))
    assert len(seen) == 4


def test_a_number_between_two_whole_ones_is_either_in_its_share() -> None:
    tuning = Tuning(TWO[1:], 1.0, seed=3)
    tuning.numbers["Depth"] = 2.25
    depths = [max(numbers["Depth"] for numbers in tuning.perturbed()[1]) for _ in range(2000)]
    assert set(depths) == {3, 4}
    assert 0.2 < depths.count(4) / len(depths) < 0.3


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
