"""Messages about live analyses and reports on whole games. Scores are White's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from tilefish.web.messages.answers import Answer
from tilefish.web.messages.parts import EndingData, PositionData, ScoreData, Side
from tilefish.web.messages.requests import Request
from tilefish.web.messages.schema import Between, Letters, Most

LiveState = Literal["searching", "held", "done", "stopped"]
"""`held` means that the engines of games need the processors; `done`, that a limit was reached or nothing
is left to find."""
MOST_LINES = 5
MoveText = Annotated[str, Letters(60)]
Origin = Literal["book", "learned", "calculated"]
Effort = Literal["quick", "normal", "thorough"]
ReportState = Literal["waiting", "judging", "held", "done", "stopped"]
Quality = Literal["forced", "only", "best", "good", "inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True, slots=True)
class Place:
    """A position: a game and the number of its plies, or a study and one of its nodes."""

    board: Annotated[str, Letters(64)]
    node: Annotated[int, Between(0, 10**9)]


@dataclass(frozen=True, slots=True)
class LiveLine:
    """One of the best lines. `mate` is the number of moves until mate, negative if Black mates; `chances` are
    those of a win of White's, a draw and a loss in thousandths; `path` are the squares of the first move."""

    score: ScoreData
    mate: int | None
    chances: tuple[int, ...]
    depth: int
    san: tuple[str, ...]
    uci: tuple[str, ...]
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a game, its ply counted from 1. `score` is the value of the position after it; `verdict`
    is its quality in words, `sign` the glyph for that; `loss` is in points (a win is 1), `luck` what its
    die brought; `best` is the line that should have been played, empty for a move that is not wrong."""

    ply: int
    side: Side
    san: str
    score: ScoreData
    depth: int | None
    quality: Quality
    verdict: str
    sign: str
    loss: float
    accuracy: float
    luck: float | None
    origin: Origin
    best: tuple[str, ...]
    best_score: str


@dataclass(frozen=True, slots=True)
class SideReport:
    """The moves of a side that are judged so far. `accuracy` (0 to 100) and `loss` (points a move) are
    means over the moves where it had a choice, null if it had none; `luck` is what its dice brought, null
    if it rolled none; `qualities` says how often each was given, `book` and `learned` how many moves were
    known."""

    side: Side
    name: str
    moves: int
    accuracy: float | None
    loss: float | None
    luck: float | None
    qualities: Mapping[str, int]
    book: int
    learned: int


# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartLive(Request):
    """Asks for a live analysis of a position, instead of the one that runs. It ends by itself after a
    time, unless it is endless."""

    type = "live"
    place: Place
    lines: Annotated[int, Between(1, MOST_LINES)] = 1
    endless: bool = False


@dataclass(frozen=True, slots=True)
class StopLive(Request):
    """Ends the live analysis."""

    type = "live_stop"


@dataclass(frozen=True, slots=True)
class Preview(Request):
    """Asks for the position behind some moves of a line."""

    type = "preview"
    place: Place
    moves: Annotated[tuple[MoveText, ...], Most(64)] = ()


@dataclass(frozen=True, slots=True)
class JudgeGame(Request):
    """Asks for a report on a whole game: that of a board or the main line of a study."""

    type = "report"
    board: Annotated[str, Letters(64)]
    effort: Effort = "normal"


@dataclass(frozen=True, slots=True)
class StopJudging(Request):
    """Ends the report. What is judged stays."""

    type = "report_stop"


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LiveReport(Answer):
    """What the live analysis has found so far. `table` is the part of the hash table that is full, in
    percent; `turn` and `number` belong to the first move of the lines; a game that is over has an
    `outcome` and no lines."""

    type = "live"
    place: Place
    state: LiveState
    depth: int
    seldepth: int
    nodes: int
    nps: int
    seconds: float
    table: float
    turn: Side
    number: int
    score: ScoreData | None
    lines: tuple[LiveLine, ...]
    outcome: EndingData | None


@dataclass(frozen=True, slots=True)
class PreviewPosition(Answer):
    """The position behind some moves of a line."""

    type = "preview"
    place: Place
    moves: tuple[str, ...]
    position: PositionData


@dataclass(frozen=True, slots=True)
class ReportProgress(Answer):
    """What is judged of a game: the number of its moves, those that are new since the last message, and both
    sides. `start` is the value of the position before the first move."""

    type = "report"
    board: str
    state: ReportState
    done: int
    total: int
    start: ScoreData | None
    moves: tuple[JudgedMove, ...]
    sides: tuple[SideReport, ...]


REQUESTS: tuple[type[Request], ...] = (StartLive, StopLive, Preview, JudgeGame, StopJudging)
ANSWERS: tuple[type[Answer], ...] = (LiveReport, PreviewPosition, ReportProgress)
