"""The work of a worker: it plays the games that it gets, and keeps engines running from one to the next.

Everything that comes and goes here is plain data, for a worker is another process, perhaps on another
machine.
"""

from __future__ import annotations

import atexit
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tilefish.game.game import Game
from tilefish.match.archive import OVERSTEPS
from tilefish.match.openings import Lot, Opening
from tilefish.match.players import Entrant, Mover, mover_of
from tilefish.match.referee import Luck, RefereedGame, Terms, play
from tilefish.match.schedule import Fixture
from tilefish.match.standings import GameResult
from tilefish.pgn import GameRecord, write_game
from tilefish.pgn.record import BLACK_WINS, DRAW, WHITE_WINS
from tilefish.rules.model.variant import Variant

RESULTS = {1.0: WHITE_WINS, 0.5: DRAW, 0.0: BLACK_WINS}
_LONGEST_DETAIL = 200


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game, as arguments for `Game`."""

    variant: Variant
    world: str = ""
    pieces: str = ""
    chess960: bool = False

    def game(self) -> Game:
        """A game from its start."""
        return Game(self.variant, None, self.world, self.pieces, self.chess960)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A game to play."""

    fixture: Fixture
    rules: GameRules
    entrants: tuple[Entrant, Entrant]
    """The entrants with White and Black."""
    terms: Terms
    opening: Opening | Lot
    luck: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was played: its result, and the game as PGN."""

    result: GameResult
    pgn: str
    detail: str = ""
    """The details of a fault."""


def play_assignment(assignment: Assignment) -> Finished:
    """Plays a game, and returns its result."""
    start = assignment.rules.game()
    opening = assignment.opening
    if isinstance(opening, Lot):
        opening = opening.opening(start)
    with borrowed(assignment.entrants) as (white, black):
        played = play((white, black), opening.begun(start), assignment.terms, Luck(assignment.luck))
    return _finished(assignment, start.from_position(opening.fen), played)


@contextmanager
def borrowed(entrants: tuple[Entrant, ...]) -> Iterator[tuple[Mover, ...]]:
    """A player for each entrant inside the `with` block, kept for later work unless the block fails."""
    movers = _idle.take(entrants)
    try:
        yield movers
    except BaseException:
        for mover in movers:
            mover.kill()
        raise
    _idle.put_back(entrants, movers)


def _finished(assignment: Assignment, start: Game, played: RefereedGame) -> Finished:
    verdict = played.verdict
    detail = (
        verdict.detail if len(verdict.detail) <= _LONGEST_DETAIL else f"{verdict.detail[:_LONGEST_DETAIL]}..."
    )
    result = RESULTS[verdict.white]
    headers = assignment.headers | {
        "Result": result,
        "Termination": verdict.reason,
        "PlyCount": str(len(played.moves)),
    }
    headers |= {
        name: f"{seconds:.4f}"
        for name, seconds in zip(OVERSTEPS, played.oversteps, strict=True)
        if seconds > 0
    }
    if verdict.culprit:
        headers |= {"Fault": verdict.culprit, "FaultDetail": detail or "?"}
    pgn = write_game(GameRecord(start, played.moves, headers))
    finished = GameResult(
        assignment.fixture, result, verdict.reason, verdict.culprit or "", len(played.moves), played.oversteps
    )
    return Finished(finished, pgn, detail)


class _Idle:
    """Players that wait for their next game."""

    def __init__(self) -> None:
        self._movers: dict[Entrant, list[Mover]] = defaultdict(list)
        self._lock = threading.Lock()

    def take(self, entrants: tuple[Entrant, ...]) -> tuple[Mover, ...]:
        """One player for each entrant, reserved for this work."""
        with self._lock:
            return tuple(
                self._movers[entrant].pop() if self._movers[entrant] else mover_of(entrant)
                for entrant in entrants
            )

    def put_back(self, entrants: tuple[Entrant, ...], movers: tuple[Mover, ...]) -> None:
        """Takes them back when their work is over."""
        with self._lock:
            for entrant, mover in zip(entrants, movers, strict=True):
                self._movers[entrant].append(mover)

    def end(self) -> None:
        """Ends the engines that wait."""
        with self._lock:
            for mover in (mover for movers in self._movers.values() for mover in movers):
                mover.close()
            self._movers.clear()


_idle = _Idle()
atexit.register(_idle.end)
