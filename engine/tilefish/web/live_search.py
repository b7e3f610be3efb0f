"""`LiveSearch`: the analysis of one position for one page, until another is asked for or it is stopped.

All of it runs in the server's event loop; only the search has threads of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from tilefish.analysis.verdicts import model_of
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search
from tilefish.explain.scores import Score, line_words
from tilefish.game.game import Game, Outcome
from tilefish.game.move import Move
from tilefish.pgn import Evaluation
from tilefish.play.display import outcome_text
from tilefish.rules.errors import InputError
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.live import LiveLine, LiveReport, LiveState, Place
from tilefish.web.messages.parts import EndingData
from tilefish.web.position_view import as_side, path_of
from tilefish.web.processors import Processors
from tilefish.web.score_view import outcome_score, score_data
from tilefish.web.throttle import EventClock, Throttle

REPORT_SECONDS = 0.1
"""The least time between two reports of a search."""
PULSE_SECONDS = 0.5
"""The time between two reports while no new line is found: nodes and time go on."""
SEARCH_SECONDS = 60.0
"""The time of a search that is not to be endless."""
_LINE_MOVES = 16


class LiveClock(EventClock, Protocol):
    """An event loop as the search's threads see it, too."""

    def call_soon_threadsafe(self, callback: Callable[[], object], /) -> object:
        """Calls a function soon, in the loop's own thread."""


class LiveSearch:
    """The live analysis of a page. Its engine is made when it is switched on and keeps its table, so that
    going deeper begins where the last search ended."""

    def __init__(
        self,
        new_engine: Callable[[], Engine],
        processors: Processors,
        send: Callable[[Answer], None],
        note: Callable[[Place, Evaluation], None] = lambda place, evaluation: None,
        clock: LiveClock | None = None,
    ) -> None:
        """`note` gets the result of each search."""
        self._new_engine = new_engine
        self._processors = processors
        self._send = send
        self._note = note
        self._clock: LiveClock = clock or asyncio.get_running_loop()
        self._engine: Engine | None = None
        self._running: _RunningSearch | None = None

    def look(self, place: Place, game: Game, lines: int, *, is_endless: bool) -> None:
        """Searches a position from now on, and no other."""
        self.stop()
        outcome = game.outcome()
        if outcome is not None and not game.legal_moves:
            self._send(_over(place, game, outcome))
            return
        if self._engine is None:
            self._engine = self._new_engine()
        limits = Limits(infinite=True) if is_endless else Limits(movetime=SEARCH_SECONDS)
        try:
            self._running = _RunningSearch(self._engine, place, game, limits, lines, self._send, self._clock)
        except (RuntimeError, MemoryError) as error:  # such as no more threads
            raise InputError(f"the analysis cannot begin: {error}") from error
        self._running.at_end = self._leave
        self._processors.join(self._running)

    @property
    def has_engine(self) -> bool:
        """Whether it has searched since it was switched on."""
        return self._engine is not None

    def switch_off(self) -> None:
        """Stops the search, with a last report, and frees the engine's table."""
        self.stop()
        self._engine = None

    def stop(self) -> None:
        """Stops the search. Its last report says so."""
        running, self._running = self._running, None
        if running is not None:
            running.stop()
            self._leave(running)

    def _leave(self, running: _RunningSearch) -> None:
        """A search has ended."""
        self._processors.leave(running)
        if running is self._running:
            self._running = None
        evaluation = running.evaluation
        if evaluation is not None:
            self._note(running.place, evaluation)

    def close(self) -> None:
        """Stops the search without a report, and frees the engine's table."""
        running, self._running = self._running, None
        if running is not None:
            self._processors.leave(running)
            running.abandon()
        self._engine = None


