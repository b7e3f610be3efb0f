"""A report written into the record of its game: evaluations, glyphs, and what should have been played."""

from __future__ import annotations

import re
from dataclasses import replace

import tilefish
from tilefish.analysis.game_report import GameReport, MoveReport
from tilefish.analysis.verdicts import JUDGING_NAGS, Verdict
from tilefish.explain.record import decision_record
from tilefish.explain.scores import Score
from tilefish.pgn import Evaluation, GameRecord, RecordedMove
from tilefish.rules.text.actions import without_face

_LONGEST_VARIATION = 8
"""Moves of a best line that are written."""

_WORDS = "|".join(verdict.value.capitalize() for verdict in Verdict)
_OURS = re.compile(rf"\s*(?:{_WORDS}); best was \S+ \([^()]*\)\.")
"""The annotations of an earlier analysis."""


def annotated(report: GameReport, explain: bool = False) -> GameRecord:
    """The game with what the report says about its moves. Comments and variations by people stay; glyphs for
    the quality of moves, evaluations and the comments of an earlier analysis are replaced."""
    looked_at = [annotated_move(move, explain) for move in report.moves]
    moves = (*looked_at, *report.record.moves[len(looked_at) :])
    return replace(report.record, moves=moves).with_header("Annotator", f"Tilefish {tilefish.__version__}")


def annotated_move(report: MoveReport, explain: bool = False) -> RecordedMove:
    """The move of a report with what it says."""
    move = report.move
    nag = report.judgement.nag
    comment = _OURS.sub("", move.comment).strip()
    variations = move.variations
    if report.judgement.is_wrong:
        comment = f"{comment} {verdict_words(report)}".strip()
        variations = _with_best_line(report, explain)
    return replace(
        move,
        comment=comment,
        nags=(*(() if nag is None else (nag,)), *(old for old in move.nags if old not in JUDGING_NAGS)),
        evaluation=_evaluation(report),
        variations=variations,
    )


def verdict_words(report: MoveReport) -> str:
    """`Mistake; best was Nf3 (+0.35).`"""
    score = report.found.score.for_white(report.side).text()
    best = without_face(report.best_line[0])
    return f"{report.judgement.verdict.value.capitalize()}; best was {best} ({score})."


def _evaluation(report: MoveReport) -> Evaluation | None:
    """The evaluation of the position behind the move. A decided game has none: programs have no notation for
    one."""
    white: Score = report.white
    return None if white.mate == 0 else Evaluation(*white, report.behind.depth)


def _with_best_line(report: MoveReport, explain: bool) -> tuple[tuple[RecordedMove, ...], ...]:
    best, variations = report.found.best, report.move.variations
    if any(line[:1] and line[0].move == best[0] for line in variations):
        return variations
    first = RecordedMove(best[0], explanation(report) if explain else "")
    return (*variations, (first, *map(RecordedMove, best[1:_LONGEST_VARIATION])))


def explanation(report: MoveReport) -> str:
    """Why that move was the best one."""
    return decision_record(report.before, report.found.best, *report.found.score).as_text()
