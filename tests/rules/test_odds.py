"""Odds: what a score means in games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish import Game
from tilefish.rules.model.win_rate import MAX_ODDS, Odds

from .files import load, write

ODDS = st.builds(Odds, st.integers(0, MAX_ODDS), st.integers(1, MAX_ODDS))


@given(ODDS, st.integers(-32000, 32000))
def test_chances_are_thousandths_and_mirror_one_another(odds: Odds, score: int) -> None:
    win, draw, loss = odds.win_draw_loss(score)
    assert win + draw + loss == 1000
    assert min(win, draw, loss) >= 0
    assert odds.win_draw_loss(-score) == (loss, draw, win)


@given(ODDS, st.integers(-3000, 3000), st.integers(1, 500))
def test_a_higher_score_is_no_worse(odds: Odds, score: int, more: int) -> None:
    assert odds.win_draw_loss(score + more)[0] >= odds.win_draw_loss(score)[0]
    assert odds.win_draw_loss(score + more)[2] <= odds.win_draw_loss(score)[2]


def test_what_the_two_numbers_mean() -> None:
    odds = Odds(200, 100)
    assert odds.win_draw_loss(200) == (500, 482, 18)
    assert odds.win_draw_loss(300)[0] == 731  # e : 1
    assert odds.win_draw_loss(0) == (119, 762, 119)
    assert odds.win_draw_loss(-50, mate=3) == (1000, 0, 0)
    assert odds.win_draw_loss(50, mate=-3) == (0, 0, 1000)


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ('extends = "chess"\nodds = [300, 80]', Odds(300, 80)),
        ('extends = "chess"', None),
        ('extends = "fragments"', None),
    ],
)
def test_a_file_says_its_own_odds_and_inherits_none(tmp_path: Path, text: str, odds: Odds | None) -> None:
    assert load(write(tmp_path, "mine.toml", f'title = "Mine"\n{text}\n')).odds == odds


def test_odds_hold_for_the_games_that_they_were_measured_in() -> None:
    assert Game("fragments").variant.odds is not None
    assert Game("fragments", world="5/5/2o2/5/5").variant.odds is None
    assert Game("fragments", pieces="n:NW").variant.odds is None
    assert Game("fragments", fen="k4/5/2*2/5/K3Q w - - 0 1").variant.odds is None
