"""An engine's thought about a move, from its output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilefish.engine.engine import Info
from tilefish.rules.model.win_rate import MATE_SCORE

_SCORE = re.compile(r"\bscore (cp|mate) (-?\d{1,6})\b", re.ASCII)
_DEPTH = re.compile(r"\bdepth (\d{1,4})\b", re.ASCII)
_OTHER_LINE = re.compile(r"\bmultipv (?!1\b)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Thought:
    """The score of the best line, from the mover's point of view: centipawns, or with `mate` the number of
    moves until it."""

    score: int
    mate: int | None = None
    depth: int | None = None


def thought_in(lines: Sequence[str]) -> Thought | None:
    """The last score of the first line in an engine's output; None if there is none."""
    for line in reversed(lines):
        if not line.startswith("info ") or line.startswith("info string") or _OTHER_LINE.search(line):
            continue
        said, _, _ = line.partition(" pv ")
        score = _SCORE.search(said)
        if score is None:
            continue
        depth = _DEPTH.search(said)
        number = int(score[2])
        return Thought(
            score=number if score[1] == "cp" else mate_score(score[2]),
            mate=number if score[1] == "mate" else None,
            depth=int(depth[1]) if depth else None,
        )
    return None


def mate_score(mate: str) -> int:
    """Centipawns in the place of a mate: against the side that is mated, also in zero moves."""
    return -MATE_SCORE if mate.startswith("-") or int(mate) == 0 else MATE_SCORE


def thought_of(info: Info) -> Thought:
    """The thought of an engine in this process."""
    score = info.score if info.mate is None else mate_score(str(info.mate))
    return Thought(score, info.mate, info.depth)
