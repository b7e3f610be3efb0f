from tilefish.core.search.parameters cimport PARAMETER_COUNT

from typing import NamedTuple

from tilefish.rules.errors import InputError, nearest
from tilefish.rules.messages import quote


class SearchParameter(NamedTuple):
    """A number of the search, its limits, and the step by which tuning first changes it."""

    name: str
    value: int
    least: int
    most: int
    step: int


SEARCH_PARAMETERS = tuple(SearchParameter(*row) for row in (
    ("ReverseFutilityDepth", 4, 3, 14, 1),
    ("ReverseFutilityMargin", 75, 20, 200, 8),
    ("RazoringMargin", 347, 50, 800, 30),
    ("FailMiddle", 6, 0, 64, 6),
    ("NullMoveReduction", 215, 128, 448, 24),
    ("NullMoveSlope", 16, 0, 48, 3),
    ("NullMoveValue", 254, 50, 600, 25),
    ("ProbCutDepth", 4, 3, 12, 1),
    ("ProbCutMargin", 106, 50, 500, 20),
    ("InternalReductionDepth", 6, 2, 10, 1),
    ("LatePruningDepth", 6, 2, 16, 1),
    ("LatePruningMoves", 5, 1, 20, 1),
    ("LatePruningSlope", 127, 24, 320, 16),
    ("FutilityDepth", 9, 2, 14, 1),
    ("FutilityMargin", 52, 0, 400, 15),
    ("FutilitySlope", 46, 20, 300, 12),
    ("HistoryPruningDepth", 4, 0, 12, 1),
    ("HistoryPruningSlope", 3368, 1000, 20000, 600),
    ("ExchangeDepth", 10, 2, 14, 1),
    ("ExchangeQuiet", 32, 5, 200, 8),
    ("ExchangeCapture", 97, 10, 300, 12),
    ("SingularDepth", 6, 4, 12, 1),
    ("SingularMargin", 117, 16, 384, 16),
    ("DoubleMargin", 29, 0, 200, 6),
    ("CheckExtensionDepth", 5, 0, 20, 1),
    ("ReductionBase", 637, 0, 2048, 80),
    ("ReductionSlope", 538, 150, 1024, 30),
    ("ReductionCut", 1066, 0, 3072, 120),
    ("ReductionPv", 1343, 0, 3072, 120),
    ("ReductionWasPv", 500, 0, 3072, 120),
    ("ReductionImproving", 905, 0, 3072, 120),
    ("ReductionChecked", 1097, 0, 3072, 120),
    ("ReductionCheck", 1670, 0, 6144, 200),
    ("ReductionNoisy", 2088, 0, 4096, 150),
    ("ReductionNoisyTT", 746, 0, 3072, 120),
    ("ReductionCutoffs", 424, 0, 3072, 120),
    ("ReductionCorrected", 2, 0, 40, 2),
    ("ReductionHistory", 10408, 2000, 40000, 800),
    ("AgainDeeperMargin", 67, 5, 300, 10),
    ("HindsightReduction", 1, 1, 8, 1),
    ("HindsightMargin", 132, 0, 600, 20),
    ("DeltaMargin", 215, 20, 600, 20),
    ("AspirationWidth", 21, 4, 100, 3),
    ("BonusSquare", 21, 0, 64, 2),
    ("BonusSlope", 129, 0, 400, 16),
    ("BonusMost", 1778, 200, 8000, 150),
    ("CheckBonus", 6122, 0, 40000, 1200),
    ("EvaluationBonus", 5, 0, 40, 2),
    ("EvaluationMost", 958, 100, 4000, 120),
    ("CorrectionPawns", 143, 0, 512, 12),
    ("CorrectionPieces", 101, 0, 512, 12),
    ("CorrectionMoves", 60, 0, 512, 12),
))

if len(SEARCH_PARAMETERS) != <int>PARAMETER_COUNT:
    raise AssertionError("a row for each parameter")


def parameter_values(changes):
    """All values in the order of `SEARCH_PARAMETERS`: the usual ones but for these changes, by name. Raises
    `InputError`."""
    limits = {parameter.name: parameter for parameter in SEARCH_PARAMETERS}
    for name, value in changes.items():
        if name not in limits:
            raise InputError(f"there is no parameter {quote(name)}{nearest(name, limits)}")
        least, most = limits[name].least, limits[name].most
        if not least <= value <= most:
            raise InputError(f"{name} is {value}: expected a whole number from {least} to {most}")
    return tuple([changes.get(name, limits[name].value) for name in limits])
