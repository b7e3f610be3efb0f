"""Strength from results: Elo and its error, likelihood of superiority, and sequential tests.

The unit is not the game but the group: all games of two entrants with one opening, usually a pair with the
colours swapped. Games of a group are not independent, groups are. A group's points, divided by its number of
games, are a number x from 0 to 1; N groups have the mean m and the variance v (divided by N, as of a whole
population).

- Elo: E(m) = 400 log10(m / (1 - m)). Its interval of 95 % is from E(m - e) to E(m + e), e = 1.96 sqrt(v / N).
- Likelihood of superiority: the chance that the true mean is above 1/2, Phi((m - 1/2) / sqrt(v / N)).
- Where all groups had the same points, v says nothing. But another result may have a chance of up to
  q = 1 - 0.025^(1/N): were it greater, it would have been seen in 97.5 of 100 such matches. So
  e = q max(m, 1 - m), the farthest that it can move the mean, and the likelihood of superiority is 1 - 1/2^N,
  since an equal opponent gives way N times in a row with a chance of 1/2^N at the most.
- Normalized Elo: (m - 1/2) / sqrt(g v) * 800 / ln 10, with g games in a group: g v is the variance of one
  game, were they independent. It shows how many games are needed to distinguish two engines.
- Sequential test (generalized likelihood ratio): LLR = N sum p_i ln(q1_i / q0_i). p is how often each x
  occurred; q0 and q1 are the distributions on the same x that make the results likeliest, under the condition
  that the mean is the one that Elo e0 or e1 would give (model "logistic"), or that (mean - 1/2) / deviation
  is the one of normalized Elo n0 or n1. It ends below ln(beta / (1 - alpha)) or above ln((1 - beta) / alpha).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tilefish.rules.errors import InputError

TWO_SIDED_95 = 1.959963984540054
MISSED = 0.025
"""For an interval of 95 % with only one end that matters: the chance of a result beyond it."""
NORMALIZED = 800 / math.log(10)
"""Normalized Elo for one deviation of a game."""
_UNSEEN = 1e-3
"""A result that never occurred counts as if it had occurred this often: it must not be impossible."""

Counts = Mapping[float, int]
"""The number of groups with each share of their points."""
Distribution = Sequence[tuple[float, float]]
"""Shares of the points, and their probabilities."""


def elo(score: float) -> float:
    """The difference in Elo for a score from 0 to 1."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def elo_text(difference: float) -> str:
    """A difference in Elo, for people."""
    if math.isinf(difference):
        return "+∞" if difference > 0 else "-∞"
    return f"{difference:+.0f}"


def score_of(elo_difference: float) -> float:
    """The score for a difference in Elo."""
    return 1 / (1 + math.pow(10, -elo_difference / 400))


@dataclass(frozen=True, slots=True)
class StrengthEstimate:
    """The strength of an entrant, and its error."""

    groups: int
    mean: float
    error: float
    """Half the width of the interval of 95 % of the mean."""
    los: float
    normalized: float | None
    """None where all groups are equal."""

    @property
    def elo(self) -> float:
        """The likeliest difference."""
        return elo(self.mean)

    @property
    def bounds(self) -> tuple[float, float]:
        """The interval of 95 %."""
        return elo(self.mean - self.error), elo(self.mean + self.error)


def estimate(counts: Counts, size: int = 2, mean: float | None = None) -> StrengthEstimate | None:
    """The estimate from groups of `size` games; None if there is none. `mean` is the mean of all games, if
    some are not in whole groups yet."""
    groups = sum(counts.values())
    if not groups:
        return None
    middle = sum(share * times for share, times in counts.items()) / groups
    variance = sum(times * (share - middle) ** 2 for share, times in counts.items()) / groups
    mean = middle if mean is None else mean
    if variance <= 0:
        return StrengthEstimate(
            groups, mean, _unseen(groups) * max(middle, 1 - middle), _always(middle, groups), None
        )
    deviation = math.sqrt(variance / groups)
    return StrengthEstimate(
        groups,
        mean,
        error=TWO_SIDED_95 * deviation,
        los=_normal((mean - 0.5) / deviation),
        normalized=(mean - 0.5) / math.sqrt(size * variance) * NORMALIZED,
    )


def _unseen(groups: int) -> float:
    """The greatest chance of another result that may be missed when all groups are equal."""
    return 1 - math.pow(MISSED, 1 / groups)


