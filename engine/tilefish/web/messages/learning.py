"""Messages about the learning file and about one's own results."""

from __future__ import annotations

from dataclasses import dataclass

from tilefish.web.messages.answers import Answer
from tilefish.web.messages.requests import Request, Text

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskLearned(Request):
    """Asks what became of the moves of a position. `world` is the identity of a world that the page knows."""

    type = "ask_learned"
    world: Text
    fen: Text


@dataclass(frozen=True, slots=True)
class SwitchLearning(Request):
    """Switches on or off that engines use what was learned, and that finished games are recorded."""

    type = "switch_learning"
    uses: bool
    records: bool


@dataclass(frozen=True, slots=True)
class ForgetLearned(Request):
    """Forgets what was learned in a world, or everything if `world` is empty."""

    type = "forget_learned"
    world: Text = ""


@dataclass(frozen=True, slots=True)
class AskResults(Request):
    """Asks for one's own results."""

    type = "ask_results"


@dataclass(frozen=True, slots=True)
class ForgetResults(Request):
    """Forgets one's own results in a world, by the name of its variant, or all of them if that is empty."""

    type = "forget_results"
    variant: Text = ""


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LearnedMoveData:
    """What became of a move, for the side that played it. `winrate` is from 0 to 1, `bonus` from -100 to
    100."""

    uci: str
    san: str
    games: int
    winrate: float
    wins: int
    losses: int
    draws: int
    bonus: float


@dataclass(frozen=True, slots=True)
class LearnedMoves(Answer):
    """The moves of a position that was asked for, the most played first. `problem` is the last thing that
    went wrong with the file, or empty."""

    type = "learned"
    world: str
    fen: str
    problem: str
    moves: tuple[LearnedMoveData, ...]


@dataclass(frozen=True, slots=True)
class LearningState(Answer):
    """What is switched on. Sent to all pages when that changes, or when a page has changed what was learned;
    `text` says what was done."""

    type = "learning"
    uses: bool
    records: bool
    text: str


@dataclass(frozen=True, slots=True)
class ResultData:
    """One's own games in a world against an engine of a level; `helped` of them with moves taken back or with
    hints."""

    variant: str
    level: str
    wins: int
    draws: int
    losses: int
    helped: int


@dataclass(frozen=True, slots=True)
class OwnResults(Answer):
    """All own results, those that were played last first."""

    type = "results"
    rows: tuple[ResultData, ...]


REQUESTS: tuple[type[Request], ...] = (AskLearned, SwitchLearning, ForgetLearned, AskResults, ForgetResults)
ANSWERS: tuple[type[Answer], ...] = (LearnedMoves, LearningState, OwnResults)
