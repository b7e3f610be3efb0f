"""The commands that stand in comments, read from a comment and written into one: `[%eval 0.35,12]`,
`[%emt 0:00:01.5]`, `[%clk 0:04:30]` and `[%fen FEN]`."""

from __future__ import annotations

import re
from dataclasses import replace

from tilefish.pgn.record import Evaluation, RecordedMove

_COMMAND = re.compile(r"\s*\[%(eval|emt|clk|fen)\s+([^\[\]]*?)\s*\]\s*")
_EVAL = re.compile(
    r"(?:#(?P<mate>[-+]?\d{1,4})|(?P<pawns>[-+]?\d{1,6}(?:\.\d{1,4})?))(?:\s*,\s*(?P<depth>\d{1,4}))?"
)
_TIME = re.compile(r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)")
MATE_SCORE = 30000
"""Centipawns that stand for a mate where only a number will do."""


def with_comment(move: RecordedMove, text: str) -> RecordedMove:
    """The move with what a comment says about it. Commands that cannot be read stay part of the text."""

    def take(found: re.Match[str]) -> str:
        nonlocal move
        known = _read(move, found[1], found[2])
        if known is None:
            return found[0]
        move = known
        return " "

    rest = _COMMAND.sub(take, text).strip()
    return replace(move, comment=f"{move.comment} {rest}".strip())


def _read(move: RecordedMove, command: str, text: str) -> RecordedMove | None:
    if command == "fen":
        return replace(move, position=text)
    if command == "eval":
        found = _EVAL.fullmatch(text)
        return None if found is None else replace(move, evaluation=_evaluation(found))
    time = _TIME.fullmatch(text)
    if time is None:
        return None
    seconds = int(time[1]) * 3600 + int(time[2]) * 60 + float(time[3])
    return replace(move, clock=seconds) if command == "clk" else replace(move, seconds=seconds)


def _evaluation(found: re.Match[str]) -> Evaluation:
    depth = int(found["depth"]) if found["depth"] else None
    if found["mate"] is None:
        return Evaluation(round(float(found["pawns"]) * 100), None, depth)
    mate = int(found["mate"])
    return Evaluation(-MATE_SCORE if found["mate"].startswith("-") else MATE_SCORE, mate, depth)


def comment_of(move: RecordedMove) -> str:
    """The comment with all its commands."""
    words = []
    if move.evaluation is not None:
        words.append(f"[%eval {evaluation_text(move.evaluation)}]")
    if move.seconds is not None:
        words.append(f"[%emt {_time_text(move.seconds)}]")
    if move.clock is not None:
        words.append(f"[%clk {_time_text(move.clock)}]")
    if move.position is not None:
        words.append(f"[%fen {move.position}]")
    return " ".join([*words, move.comment] if move.comment else words)


def evaluation_text(evaluation: Evaluation) -> str:
    """`0.35,12` or `#-3,20`: pawns or moves to mate from White's point of view, and the depth."""
    score = f"{evaluation.score / 100:.2f}" if evaluation.mate is None else f"#{evaluation.mate}"
    return score if evaluation.depth is None else f"{score},{evaluation.depth}"


def _time_text(seconds: float) -> str:
    milliseconds = max(0, round(seconds * 1000))
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:" + f"{rest / 1000:06.3f}".rstrip("0").rstrip(".").rjust(2, "0")
