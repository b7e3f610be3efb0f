"""Means with error bars.

Games from one opening resemble each other. So each value here is the mean over all games of one opening.
Error bars are 95% confidence intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from tilefish.match.ratings import TWO_SIDED_95, elo

FEWEST = 4


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean, its lower and upper bound, and the number of openings it comes from."""

    value: float
    low: float
    high: float
    openings: int

    def excludes(self, value: float) -> bool:
        """Whether a value is outside the error bars."""
        return not self.low <= value <= self.high


def share_of(values: Sequence[float]) -> MeanEstimate:
    """The mean of values from 0 to 1. The error bars are computed with an extra 0 and an extra 1, so that ten
    wins in ten games do not count as certain."""
    low, high = _bars([*values, 0.0, 1.0])
    mean = fmean(values)
    return MeanEstimate(mean, max(0.0, min(low, mean)), min(1.0, max(high, mean)), len(values))


def mean_of(values: Sequence[float], most: float = math.inf) -> MeanEstimate | None:
    """The mean of differences that count in ones (points, pieces), none of them greater than `most` to either
    side; None if there are too few to know their spread. The error bars also cover those values with two
    more, one above and one below their mean by a whole unit, so that values without any difference also have
    bars."""
    if len(values) < FEWEST:
        return None
    mean = fmean(values)
    lows, highs = zip(_bars(values), _bars([*values, mean - 1, mean + 1]), strict=True)
    return MeanEstimate(mean, max(-most, min(lows)), min(most, max(highs)), len(values))


def _bars(values: Sequence[float]) -> tuple[float, float]:
    mean = fmean(values)
    error = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean - error, mean + error


def student(freedom: int) -> float:
    """How many standard errors the bars reach to each side when the spread is estimated from few values:
    Student's quantile, by the first terms of its expansion around the normal one. From three degrees of
    freedom on the error is below 1%; with two the result is 3% too small."""
    z = TWO_SIDED_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def elo_of(score: float) -> float | None:
    """The difference in Elo that a score means; None for scores of 0 and 1, which have no finite Elo."""
    difference = elo(score)
    return difference if math.isfinite(difference) else None
