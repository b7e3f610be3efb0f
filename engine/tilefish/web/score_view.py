"""Scores as the page shows them: White's, as text and as what White can expect."""

from __future__ import annotations

from tilefish.analysis.verdicts import model_of
from tilefish.engine.engine import Info
from tilefish.explain.scores import Score
from tilefish.game.game import Game, Outcome
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.rules.model.variant import Variant
from tilefish.web.messages.parts import ScoreData

_POINTS = {"white": 1.0, "black": 0.0, None: 0.5}
"""White's points, by the winner."""


def score_data(game: Game, info: Info) -> ScoreData:
    """The score of a line in a position."""
    return white_score(Score.of(info).for_white(game.turn), game.variant)


def white_score(score: Score, variant: Variant) -> ScoreData:
    """A score of White's."""
    return ScoreData(score.text(), round(score.expected(model_of(variant)), 4))


def outcome_score(outcome: Outcome) -> ScoreData:
    """The score of a game that is over: its result."""
    return ScoreData(RESULT_OF_WINNER[outcome.winner], _POINTS[outcome.winner])
