"""`Thinker`: how the engines and the programs of one game find their moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.match.control import Turn
from tilefish.match.players import Entrant, TimedMove
from tilefish.match.uci_process import EngineError, Failure
from tilefish.play.clock import Clock
from tilefish.play.players import Player
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.processors import Processors
from tilefish.web.programs import PATIENCE, Programs

REPORT_SECONDS = 0.1
"""The least time between two reports of a running search."""
Report = Callable[[Game, Info], None]
_FAILURES: Mapping[Failure, str] = {
    Failure.CRASH: "it has ended",
    Failure.HANG: "it does not answer",
    Failure.FLOOD: "it sends text without an end",
    Failure.UNABLE: "it is not able to",
}


class CannotMoveError(Exception):
    """An engine cannot go on. Its text is for the player."""


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """The move of an engine, and what it thought."""

    move: str
    info: Info | None


@dataclass(frozen=True, slots=True)
class _Pausable:
    """A search that makes way."""

    search: Search

    def hold(self, is_held: bool) -> None:
        """Pauses it, or lets it go on."""
        if is_held:
            self.search.hold()
        else:
            self.search.run()


class Thinker:
    """Finds the moves of a game's engines. It does not know the game: that and its engines, which have large
    tables, are freed without the garbage collector."""

    def __init__(self, identity: str, processors: Processors, programs: Programs) -> None:
        self._identity = identity
        self._processors = processors
        self._programs = programs
        self._engine: Engine | None = None
        """The engine that searches now."""
        self._next_report = 0.0
        """The earliest time of the next report."""

    async def choose(
        self,
        player: Player,
        game: Game,
        clock: Clock | None,
        movetime: float | None,
        at_once: asyncio.Event,
        report: Report,
    ) -> ChosenMove:
        """The move of the player who is to move. A search that begins when `at_once` is set takes no time;
        one that runs is ended by `stop`. `report` gets what a search has found so far. Ends at once if
        cancelled. Raises `CannotMoveError`."""
        if player.program is not None:
            turn = player.turn(movetime, game.turn, clock, PATIENCE)
            choice = await self._ask(player.program, game, turn, at_once)
            self._report(report, game, choice.info)
            return choice
        assert player.engine is not None
        try:
            async with self._processors:
                limits = player.limits(movetime, game.turn, clock)
                result = await self._searched(player.engine, game, limits, at_once, report)
        except (RuntimeError, MemoryError, InputError) as error:  # such as no more threads
            raise CannotMoveError(str(error)) from error
        return ChosenMove(result.move or game.legal_moves[0], result.lines[0] if result.lines else None)

    def stop(self, side: str) -> None:
        """Ends the search that runs, or lets the program of a side that thinks move soon."""
        if self._engine is not None:
            self._engine.stop()
        else:
            self._programs.stop((self._identity, side))

    def release_programs(self) -> None:
        """Ends the programs of the game until they are needed again."""
        for side in SIDE_NAMES:
            self._programs.release((self._identity, side))

    def _report(self, report: Report, game: Game, info: Info | None) -> None:
        """Reports what was found, unless the last time is too short ago: a fast game has many moves in a
        second."""
        now = monotonic()
        if info is not None and now >= self._next_report:
            self._next_report = now + REPORT_SECONDS
            report(game, info)

    # --- Tilefish ------------------------------------------------------------------------------------------

    async def _searched(
        self, engine: Engine, game: Game, limits: Limits, at_once: asyncio.Event, report: Report
    ) -> Result:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def at_end() -> None:
            loop.call_soon_threadsafe(ended.set)

        search = engine.start(game, limits, background=True, at_end=at_end)
        self._engine = engine
        if at_once.is_set():
            engine.stop()
        try:
            with self._processors.searching(_Pausable(search)):
                while not ended.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(REPORT_SECONDS):
                            await ended.wait()
                    self._report(report, search.game, search.best)
        finally:
            self._engine = None
            search.abandon()
        return search.found()

    # --- programs ------------------------------------------------------------------------------------------

    async def _ask(self, entrant: Entrant, game: Game, turn: Turn, at_once: asyncio.Event) -> ChosenMove:
        if not entrant.command:
            raise CannotMoveError("the command line of this start has no --engine of that name")
        seat = (self._identity, game.turn)
        try:
            with self._processors.program():
                answer = await self._programs.move(seat, entrant, game, turn, at_once.is_set())
        except EngineError as error:
            raise CannotMoveError(f"{_FAILURES.get(error.failure, error.failure)}: {error.detail}") from error
        try:
            move = game.find_move(answer.move)
        except InputError as error:
            self.release_programs()
            raise CannotMoveError(f"it answers {quote(answer.move, 40)}: expected a legal move") from error
        return ChosenMove(move, _info(answer, move))


def _info(answer: TimedMove, move: Move) -> Info | None:
    """What a program has thought."""
    thought = answer.thought
    if thought is None:
        return None
    return Info(
        depth=thought.depth or 0,
        seldepth=0,
        multipv=1,
        score=thought.score,
        mate=thought.mate,
        nodes=0,
        seconds=answer.seconds,
        hashfull=0,
        line=(move,),
    )
