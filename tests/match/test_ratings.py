"""Elo, its errors and sequential tests, against numbers that others published and against brute force."""

from __future__ import annotations

import math
from itertools import product

import pytest

from tilefish.match.ratings import MODELS, Sprt, elo, estimate, score_of, with_mean, with_ratio
from tilefish.rules.errors import InputError


def groups(*counts: int) -> dict[float, int]:
    """How many groups had nothing, and so on to everything."""
    return {place / (len(counts) - 1): count for place, count in enumerate(counts)}


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.9091, 400), (0.36, -100)]
)
def test_the_logistic_table(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.6)
    assert score_of(elo(score)) == pytest.approx(score)


def test_all_or_nothing_is_beyond_any_difference() -> None:
    assert (elo(0), elo(1), score_of(0)) == (-math.inf, math.inf, 0.5)


@pytest.mark.parametrize(
    ("pairs", "difference", "error", "normalized"),
    [
        # results that fastchess reported, with what it computed from them
        ((1, 10, 78, 48, 13), 72.85, 22.33, 132.30),
        ((352, 579, 1264, 743, 464), 19.83, 6.77, 24.25),
        ((0, 0, 1, 8, 1), 190.85, 65.54, 549.34),
        ((0, 1, 0, 1, 0), 0.00, 296.58, 0.00),
    ],
)
def test_pairs_as_other_programs_rate_them(
    pairs: tuple[int, ...], difference: float, error: float, normalized: float
) -> None:
    found = estimate(groups(*pairs))
    assert found is not None
    low, high = found.bounds
    assert found.elo == pytest.approx(difference, abs=0.01)
    assert (high - low) / 2 == pytest.approx(error, abs=0.01)
    assert found.normalized == pytest.approx(normalized, abs=0.01)


def test_superiority() -> None:
    """Against the formula for single games without draws: Phi((W - L) / sqrt(W + L)), nearly."""
    for wins, losses in ((12, 8), (55, 45), (3, 9)):
        found = estimate({1.0: wins, 0.0: losses}, 1)
        assert found is not None
        expected = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))
        assert found.los == pytest.approx(expected, abs=0.02)
    level = estimate(groups(1, 2, 3, 2, 1))
    assert level is not None
    assert level.los == 0.5


def test_without_groups_nothing_is_known() -> None:
    assert estimate({}) is None


@pytest.mark.parametrize(
    ("pairs", "low", "high", "los"),
    [
        ((0, 0, 0, 0, 1), 0.025, 1, 0.5),  # exact intervals of 95 % of a binomial share, from tables
        ((0, 0, 0, 0, 10), 0.6915, 1, 1 - 1 / 1024),
        ((100, 0, 0, 0, 0), 0, 0.0362, 2**-100),
        ((0, 0, 20, 0, 0), 0.5 - 0.1684 / 2, 0.5 + 0.1684 / 2, 0.5),
    ],
)
def test_where_all_results_are_alike_others_may_still_be_rare(
    pairs: tuple[int, ...], low: float, high: float, los: float
) -> None:
    found = estimate(groups(*pairs))
    assert found is not None
    assert found.los == pytest.approx(los)
    assert found.normalized is None
    for bound, expected in zip(found.bounds, (low, high), strict=True):
        if expected in (0, 1):
            assert bound == elo(expected)
        else:
            assert score_of(bound) == pytest.approx(expected, abs=1e-4)


def test_games_outside_of_whole_groups_count_for_the_mean() -> None:
    found = estimate(groups(1, 0, 0, 0, 1), 2, mean=0.6)
    assert found is not None
    assert found.mean == 0.6
    assert found.error == pytest.approx(1.96 * 0.5 / math.sqrt(2), abs=1e-3)


# --- sequential tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "llr"),
    [
        # what fastchess and OpenBench reported of their tests of normalized Elo
        ((352, 579, 1264, 743, 464), 9, 16, 4.60),
        ((126, 3369, 7449, 3572, 147), 0, 3, 2.95),
        ((142, 3634, 7565, 3809, 180), 0, 3, 2.92),
        ((5, 942, 2469, 1050, 5), -3, 1, 2.90),
        ((13, 585, 1535, 719, 9), 0.5, 3.5, 1.92),
        ((49, 989, 1891, 903, 31), 0, 3, -2.26),
        ((0, 0, 1, 8, 1), 0, 50, 1.24),
    ],
)
def test_ratios_as_other_programs_found_them(
    pairs: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1).llr(groups(*pairs)) == pytest.approx(llr, abs=0.006)