def _always(mean: float, groups: int) -> float:
    """The likelihood of superiority where all groups had the same points."""
    by_luck = math.pow(0.5, groups)
    return 0.5 if mean == 0.5 else 1 - by_luck if mean > 0.5 else by_luck


def _normal(deviations: float) -> float:
    """The chance that a normal variable is below this number of deviations."""
    return 0.5 * (1 + math.erf(deviations / math.sqrt(2)))


# --- sequential tests ------------------------------------------------------------------------------------

Model = Literal["logistic", "normalized"]
MODELS: tuple[Model, ...] = ("normalized", "logistic")


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "the difference is elo1" against "it is elo0". Where the difference is really elo0, it ends
    with the wrong answer in `alpha` of all cases; where it is elo1, in `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise InputError(
                f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}: from -1000 to 1000, elo0 is the smaller"
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise InputError(f"{name} is {chance:g}: expected a chance of error between 0 and 0.5")

    def __str__(self) -> str:
        bounds = f"elo0={self.elo0:g} elo1={self.elo1:g}"
        return f"{bounds} alpha={self.alpha:g} beta={self.beta:g} model={self.model}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts, size: int = 2) -> float:
        """The log-likelihood ratio, from groups of `size` games."""
        groups = sum(counts.values())
        if not groups:
            return 0.0
        shares = [points / (2 * size) for points in range(2 * size + 1)]
        seen = [counts.get(share, 0) or _UNSEEN for share in shares]
        total = sum(seen)
        found = [(share, times / total) for share, times in zip(shares, seen, strict=True)]
        likeliest = [self._under(found, elo_difference, size) for elo_difference in (self.elo0, self.elo1)]
        gains = (
            chance * math.log(one / zero)
            for (_, chance), (_, zero), (_, one) in zip(found, *likeliest, strict=True)
        )
        return total * math.fsum(gains)

    def _under(self, found: Distribution, difference: float, size: int) -> Distribution:
        if self.model == "logistic":
            return with_mean(found, score_of(difference))
        return with_ratio(found, difference / NORMALIZED * math.sqrt(size))

    def verdict(self, counts: Counts, size: int = 2) -> str | None:
        """`H1` if the test has accepted elo1, `H0` if elo0; None while it goes on."""
        llr, (lower, upper) = self.llr(counts, size), self.bounds
        return "H1" if llr >= upper else "H0" if llr <= lower else None


def with_mean(found: Distribution, mean: float) -> Distribution:
    """The likeliest distribution with that mean. By Lagrange, q_i = p_i / (1 + t (x_i - mean)) for the one t
    with which it holds."""
    return _tilted(found, [share - mean for share, _ in found])


def with_ratio(found: Distribution, ratio: float) -> Distribution:
    """The likeliest distribution with (mean - 1/2) / deviation = ratio.

    Where m and s are its mean and deviation, it is also the likeliest under the linear condition that
    sum q_i (x_i - 1/2 - ratio s (1 + ((m - x_i) / s)^2) / 2) = 0, which approximates the first one near it.
    So m and s are taken from one distribution, the next one is made under the linear condition, and so on.
    """
    current: Distribution = [(share, 1 / len(found)) for share, _ in found]
    for _ in range(100):
        mean = sum(share * chance for share, chance in current)
        deviation = math.sqrt(sum(chance * (share - mean) ** 2 for share, chance in current))
        conditions = [
            share - 0.5 - ratio * deviation * (1 + ((mean - share) / deviation) ** 2) / 2
            for share, _ in found
        ]
        last, current = current, _tilted(found, conditions)
        if max(abs(new - old) for (_, new), (_, old) in zip(current, last, strict=True)) < 1e-10:
            break
    return current


def _tilted(found: Distribution, conditions: Sequence[float]) -> Distribution:
    """q_i = p_i / (1 + t c_i) with the t for which sum q_i c_i = 0. The sum falls while t grows, between the
    two values where a chance would become infinite."""

    def balance(tilt: float) -> float:
        return sum(
            chance * condition / (1 + tilt * condition)
            for (_, chance), condition in zip(found, conditions, strict=True)
        )

    lowest, highest = min(conditions), max(conditions)
    if lowest >= 0 or highest <= 0:
        raise ValueError("no distribution on these results has such a mean")
    tilt = _root(balance, -1 / highest, -1 / lowest)
    return [
        (share, chance / (1 + tilt * condition))
        for (share, chance), condition in zip(found, conditions, strict=True)
    ]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a falling function, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
