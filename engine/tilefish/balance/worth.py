"""The values of pieces, estimated from the results of games with uneven material.

A logistic regression: the odds that White wins are taken to grow by the same factor for each piece that White
has more, whatever else is there. Every material that stood for a while in a game is one observation with the
game's result; a draw is half a win. A piece's value in pawns is the ratio of two such factors' logarithms.
Error bars treat the openings as the random sample (a sandwich estimate with the openings as clusters), so
that many positions of one game do not count as many games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tilefish.balance.estimates import MeanEstimate, student
from tilefish.balance.report import Worth, Worths
from tilefish.rules.model.variant import Variant

Observation = tuple[int, tuple[float, ...], float]
"""The opening, White's pieces less Black's by kind, and White's points."""

FEWEST_OPENINGS = 20
"""A kind is judged only if its counts differ between the sides in at least this number of openings."""
SURE = 3.0
"""The unit's value must be at least this number of its standard errors, or it cannot be used as a unit."""
WIDEST = 1.0
"""The most pawns that error bars may reach to each side, or half of the value if that is more."""

_PRIOR = 0.04
"""The strength of the prior that pulls values towards 0, so that they stay finite if one side always won."""
_ROUNDS = 50
_PRECISION = 1e-9

Matrix = list[list[float]]


@dataclass(frozen=True)
class Fit:
    """Coefficients, the constant first, and their covariances."""

    values: list[float]
    covariance: Matrix
    openings: int

    def ratio(self, over: int, under: int) -> MeanEstimate:
        """One coefficient divided by another, with error bars by the delta method."""
        value = self.values[over] / self.values[under]
        spread = self.covariance
        variance = spread[over][over] - 2 * value * spread[over][under] + value**2 * spread[under][under]
        error = math.sqrt(max(0.0, variance)) / abs(self.values[under])
        bars = student(max(1, self.openings - 1)) * error
        return MeanEstimate(value, value - bars, value + bars, self.openings)

    def certainty(self, index: int) -> float:
        """A coefficient divided by its standard error."""
        return self.values[index] / math.sqrt(self.covariance[index][index])


def worths(
    variant: Variant, values: Mapping[str, tuple[int, int]], there: Iterable[int], seen: Sequence[Observation]
) -> Worths:
    """The values of a variant's pieces, in its pawns. `values` are the engine's; `there` are the kinds that
    were on the board in any game: only these are reported, and one of them is the unit."""
    kinds = [kind for kind in there if not variant.kinds[kind].royal]
    unit = _unit(variant, values, kinds)
    if unit is None:
        return Worths("", (), None, "there are no pieces besides kings")
    judged = [kind for kind in kinds if _openings_with(seen, kind) >= FEWEST_OPENINGS]
    fit = fitted(seen, judged) if unit in judged else None
    name = variant.kinds[unit].name
    if fit is None or fit.certainty(place := judged.index(unit) + 1) < SURE:
        remark = f"not enough games to find what the {name} is worth, in which everything is measured"
        return Worths(name, tuple(_worth(variant, values, unit, kind, None) for kind in kinds), None, remark)
    found = {kind: _if_measured(fit.ratio(index, place)) for index, kind in enumerate(judged, start=1)}
    pieces = tuple(_worth(variant, values, unit, kind, found.get(kind)) for kind in kinds)
    missing = [piece.piece for piece in pieces if piece.pawns is None]
    remark = f"not enough games to find what these are worth: {', '.join(missing)}" if missing else ""
    return Worths(name, pieces, fit.ratio(0, place), remark)


def _unit(variant: Variant, values: Mapping[str, tuple[int, int]], kinds: Sequence[int]) -> int | None:
    """The pawn, or else the kind of least value."""
    pawns = [kind for kind in kinds if variant.kinds[kind].pawn]
    return min(pawns or kinds, key=lambda kind: values[variant.kinds[kind].name][0], default=None)


def _openings_with(seen: Sequence[Observation], kind: int) -> int:
    return len({opening for opening, balance, _ in seen if balance[kind]})


def _if_measured(value: MeanEstimate) -> MeanEstimate | None:
    """The value, or None if its error bars are too wide."""
    width = (value.high - value.low) / 2
    return value if width <= max(WIDEST, abs(value.value) / 2) else None


def _worth(
    variant: Variant, values: Mapping[str, tuple[int, int]], unit: int, kind: int, found: MeanEstimate | None
) -> Worth:
    pawn = values[variant.kinds[unit].name][0]
    name = variant.kinds[kind].name
    return Worth(name, found, round(values[name][0] / pawn, 2) if pawn else 0.0)


# --- the regression --------------------------------------------------------------------------------------


def fitted(seen: Sequence[Observation], kinds: Sequence[int]) -> Fit | None:
    """The regression on some kinds; None if it does not converge."""
    rows = [(opening, [1.0, *(balance[kind] for kind in kinds)], points) for opening, balance, points in seen]
    values = [0.0] * (len(kinds) + 1)
    for _ in range(_ROUNDS):
        slope, bend = _derivatives(rows, values)
        inverse = inverted(bend)
        step = [sum(map(float.__mul__, line, slope)) for line in inverse]
        longest = max(map(abs, step))
        shrink = min(1.0, 2.0 / longest) if longest else 1.0
        values = [value + shrink * change for value, change in zip(values, step, strict=True)]
        if longest < _PRECISION:
            openings = len({opening for opening, _, _ in rows})
            return Fit(values, _sandwich(rows, values, inverse), openings)
    return None


def _chance(row: Sequence[float], values: Sequence[float]) -> float:
    odds = sum(map(float.__mul__, row, values))
    return 1 / (1 + math.exp(-max(-35.0, min(odds, 35.0))))


def _derivatives(
    rows: Sequence[tuple[int, list[float], float]], values: Sequence[float]
) -> tuple[list[float], Matrix]:
    """The gradient of the likelihood with the prior, and the negative of its second derivatives."""
    size = len(values)
    slope = [-_PRIOR * value for value in values]
    bend = [[_PRIOR if i == j else 0.0 for j in range(size)] for i in range(size)]
    for _, row, points in rows:
        chance = _chance(row, values)
        weight = chance * (1 - chance)
        for i, x in enumerate(row):
            if x:
                slope[i] += x * (points - chance)
                line, scaled = bend[i], x * weight
                for j in range(i + 1):
                    line[j] += scaled * row[j]
    for i in range(size):
        for j in range(i):
            bend[j][i] = bend[i][j]
    return slope, bend


def _sandwich(
    rows: Sequence[tuple[int, list[float], float]], values: Sequence[float], inverse: Matrix
) -> Matrix:
    """The covariances with openings, not positions, as the random sample."""
    size = len(values)
    by_opening: dict[int, list[float]] = {}
    for opening, row, points in rows:
        missed = points - _chance(row, values)
        total = by_opening.setdefault(opening, [0.0] * size)
        for i, x in enumerate(row):
            total[i] += x * missed
    count = len(by_opening)
    correction = count / (count - 1) if count > 1 else 1.0
    middle = [
        [correction * sum(total[i] * total[j] for total in by_opening.values()) for j in range(size)]
        for i in range(size)
    ]
    return _product(_product(inverse, middle), inverse)


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(map(float.__mul__, row, column)) for column in columns] for row in left]


def inverted(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [number / pivot for number in rows[i]]
        for j in range(size):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [mine - factor * other for mine, other in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
