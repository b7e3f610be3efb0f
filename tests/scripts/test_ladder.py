"""The script that measures levels: its fit, the places that it finds, and a small ladder as a whole."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ladder import Ladder, between, counted, find_place, score_text
from tilefish.engine.levels import ACTS, DIFFICULTIES, FULL, Level, skill_level
from tilefish.match.ratings import TWO_SIDED_95, elo, score_of

SCRIPT = Path(__file__).parents[2] / "scripts" / "ladder.py"


def results(share: float, games: int = 1000) -> list[float]:
    """A number of games, won or lost."""
    won = round(share * games)
    return [1.0] * won + [0.0] * (games - won)


def fitted(true: list[float], rungs: int, pairs: list[tuple[int, int]]) -> Ladder:
    """The ladder of contenders of these ratings, of whom some pairs played as was to be expected of them."""
    ladder = Ladder([f"skill{2 * rung}" for rung in range(rungs)])
    ladder.results = {(a, b): results(score_of(true[b] - true[a])) for a, b in pairs}
    ladder.fit(len(true))
    return ladder


def test_a_chain_is_the_sum_of_its_differences() -> None:
    ladder = Ladder(["a", "b", "c"], {(0, 1): results(0.7, 60), (1, 2): results(0.9, 60)})
    ladder.fit(3)
    steps = [elo(42.5 / 61), elo(54.5 / 61)]
    assert ladder.ratings == pytest.approx([0, steps[0], sum(steps)], abs=0.1)
    first, second = ladder.error({1: 1.0}), ladder.error({2: 1.0, 1: -1.0})
    assert first == pytest.approx(TWO_SIDED_95 * 400 / math.log(10) / math.sqrt(42.5 * 18.5 / 61))
    assert ladder.error({2: 1.0}) == pytest.approx(math.hypot(first, second))
    assert ladder.error({0: 1.0}) == 0
    assert score_text(results(0.7, 60)) == f"60 games: +42 -18 =0, 70.0%, Elo {steps[0]:+.0f} ± {first:.0f}"


def test_the_fit_finds_what_the_games_came_from() -> None:
    true = [0.0, 150.0, 380.0, 230.0, -300.0]
    ladder = fitted(true, 3, [(0, 1), (1, 2), (1, 3), (2, 3), (0, 4)])
    assert ladder.ratings == pytest.approx(true, abs=4)


@pytest.mark.parametrize(
    ("rating", "place"),
    [(230.0, "skill2.7"), (-300.0, "skill0 -"), (500.0, "skill4 +12"), (75.0, "skill1.0")],
)
def test_the_place_on_the_ladder(rating: float, place: str) -> None:
    ladder = fitted([0.0, 150.0, 380.0, rating], 3, [(0, 1), (1, 2), (0, 3), (1, 3), (2, 3)])
    assert ladder.place(3).startswith(place)
    assert " ± " in ladder.place(3)


def test_rungs_of_any_names() -> None:
    assert between("act1", "act2", 0.5, 0.1) == "act1.5 ± 0.1"
    assert between("act3", "actfinal", 0.5, 0.1) == "50% from act3 to actfinal"


@pytest.mark.parametrize(("beaten", "rungs"), [(0, [0]), (1, [0, 1]), (4, [3, 4]), (9, [8, 9]), (10, [9])])
def test_the_rungs_next_to_a_place_are_played(beaten: int, rungs: list[int]) -> None:

    def meet(rung: int, number: int, games: int) -> float:
        return float(rung < beaten)

    assert list(find_place(10, 10, meet)) == rungs


def test_no_clock_has_a_say() -> None:
    assert counted(DIFFICULTIES["Easy"], 1000, 77) == Level(
        depth=3, nodes=500, lines=DIFFICULTIES["Easy"].lines, noise=30,
        techniques=DIFFICULTIES["Easy"].techniques,
    )  # fmt: skip
    assert counted(DIFFICULTIES["Grandmaster"], 1000, 77) == Level(nodes=77)
    assert counted(FULL, 1000, 77) == Level(nodes=77)
    for level in (skill_level(3), ACTS["2"], DIFFICULTIES["Beginner"]):
        assert counted(level, 1000, 77) == level


def test_a_small_ladder() -> None:
    command = [sys.executable, str(SCRIPT), "skill0", "skill4", "--place", "beginner", "--games", "2"]
    run = subprocess.run(
        [*command, "--variant", "fragments", "chess"], capture_output=True, text=True, check=True
    )
    assert "fragments: skill4 against skill0: 2 games: +" in run.stdout
    assert "chess, Elo above skill0:\n\n|  | Elo |\n| --- | --- |\n| " in run.stdout
    assert "| plays like | fragments | chess |\n" in run.stdout
    ratings = {
        name: float(elo) for name, elo in re.findall(r"^\| (\w+) \| ([+-]\d+) ± \d+ \|$", run.stdout, re.M)
    }
    assert set(ratings) == {"beginner", "skill0", "skill4"}
    places = re.search(r"^\| beginner \| (.+) \| (.+) \|$", run.stdout, re.M)
    assert places
    # the last table is that of chess; with so few games even its rungs may be in the wrong order
    if ratings["skill0"] < ratings["skill4"]:
        assert named(places[2]) in where(ratings["beginner"], ratings["skill0"], ratings["skill4"])
    assert named(places[1])


def named(place: str) -> str | None:
    """Below, between or above the rungs `skill0` and `skill4`, by the text of a place."""
    if re.fullmatch(r"skill[0-4]\.\d ± \d+\.\d", place):
        return "between"
    end = re.fullmatch(r"skill([04]) [+-]\d+ ± \d+ Elo", place)
    return end and {"0": "below", "4": "above"}[end[1]]


def where(rating: float, lowest: float, highest: float) -> set[str]:
    """The same by rounded ratings: two places if one of them is the rating of a rung."""
    below = {"below"} if rating <= lowest else set()
    above = {"above"} if rating >= highest else set()
    return below | above | ({"between"} if lowest <= rating <= highest else set())
