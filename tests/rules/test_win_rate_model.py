"""The win-rate model: what a score means in games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish import Game
from tilefish.rules.model.win_rate import MAX_WIN_RATE, WinRateModel

from .files import load, write

MODELS = st.builds(WinRateModel, st.integers(0, MAX_WIN_RATE), st.integers(1, MAX_WIN_RATE))


@given(MODELS, st.integers(-32000, 32000))
def test_chances_are_thousandths_and_mirror_one_another(model: WinRateModel, score: int) -> None:
    win, draw, loss = model.win_draw_loss(score)
    assert win + draw + loss == 1000
    assert min(win, draw, loss) >= 0
    assert model.win_draw_loss(-score) == (loss, draw, win)


@given(MODELS, st.integers(-3000, 3000), st.integers(1, 500))
def test_a_higher_score_is_no_worse(model: WinRateModel, score: int, more: int) -> None:
    assert model.win_draw_loss(score + more)[0] >= model.win_draw_loss(score)[0]
    assert model.win_draw_loss(score + more)[2] <= model.win_draw_loss(score)[2]


def test_what_the_two_numbers_mean() -> None:
    model = WinRateModel(200, 100)
    assert model.win_draw_loss(200) == (500, 482, 18)
    assert model.win_draw_loss(300)[0] == 731  # e : 1
    assert model.win_draw_loss(0) == (119, 762, 119)
    assert model.win_draw_loss(-50, mate=3) == (1000, 0, 0)
    assert model.win_draw_loss(50, mate=-3) == (0, 0, 1000)


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ('extends = "chess"\nodds = [300, 80]', WinRateModel(300, 80)),
        ('extends = "chess"', None),
        ('extends = "fragments"', None),
    ],
)
def test_a_file_has_its_own_model_and_inherits_none(
    tmp_path: Path, text: str, model: WinRateModel | None
) -> None:
    assert load(write(tmp_path, "mine.toml", f'title = "Mine"\n{text}\n')).win_rate_model == model


def test_odds_hold_for_the_games_that_they_were_measured_in() -> None:
    assert Game("fragments").variant.win_rate_model is not None
    assert Game("fragments", world="5/5/2o2/5/5").variant.win_rate_model is None
    assert Game("fragments", pieces="n:NW").variant.win_rate_model is None
    assert Game("fragments", fen="k4/5/2*2/5/K3Q w - - 0 1").variant.win_rate_model is None
