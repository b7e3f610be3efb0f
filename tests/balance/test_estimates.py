"""Error bars hold what they promise."""

from __future__ import annotations

from random import Random
from statistics import stdev

import pytest

from tilefish.balance.estimates import elo_of, mean_of, share_of, student

STUDENTS = {2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
"""Two-sided, 95 %, from a table."""


@pytest.mark.parametrize(("freedom", "quantile"), STUDENTS.items())
def test_the_quantile_is_that_of_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.035 if freedom == 2 else 0.01)


def test_ten_wins_of_ten_are_no_certainty() -> None:
    score = share_of([1.0] * 10)
    assert score.value == score.high == 1
    assert 0.6 < score.low < 0.9


def test_a_single_value_says_next_to_nothing() -> None:
    score = share_of([1.0])
    assert (score.low, score.high) == (0, 1)
    assert mean_of([1.0, 2.0, 3.0]) is None


def test_means_may_be_of_anything() -> None:
    mean = mean_of([-2.0, -1.0, -3.0, -2.0])
    assert mean is not None
    assert mean.value == -2
    assert mean.low == pytest.approx(-3.30, abs=0.02)  # 3.182 standard errors of 0.408
    assert mean.excludes(0)
    assert not mean.excludes(-2.5)


@pytest.mark.parametrize("openings", [12, 60])
@pytest.mark.parametrize("draws", [0.1, 0.7])
def test_a_fair_world_is_rarely_called_unfair(openings: int, draws: float) -> None:
    """At most some seven times in a hundred; bars that are so wide that it never happens say nothing."""
    rng = Random(f"{openings} {draws}")
    wrong = 0
    for _ in range(1000):
        scores = [0.5 if rng.random() < draws else float(rng.random() < 0.5) for _ in range(openings)]
        wrong += share_of(scores).excludes(0.5)
    assert 0 < wrong <= 70


def test_what_never_differed_is_no_certainty() -> None:
    same = mean_of([0.0] * 20)
    assert same is not None
    assert same.value == 0
    assert -same.low == same.high == pytest.approx(0.137, abs=0.001)  # 2.080 * sqrt(2 / 21 / 22)
    assert same == mean_of([0.0] * 20, most=1)
    few = mean_of([1.0, 1.0, 1.0, 0.0], most=1)
    assert few is not None
    assert few.low < few.value < few.high == 1


@pytest.mark.parametrize("openings", [20, 200])
@pytest.mark.parametrize("step", [0.5, 1.0])
@pytest.mark.parametrize("back", [0.0, 0.03, 0.2])
@pytest.mark.parametrize("change", [0.02, 0.05])
def test_bars_hold_for_small_changes(openings: int, step: float, back: float, change: float) -> None:
    """Few openings end differently, some of them the other way round."""
    rng = Random(f"{openings} {step} {back} {change}")
    up, down = back + change / step, back
    held = 0
    for _ in range(400):
        drawn = (rng.random() for _ in range(openings))
        mean = mean_of([step if lot < up else -step * (lot < up + down) for lot in drawn], most=1)
        assert mean is not None
        held += not mean.excludes(change)
    assert held >= 0.93 * 400


@pytest.mark.parametrize("openings", [20, 200])
def test_bars_are_no_wider_than_they_must_be(openings: int) -> None:
    """Where openings differ enough, they are those that Student's distribution gives."""
    values = [(-1.0, -0.5, 0.0, 0.5, 1.0)[number % 5] for number in range(openings)]
    mean = mean_of(values, most=1)
    assert mean is not None
    error = student(openings - 1) * stdev(values) / openings**0.5
    assert error <= mean.high <= 1.02 * error


def test_elo() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.64) == pytest.approx(100, abs=1)
    assert elo_of(1.0) is None
    assert elo_of(0.0) is None
