"""Messages about what changes on the disk: a match's PGN file that is watched, and files of worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tilefish.web.messages.analyses import TurnData
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.parts import PositionData, WorldEntry
from tilefish.web.messages.requests import Ply, Request
from tilefish.web.messages.schema import Between

GameNumber = Annotated[int, Between(1, 1_000_000)]

# --- requests ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WatchFile(Request):
    """Asks for the watched file, and from now on for what is new in it."""

    type = "watch"


@dataclass(frozen=True, slots=True)
class LeaveFile(Request):
    """Asks for no more messages about it."""

    type = "watch-leave"


@dataclass(frozen=True, slots=True)
class ListGames(Request):
    """Asks for the games before one of the file."""

    type = "watch-list"
    before: GameNumber


@dataclass(frozen=True, slots=True)
class WatchGame(Request):
    """Asks for a position of a game of the file, after `ply` plies; beyond its end, the last one."""

    type = "watch-game"
    number: GameNumber
    ply: Ply


@dataclass(frozen=True, slots=True)
class AnalyseWatched(Request):
    """Begins an analysis with a game of the file."""

    type = "analyse_watched"
    number: GameNumber


# --- answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WatchedEntry:
    """A game of the file."""

    number: int
    white: str
    black: str
    result: str
    reason: str
    variant: str
    plies: int


@dataclass(frozen=True, slots=True)
class StandingData:
    """A player of the match. `elo` is the difference to the others, `interval` that of 95 %."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: str
    interval: str


@dataclass(frozen=True, slots=True)
class WatchedState(Answer):
    """What is new in the watched file: games from number `first` on, at most the latest ones. Where `first`
    is not behind those of the page, the page begins again. `problem` is empty, or why there is nothing."""

    type = "watched"
    name: str
    problem: str
    first: int
    games: tuple[WatchedEntry, ...]
    total: int
    standings: tuple[StandingData, ...]


@dataclass(frozen=True, slots=True)
class WatchedGames(Answer):
    """Earlier games of the file."""

    type = "watch-list"
    games: tuple[WatchedEntry, ...]


@dataclass(frozen=True, slots=True)
class WatchedPosition(Answer):
    """A position of a game of the file, and the move that led to it. `mistake` is what ends its moves, if
    that is not its end."""

    type = "watch-game"
    game: WatchedEntry
    ply: int
    plies: int
    san: str
    mistake: str
    position: PositionData
    turn: TurnData | None


@dataclass(frozen=True, slots=True)
class WorldsChanged(Answer):
    """The worlds, after their files have changed. `problems` are mistakes in files, whose last good versions
    stay."""

    type = "worlds"
    worlds: tuple[WorldEntry, ...]
    problems: tuple[str, ...]


REQUESTS: tuple[type[Request], ...] = (WatchFile, LeaveFile, ListGames, WatchGame, AnalyseWatched)
ANSWERS: tuple[type[Answer], ...] = (WatchedState, WatchedGames, WatchedPosition, WorldsChanged)