class _RunningSearch:
    """A search that runs or is held."""

    def __init__(
        self,
        engine: Engine,
        place: Place,
        game: Game,
        limits: Limits,
        lines: int,
        send: Callable[[Answer], None],
        clock: LiveClock,
    ) -> None:
        self.at_end: Callable[[_RunningSearch], None] = lambda running: None
        self.place = place
        self._send = send
        self._clock = clock
        self._state: LiveState = "searching"
        self._nodes = 0
        self._ran = 0.0
        self._since: float | None = clock.time()
        """Since when it runs; None while it does not."""
        self._words: dict[tuple[Move, ...], tuple[str, ...]] = {}
        """The lines in SAN, kept because they are slow to make."""
        self._reports = Throttle(REPORT_SECONDS, self._report, clock)
        self._search: Search = engine.start(
            game,
            limits,
            lines=lines,
            background=True,
            report=lambda _: self._call(self._found),
            at_end=lambda: self._call(self._end),
        )
        self._pulse = clock.call_later(PULSE_SECONDS, self._beat)

    def _call(self, action: Callable[[], object]) -> None:
        """Does something in the server's thread, if the server still runs."""
        with suppress(RuntimeError):
            self._clock.call_soon_threadsafe(action)

    @property
    def evaluation(self) -> Evaluation | None:
        """What it has found, from White's point of view."""
        best = self._search.best
        if best is None:
            return None
        score = Score.of(best).for_white(self._search.game.turn)
        return Evaluation(score.centipawns, score.mate, best.depth)

    def hold(self, is_held: bool) -> None:
        """Pauses it, or lets it go on."""
        if self._state not in ("searching", "held"):
            return
        self._state = "held" if is_held else "searching"
        if is_held:
            self._stop_watch()
            self._search.hold()
        else:
            self._since = self._clock.time()
            self._search.run()
        self._reports.ask()

    def stop(self) -> None:
        """Ends it, with a last report."""
        if self._state in ("searching", "held"):
            self._finish("stopped")

    def abandon(self) -> None:
        """Ends it without a report."""
        self._state = "stopped"
        self._stop_watch()
        self._reports.cancel()
        self._pulse.cancel()
        self._search.abandon()

    def _found(self) -> None:
        """The search has found a line."""
        if self._state in ("searching", "held"):
            self._reports.ask()

    def _end(self) -> None:
        """The search has ended by itself."""
        if self._state not in ("searching", "held"):
            return
        self._finish("done")
        self.at_end(self)
        try:
            self._search.found()
        except (RuntimeError, MemoryError, InputError) as error:
            self._send(Refused("live", f"the analysis has ended: {error}"))

    def _finish(self, state: LiveState) -> None:
        self.abandon()
        self._state = state
        self._report()

    def _beat(self) -> None:
        self._reports.ask()
        self._pulse = self._clock.call_later(PULSE_SECONDS, self._beat)

    def _stop_watch(self) -> None:
        if self._since is not None:
            self._ran += self._clock.time() - self._since
            self._since = None

    def _report(self) -> None:
        search = self._search
        infos = search.lines
        self._nodes = nodes = max(self._nodes, search.nodes)
        seconds = self._ran + (0.0 if self._since is None else self._clock.time() - self._since)
        self._words = {info.line: self._words.get(info.line) or self._san(info) for info in infos}
        lines = tuple(self._line(info) for info in infos)
        best = infos[0] if infos else None
        self._send(
            LiveReport(
                place=self.place,
                state=self._state,
                depth=0 if best is None else best.depth,
                seldepth=0 if best is None else max(info.seldepth for info in infos),
                nodes=nodes,
                nps=round(nodes / seconds) if seconds else 0,
                seconds=round(seconds, 2),
                table=0.0 if best is None else max(info.hashfull for info in infos) / 10,
                turn=as_side(search.game.turn),
                number=search.game.setup().fullmove,
                score=lines[0].score if lines else None,
                lines=lines,
                outcome=None,
            )
        )

    def _san(self, info: Info) -> tuple[str, ...]:
        return tuple(line_words(self._search.game, info.line[:_LINE_MOVES]))

    def _line(self, info: Info) -> LiveLine:
        game, moves = self._search.game, info.line[:_LINE_MOVES]
        score = Score.of(info).for_white(game.turn)
        return LiveLine(
            score=score_data(game, info),
            mate=score.mate,
            chances=model_of(game.variant).win_draw_loss(score.centipawns, score.mate),
            depth=info.depth,
            san=self._words[info.line],
            uci=tuple(str(move) for move in moves),
            path=tuple(path_of(game.variant, moves[0].without_die)) if moves else (),
        )


def _over(place: Place, game: Game, outcome: Outcome) -> LiveReport:
    """The report on a game that is over."""
    return LiveReport(
        place=place,
        state="done",
        depth=0,
        seldepth=0,
        nodes=0,
        nps=0,
        seconds=0.0,
        table=0.0,
        turn=as_side(game.turn),
        number=game.setup().fullmove,
        score=outcome_score(outcome),
        lines=(),
        outcome=EndingData(
            outcome_text(outcome), None if outcome.winner is None else as_side(outcome.winner)
        ),
    )
