"""Scores as the page shows them: White's, as text and as what White can expect."""

from __future__ import annotations

from tilefish.analysis.verdicts import model_of
from tilefish.engine.engine import Info
from tilefish.explain.scores import Score
from tilefish.game.game import Game, Outcome
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.rules.model.win_rate import CERTAIN, WinRateModel
from tilefish.web.messages.parts import ScoreData


def score_data(game: Game, info: Info) -> ScoreData:
    """The score of a line in a position."""
    return white_score(Score.of(info).for_white(game.turn), model_of(game.variant))


def white_score(score: Score, model: WinRateModel) -> ScoreData:
    """A score of White's."""
    sure = None if score.mate is None else 1 if score.is_win else -1
    chances = model.win_draw_loss(score.centipawns, sure)
    return ScoreData(score.text(), score.mate, round(score.expected(model), 4), chances)


def outcome_score(outcome: Outcome) -> ScoreData:
    """The score of a game that is over: its result."""
    win, loss = (CERTAIN if outcome.winner == side else 0 for side in ("white", "black"))
    chances = (win, CERTAIN - win - loss, loss)
    return ScoreData(RESULT_OF_WINNER[outcome.winner], None, (1 + (win - loss) / CERTAIN) / 2, chances)
