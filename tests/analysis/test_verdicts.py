"""Verdicts: what is lost is counted in points that could be expected, and mates have words of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish import Game
from tilefish.analysis.verdicts import USUAL_MODEL, Judgement, Verdict, judge, model_of
from tilefish.explain.scores import Score
from tilefish.rules.model.win_rate import WinRateModel

MATES = st.integers(1, 60) | st.integers(-60, -1)
SCORES = st.integers(-3000, 3000).map(Score) | MATES.map(
    lambda mate: Score(30000 if mate > 0 else -30000, mate)
)


def verdict(best: Score, played: Score, second: Score | None = None, is_first: bool = False) -> Judgement:
    return judge([best, *([second] if second else [])], played, is_first, 20, USUAL_MODEL)


@pytest.mark.parametrize(
    ("best", "played", "expected", "sign"),
    [
        (0, 0, Verdict.BEST, ""),
        (0, 40, Verdict.BEST, ""),  # the next search saw more
        (30, 10, Verdict.GOOD, ""),
        (30, -40, Verdict.INACCURACY, "?!"),
        (30, -90, Verdict.MISTAKE, "?"),
        (30, -250, Verdict.BLUNDER, "??"),
        (1500, 1000, Verdict.GOOD, ""),  # won either way
        (-1000, -1500, Verdict.GOOD, ""),  # lost either way
        (300, 0, Verdict.BLUNDER, "??"),
    ],
)
def test_verdicts_by_expected_points(best: int, played: int, expected: Verdict, sign: str) -> None:
    judgement = verdict(Score(best), Score(played))
    assert (judgement.verdict, judgement.sign) == (expected, sign)


def test_mates() -> None:
    mate, late, mated = Score(30000, 2), Score(30000, 9), Score(-30000, -3)
    missed = verdict(mate, Score(900))
    assert missed.verdict is Verdict.MISSED_MATE
    assert missed.loss == pytest.approx(0.001, abs=0.001)
    assert missed.sign == "?!"
    assert verdict(mate, Score(0)).sign == "??"
    assert verdict(mate, late).verdict is Verdict.GOOD
    assert verdict(late, mate).verdict is Verdict.BEST
    assert verdict(Score(0), mated).verdict is Verdict.ALLOWS_MATE
    assert verdict(Score(0), mated).sign == "??"
    assert verdict(Score(-1500), mated).sign == "", "there was nothing to lose"
    assert verdict(mated, mated).verdict is Verdict.BEST


def test_only_and_forced_moves() -> None:
    assert verdict(Score(0), Score(0), Score(-300), is_first=True).verdict is Verdict.ONLY
    assert verdict(Score(0), Score(0), Score(-20), is_first=True).verdict is Verdict.BEST
    assert verdict(Score(1500), Score(1500), Score(900), is_first=True).verdict is Verdict.BEST
    assert judge([Score(0)], Score(-300), False, 1, USUAL_MODEL) == Judgement(Verdict.FORCED)


@given(SCORES, SCORES, SCORES)
def test_a_worse_move_is_never_judged_better(best: Score, played: Score, other: Score) -> None:
    better, worse = sorted((played, other), key=lambda score: score.worth, reverse=True)
    first, second = verdict(best, better), verdict(best, worse)
    assert 0 <= first.loss <= second.loss <= 1
    assert 0 < second.accuracy <= first.accuracy <= 100
    assert first.is_wrong == bool(first.sign)


def test_the_model_of_a_variant_count() -> None:
    assert model_of(Game().variant) == Game().variant.win_rate_model == USUAL_MODEL
    assert model_of(Game(world="8/8/8/8/4o3/8/8/8").variant) == USUAL_MODEL
    assert model_of(Game("fragments").variant) == Game("fragments").variant.win_rate_model != USUAL_MODEL
    certain, vague = WinRateModel(0, 20), WinRateModel(0, 2000)
    scores = [Score(50)], Score(-50)
    assert judge(*scores, False, 20, certain).verdict is Verdict.BLUNDER
    assert judge(*scores, False, 20, vague).verdict is Verdict.GOOD


def test_scores() -> None:
    assert Score(35).turned() == Score(-35)
    assert Score(30000, 3).for_white("black") == Score(-30000, -3)
    assert [score.text() for score in (Score(35), Score(-5), Score(30000, 3), Score(-30000, 0))] == [
        "+0.35", "-0.05", "#3", "#",
    ]  # fmt: skip
    worths = [Score(-30000, 0), Score(-30000, -1), Score(-30000, -9), Score(-900), Score(900),
              Score(30000, 9), Score(30000, 1)]  # fmt: skip
    assert worths == sorted(worths, key=lambda score: score.worth)
    assert [score.expected(USUAL_MODEL) for score in (Score(0), Score(30000, 0), Score(-30000, 0))] == [
        0.5, 1, 0,
    ]  # fmt: skip
