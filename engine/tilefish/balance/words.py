"""The numbers of a report as text."""

from __future__ import annotations

from collections.abc import Sequence

from tilefish.balance.estimates import MeanEstimate
from tilefish.balance.report import Report, Worths

SIDES_IN_WORDS = {"white": "White", "black": "Black"}


def percent(value: float) -> str:
    """`58.3%`."""
    return f"{100 * value:.1f}%"


def share(estimate: MeanEstimate) -> str:
    """`58.3% (55.1% to 61.5%)`."""
    return f"{percent(estimate.value)} ({percent(estimate.low)} to {percent(estimate.high)})"


def bars(estimate: MeanEstimate, digits: int = 2, sign: bool = False) -> str:
    """`3.12 (2.95 to 3.29)`."""
    plus = "+" if sign else ""
    value, low, high = (
        f"{number + 0:{plus}.{digits}f}" for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"


def points(estimate: MeanEstimate) -> str:
    """A difference of scores in points of a hundred: `+4.2 points (+1.0 to +7.4)`."""
    value, low, high = (f"{100 * number:+.1f}" for number in (estimate.value, estimate.low, estimate.high))
    return f"{value} points ({low} to {high})"


def unit_of(worths: Worths) -> str:
    """The unit of values: `pawn = 1`."""
    return f"{worths.unit} = 1"


def elo(value: float | None) -> str:
    """`+58`, or a substitute where there is no value."""
    return "-" if value is None else f"{value:+.0f}"


def some(names: Sequence[str], most: int) -> str:
    """The first of some names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def verdict(report: Report) -> str:
    """A sentence that names the favoured side."""
    score = report.overall.score
    if report.favoured is None:
        return f"No advantage shown: White scores {share(score)}."
    return f"{SIDES_IN_WORDS[report.favoured]} is favoured: White scores {share(score)}."
