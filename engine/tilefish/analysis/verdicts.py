"""The verdict on a move that was played, by the expected points of its mover before and after it.

The measure is the loss of expected points (a win is 1, a draw a half), not of centipawns: between winning by
five pieces and winning by four there is no difference, and at the edge of a win or a draw half a pawn
matters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tilefish.explain.scores import Score
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.win_rate import WinRateModel

INACCURACY, MISTAKE, BLUNDER = 0.08, 0.15, 0.25
"""The fewest points that a move with this verdict loses."""

USUAL_MODEL = WinRateModel(130, 101)
"""For variants without a win-rate model of their own: that of chess."""

_ACCURACY_SPAN = 0.2
"""The accuracy of a move falls by the factor e for each loss of this number of points."""


class Verdict(Enum):
    """The kind of a move."""

    FORCED = "forced"
    """It was the only legal move."""
    ONLY = "only move"
    """Every other move would have been a mistake at least."""
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_MATE = "missed mate"
    """There was a mate, and now there is none."""
    ALLOWS_MATE = "allows mate"
    """Now there is a mate against the mover, and there was none."""


_MISTAKE_NAG, _BLUNDER_NAG, _DUBIOUS_NAG, _ONLY_NAG = 2, 4, 6, 7
_SIGNS = {_MISTAKE_NAG: "?", _BLUNDER_NAG: "??", _DUBIOUS_NAG: "?!", _ONLY_NAG: "□"}
JUDGING_NAGS = frozenset(range(1, 8))
"""The glyphs of PGN for the quality of a move."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and the expected points that the move lost."""

    verdict: Verdict
    loss: float = 0.0

    @property
    def nag(self) -> int | None:
        """The glyph of PGN for the verdict; a mate that was missed or allowed has one by its cost."""
        if self.verdict is Verdict.ONLY:
            return _ONLY_NAG
        if self.verdict in (Verdict.FORCED, Verdict.BEST, Verdict.GOOD):
            return None
        if self.loss >= BLUNDER:
            return _BLUNDER_NAG
        if self.loss >= MISTAKE:
            return _MISTAKE_NAG
        is_harmless = self.verdict is Verdict.ALLOWS_MATE and self.loss < INACCURACY
        return None if is_harmless else _DUBIOUS_NAG

    @property
    def sign(self) -> str:
        """The same as a sign behind a move; empty if it has none."""
        return _SIGNS[self.nag] if self.nag is not None else ""

    @property
    def is_wrong(self) -> bool:
        """Whether another move should have been played."""
        return self.nag is not None and self.verdict is not Verdict.ONLY

    @property
    def accuracy(self) -> float:
        """How close the move is to the best one, from 0 to 100."""
        return 100 * math.exp(-self.loss / _ACCURACY_SPAN)


def model_of(variant: Variant) -> WinRateModel:
    """The win-rate model for games of a variant."""
    return variant.win_rate_model or USUAL_MODEL


def judge(
    lines: Sequence[Score], played: Score, is_first: bool, choices: int, model: WinRateModel
) -> Judgement:
    """The judgement of a move: `lines` are the scores of the best moves, the best one first; `played` is that
    of the move, `is_first` whether it is the first of the lines, `choices` how many moves were legal. All
    scores are the mover's."""
    best = lines[0]
    if choices == 1:
        return Judgement(Verdict.FORCED)
    if is_first:
        return Judgement(Verdict.ONLY if _stands_out(lines, model) else Verdict.BEST)
    loss = max(0.0, best.expected(model) - played.expected(model))
    if best.is_win and not played.is_win:
        return Judgement(Verdict.MISSED_MATE, loss)
    if played.is_loss and not best.is_loss:
        return Judgement(Verdict.ALLOWS_MATE, loss)
    return Judgement(_by_loss(loss) if played.worth < best.worth else Verdict.BEST, loss)


def _stands_out(lines: Sequence[Score], model: WinRateModel) -> bool:
    return len(lines) > 1 and lines[0].expected(model) - lines[1].expected(model) >= MISTAKE


def _by_loss(loss: float) -> Verdict:
    if loss >= BLUNDER:
        return Verdict.BLUNDER
    if loss >= MISTAKE:
        return Verdict.MISTAKE
    return Verdict.INACCURACY if loss >= INACCURACY else Verdict.GOOD