def test_the_bounds_and_the_verdict() -> None:
    lower, upper = Sprt(0, 5).bounds
    assert (lower, upper) == (pytest.approx(-2.944, abs=1e-3), pytest.approx(2.944, abs=1e-3))
    lower, upper = Sprt(0, 3, alpha=0.05, beta=0.1).bounds
    assert (lower, upper) == (pytest.approx(-2.251, abs=1e-3), pytest.approx(2.890, abs=1e-3))
    test = Sprt(0, 3)
    assert test.verdict(groups(126, 3369, 7449, 3572, 147)) == "H1"
    assert test.verdict(groups(49, 989, 1891, 903, 31)) is None
    assert test.verdict(groups(147, 3572, 7449, 3369, 126)) == "H0"
    assert test.verdict({}) is None


def likelihood(found: list[float], candidate: tuple[float, ...]) -> float:
    return sum(share * math.log(chance) for share, chance in zip(found, candidate, strict=True) if share)


def best_on_a_grid(found: list[float], fits: float, ratio: bool) -> float:
    """The greatest likelihood of three results' distributions under a condition, by trying many."""
    best = -math.inf
    steps = 4000
    for step in range(1, steps):
        drawn = step / steps
        if not ratio:
            won = fits - drawn / 2
        else:  # (m - 1/2) = fits * s, with m = won + drawn / 2 and s of it: bisect over won
            low, high = 0.0, 1 - drawn
            for _ in range(60):
                won = (low + high) / 2
                mean = won + drawn / 2
                variance = won + drawn / 4 - mean**2
                if mean - 0.5 < fits * math.sqrt(max(variance, 1e-15)):
                    low = won
                else:
                    high = won
        lost = 1 - won - drawn
        if won > 1e-9 and lost > 1e-9:
            best = max(best, likelihood(found, (lost, drawn, won)))
    return best


@pytest.mark.parametrize(
    ("found", "difference"), list(product([(0.3, 0.3, 0.4), (0.1, 0.7, 0.2)], [0.02, -0.1]))
)
def test_the_likeliest_distributions_are_the_likeliest(found: tuple[float, ...], difference: float) -> None:
    seen = list(zip((0.0, 0.5, 1.0), found, strict=True))
    mean = with_mean(seen, 0.5 + difference)
    assert sum(share * chance for share, chance in mean) == pytest.approx(0.5 + difference)
    assert sum(chance for _, chance in mean) == pytest.approx(1)
    reached = likelihood(list(found), tuple(chance for _, chance in mean))
    assert reached == pytest.approx(best_on_a_grid(list(found), 0.5 + difference, False), abs=1e-5)
    ratio = with_ratio(seen, difference)
    middle = sum(share * chance for share, chance in ratio)
    deviation = math.sqrt(sum(chance * (share - middle) ** 2 for share, chance in ratio))
    assert (middle - 0.5) / deviation == pytest.approx(difference)
    reached = likelihood(list(found), tuple(chance for _, chance in ratio))
    assert reached == pytest.approx(best_on_a_grid(list(found), difference, True), abs=1e-5)


@pytest.mark.parametrize("model", MODELS)
def test_one_sided_results_can_be_judged(model: str) -> None:
    test = Sprt(0, 10, model=model)  # type: ignore[arg-type]
    assert test.verdict({1.0: 2000}, 1) == "H1"
    assert test.verdict({0.0: 2000}, 1) == "H0"
    assert 0 < test.llr({1.0: 1}, 1) < 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 5, "elo1": 0},
        {"elo0": 0, "elo1": math.nan},
        {"elo0": 0, "elo1": 5, "alpha": 0},
        {"elo0": 0, "elo1": 5, "beta": 0.5},
        {"elo0": -math.inf, "elo1": 5},
    ],
)
def test_bounds_that_are_none(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Sprt(**wrong)  # type: ignore[arg-type]
