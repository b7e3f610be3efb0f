from tilefish.core.search.parameters cimport PARAMETER_COUNT

from typing import NamedTuple


class SearchParameter(NamedTuple):
    """A number of the search, its limits, and the step by which tuning first changes it."""

    name: str
    value: int
    least: int
    most: int
    step: int


SEARCH_PARAMETERS = tuple(SearchParameter(*row) for row in (
    ("ReverseFutilityDepth", 4, 3, 14, 1),
    ("ReverseFutilityMargin", 77, 20, 200, 8),
    ("RazoringMargin", 315, 50, 800, 30),
    ("FailMiddle", 6, 0, 64, 6),
    ("NullMoveReduction", 208, 128, 448, 24),
    ("NullMoveSlope", 17, 0, 48, 3),
    ("NullMoveValue", 219, 50, 600, 25),
    ("ProbCutDepth", 4, 3, 12, 1),
    ("ProbCutMargin", 101, 50, 500, 20),
    ("InternalReductionDepth", 6, 2, 10, 1),
    ("LatePruningDepth", 5, 2, 16, 1),
    ("LatePruningMoves", 4, 1, 20, 1),
    ("LatePruningSlope", 135, 24, 320, 16),
    ("FutilityDepth", 6, 2, 14, 1),
    ("FutilityMargin", 75, 0, 400, 15),
    ("FutilitySlope", 49, 20, 300, 12),
    ("HistoryPruningDepth", 5, 0, 12, 1),
    ("HistoryPruningSlope", 3387, 1000, 20000, 600),
    ("ExchangeDepth", 7, 2, 14, 1),
    ("ExchangeQuiet", 45, 5, 200, 8),
    ("ExchangeCapture", 78, 10, 300, 12),
    ("SingularDepth", 7, 4, 12, 1),
    ("SingularMargin", 124, 16, 384, 16),
    ("DoubleMargin", 27, 0, 200, 6),
    ("CheckExtensionDepth", 5, 0, 20, 1),
    ("ReductionBase", 686, 0, 2048, 80),
    ("ReductionSlope", 505, 150, 1024, 30),
    ("ReductionCut", 817, 0, 3072, 120),
    ("ReductionPv", 1108, 0, 3072, 120),
    ("ReductionImproving", 717, 0, 3072, 120),
    ("ReductionChecked", 1224, 0, 3072, 120),
    ("ReductionCheck", 1958, 0, 6144, 200),
    ("ReductionNoisy", 1776, 0, 4096, 150),
    ("ReductionNoisyTT", 758, 0, 3072, 120),
    ("ReductionCutoffs", 374, 0, 3072, 120),
    ("ReductionHistory", 11253, 2000, 40000, 800),
    ("AgainDeeperMargin", 52, 5, 300, 10),
    ("HindsightReduction", 2, 1, 8, 1),
    ("HindsightMargin", 138, 0, 600, 20),
    ("DeltaMargin", 205, 20, 600, 20),
    ("AspirationWidth", 21, 4, 100, 3),
    ("BonusSquare", 17, 0, 64, 2),
    ("BonusSlope", 102, 0, 400, 16),
    ("BonusMost", 1686, 200, 8000, 150),
    ("CheckBonus", 7082, 0, 40000, 1200),
    ("EvaluationBonus", 1, 0, 40, 2),
    ("EvaluationMost", 1031, 100, 4000, 120),
    ("CorrectionPawns", 110, 0, 512, 12),
    ("CorrectionPieces", 92, 0, 512, 12),
    ("CorrectionMoves", 54, 0, 512, 12),
))

if len(SEARCH_PARAMETERS) != <int>PARAMETER_COUNT:
    raise AssertionError("a row for each parameter")
