"""The results of an analysis as data for JSON. Scores are those of the side to move, as in UCI;
docs/analyse.md describes every key."""

from __future__ import annotations

from tilefish.analysis.game_report import GameReport, MoveReport, SideSummary
from tilefish.analysis.positions import Subject
from tilefish.analysis.verdicts import model_of
from tilefish.engine.engine import Info, Result
from tilefish.explain.record import decision_record
from tilefish.explain.scores import Score, line_words
from tilefish.game.game import Game, Outcome
from tilefish.rules.model.variant import SIDE_NAMES

Data = dict[str, object]


def info_data(game: Game, info: Info) -> Data:
    """A line that a search found."""
    return {"type": "info", **_line_data(game, info)}


def _line_data(game: Game, info: Info) -> Data:
    return {
        "multipv": info.multipv,
        "depth": info.depth,
        "seldepth": info.seldepth,
        **_score_data(game, Score.of(info)),
        "bound": info.bound or None,
        "nodes": info.nodes,
        "nps": info.nps,
        "seconds": round(info.seconds, 4),
        "hashfull": info.hashfull,
        "line": list(info.line),
        "san": line_words(game, info.line),
    }


def _score_data(game: Game, score: Score) -> Data:
    return {
        "score": score.centipawns,
        "mate": score.mate,
        "expected": round(score.expected(model_of(game.variant)), 4),
    }


def result_data(subject: Subject, result: Result, explain: bool = False) -> Data:
    """The result of a search, and for an EPD whether it is as expected."""
    game, move = subject.game, result.move
    fields: Data = {
        "type": "bestmove",
        "variant": game.variant.name,
        "fen": game.fen(),
        "move": move,
        "san": None if move is None else game.san(move),
        "ponder": result.ponder,
        "lines": [_line_data(game, info) for info in result.lines],
        "outcome": _outcome_data(game.outcome()),
    }
    if subject.operations:
        fields |= {"id": subject.name, "bm": subject.best, "am": subject.avoid, "dm": subject.mate}
        fields["right"] = subject.is_met_by(result)
    if explain and result.lines:
        best = result.lines[0]
        fields["explanation"] = decision_record(game, best.line, best.score, best.mate).as_data()
    return fields


def _outcome_data(outcome: Outcome | None) -> Data | None:
    return None if outcome is None else {"winner": outcome.winner, "reason": str(outcome.termination)}


def suite_data(positions: int, asked: int, right: int) -> Data:
    """How many positions there are, how many have an expected answer, and how many answers are right."""
    return {"type": "summary", "positions": positions, "asked": asked, "right": right}


# --- games --------------------------------------------------------------------------------------------------


def move_data(number: int, move: MoveReport, explain: bool = False) -> Data:
    """A move of a game, `number` counted from 1."""
    game = move.before
    fields: Data = {
        "type": "move",
        "game": number,
        "ply": move.ply,
        "side": move.side,
        "fen": game.fen(),
        "move": move.move.move,
        "san": move.san,
        "played": _score_data(game, move.played),
        "verdict": move.judgement.verdict.value,
        "sign": move.judgement.sign,
        "loss": round(move.judgement.loss, 4),
        "accuracy": round(move.judgement.accuracy, 1),
        "luck": None if move.luck is None else round(move.luck, 4),
        "white": {"score": move.white.centipawns, "mate": move.white.mate},
        "lines": [_line_data(game, info) for info in move.found.lines],
        "outcome": _outcome_data(move.behind.outcome),
    }
    if explain:
        record = decision_record(game, move.found.best, *move.found.score)
        fields["explanation"] = record.as_data()
    return fields


def game_data(number: int, report: GameReport) -> Data:
    """A summary of both sides of a game."""
    return {
        "type": "game",
        "game": number,
        "variant": report.record.start.variant.name,
        "headers": dict(report.record.headers),
        "moves": len(report.record.moves),
        "analysed": len(report.moves),
        **{side: _side_data(report.of(side)) for side in SIDE_NAMES},
    }


def _side_data(side: SideSummary) -> Data:
    return {
        "moves": side.moves,
        "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
        "loss": None if side.loss is None else round(side.loss, 4),
        "luck": None if side.luck is None else round(side.luck, 4),
        "verdicts": {verdict.value: number for verdict, number in side.verdicts.items()},
    }
