"""Error bars hold what they promise."""

from __future__ import annotations

from random import Random

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


def test_elo() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.64) == pytest.approx(100, abs=1)
    assert elo_of(1.0) is None
    assert elo_of(0.0) is None
