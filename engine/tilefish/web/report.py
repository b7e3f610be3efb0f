"""`Reporter`: judges whole games in the background, one after the other, and reports every move as it is
judged."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from tilefish.analysis.annotation import annotated_move
from tilefish.analysis.game_report import GameAnalyst, GameReport, MoveReport
from tilefish.analysis.origins import Origin, Origins
from tilefish.analysis.verdicts import Judgement, Verdict
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.engine.watching import CHECK_SECONDS
from tilefish.game.game import Game
from tilefish.pgn import GameRecord, RecordedMove
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.rules.model.variant import SIDE_NAMES
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.live import (
    Effort,
    JudgedMove,
    Quality,
    ReportProgress,
    ReportState,
    SideReport,
)
from tilefish.web.messages.parts import ScoreData
from tilefish.web.position_view import as_side
from tilefish.web.processors import Processors
from tilefish.web.score_view import outcome_score, white_score
from tilefish.web.throttle import Throttle

SECONDS: dict[Effort, float] = {"quick": 0.1, "normal": 0.5, "thorough": 2.0}
"""The time for a position."""
PROGRESS_SECONDS = 0.2
"""The least time between two reports of progress."""
LEARNED_GAMES = 2
"""The fewest finished games with a move that is called learned: one may be the game that is judged."""
MOST_MOVES = 1000
"""The most moves of a game that is judged."""
MOST_WAITING = 4
"""The most games that wait for the one that is judged."""
_BEST_MOVES = 8
_QUALITIES: dict[str, Quality] = {"??": "blunder", "?": "mistake", "?!": "inaccuracy", "□": "only"}
"""By the glyphs of moves; a missed or allowed mate counts by its cost."""
_UNMARKED: dict[Verdict, Quality] = {Verdict.FORCED: "forced", Verdict.BEST: "best"}

Annotations = Sequence[tuple[RecordedMove, RecordedMove]]
"""The moves of a game that were judged, as they are in its record, and with what was found."""
Done = Callable[[Annotations], None]


class Reporter:
    """Judges games with one engine, which is made for the first of them. Raises `InputError` while too
    many games are waiting."""

    def __init__(
        self,
        new_engine: Callable[[], Engine],
        processors: Processors,
        origins: Origins | None = None,
    ) -> None:
        self._new_engine = new_engine
        self._engine: Engine | None = None
        self._processors = processors
        self._origins = origins or Origins()
        self._lock = asyncio.Lock()
        self._jobs: set[ReportJob] = set()

    def begin(
        self, board: str, record: GameRecord, effort: Effort, send: Callable[[Answer], None], done: Done
    ) -> ReportJob:
        """Begins a report, or lets it wait for the others. `done` gets what was judged, at the end or at the
        stop."""
        if not record.moves:
            raise InputError("the game has no moves to judge")
        if len(record.moves) > MOST_MOVES:
            raise InputError(
                f"a game of {count(len(record.moves), 'move')} is too long: {MOST_MOVES} is the most"
            )
        if len(self._jobs) > MOST_WAITING:
            raise InputError("too many games are being judged: wait for them, or stop them")
        job = ReportJob(board, record, SECONDS[effort], self._origins, send, done)
        self._jobs.add(job)
        job.task = asyncio.create_task(self._judge(job))
        job.task.add_done_callback(lambda _: self._ended(job))  # also if it is cancelled before it begins
        return job

    async def _judge(self, job: ReportJob) -> None:
        try:
            async with self._lock:
                job.begin()
                self._processors.join(job)
                self._engine = self._engine or self._new_engine()
                await asyncio.to_thread(job.judge, self._engine)
        except (RuntimeError, MemoryError, InputError) as error:  # such as no more threads
            job.fail(str(error))

    def _ended(self, job: ReportJob) -> None:
        self._processors.leave(job)
        self._jobs.discard(job)
        job.end()

    async def close(self) -> None:
        """Stops all reports."""
        tasks = [job.task for job in self._jobs if job.task is not None]
        for job in tuple(self._jobs):
            job.stop()
        if tasks:
            await asyncio.wait(tasks)
        if self._engine is not None:
            self._engine.close()


class ReportJob:
    """The report on one game: waiting, judged, or over."""

    def __init__(
        self,
        board: str,
        record: GameRecord,
        seconds: float,
        origins: Origins,
        send: Callable[[Answer], None],
        done: Done,
    ) -> None:
        self.task: asyncio.Task[None] | None = None
        self.is_stopped = False
        self._board = board
        self._record = record
        self._seconds = seconds
        self._origins = origins
        self._send = send
        self._done = done
        self._state: ReportState = "waiting"
        self._judged: list[_Judged] = []
        self._sent = 0
        self._go_on = threading.Event()
        self._go_on.set()
        self._loop = asyncio.get_running_loop()
        self._progress = Throttle(PROGRESS_SECONDS, self._report, self._loop)
        self._progress.ask()

    def begin(self) -> None:
        """It waits no longer."""
        self._state = "judging"
        self._progress.ask()

    def hold(self, is_held: bool) -> None:
        """Pauses it before the next position, or lets it go on."""
        self._state = "held" if is_held else "judging"
        if is_held:
            self._go_on.clear()
        else:
            self._go_on.set()
        self._progress.ask()

    def stop(self) -> None:
        """Ends it soon. What is judged stays."""
        self.is_stopped = True
        self._go_on.set()
        if self._state == "waiting" and self.task is not None:
            self.task.cancel()

    def fail(self, why: str) -> None:
        """Reports why it cannot go on."""
        self.is_stopped = True
        self._send(Refused("report", f"the game cannot be judged: {why}"))

    def end(self) -> None:
        """Sends the last report."""
        self._progress.cancel()
        self._state = "stopped" if len(self._judged) < len(self._record.moves) else "done"
        self._report()
        self._done([(judged.report.move, judged.annotated) for judged in self._judged])

    # --- in a thread of its own ---------------------------------------------------------------------------

    def judge(self, engine: Engine) -> None:
        """Judges move after move."""
        engine.clear_hash()
        analyst = GameAnalyst(engine, self._limits, asked_to_end=lambda: self.is_stopped)
        for report in analyst.reports(self._record):
            origin = self._origins.of(report.before, report.move.move)
            judged = _Judged(report, origin, judged_move(report, origin), annotated_move(report))
            self._call(partial(self._found, judged))

    def _limits(self, game: Game) -> Limits:
        while not (self.is_stopped or self._go_on.wait(CHECK_SECONDS)):
            pass
        return Limits(movetime=self._seconds)

    def _call(self, action: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(action)

    # --- in the server's thread ---------------------------------------------------------------------------

    def _found(self, judged: _Judged) -> None:
        self._judged.append(judged)
        self._progress.ask()

    def _report(self) -> None:
        fresh = self._judged[self._sent :]
        self._sent = len(self._judged)
        self._send(
            ReportProgress(
                board=self._board,
                state=self._state,
                done=len(self._judged),
                total=len(self._record.moves),
                start=_start(self._judged),
                moves=tuple(judged.data for judged in fresh),
                sides=_sides(self._record, self._judged),
            )
        )


@dataclass(frozen=True, slots=True)
class _Judged:
    report: MoveReport
    origin: Origin
    data: JudgedMove
    annotated: RecordedMove


def judged_move(report: MoveReport, origin: Origin) -> JudgedMove:
    """A move with its quality, as the page shows it."""
    judgement = report.judgement
    outcome = report.behind.outcome
    is_wrong = judgement.is_wrong
    return JudgedMove(
        ply=report.ply,
        side=as_side(report.side),
        san=report.san,
        score=white_score(report.white, report.before.variant) if outcome is None else outcome_score(outcome),
        depth=report.behind.depth,
        quality=_quality(report.judgement),
        verdict=judgement.verdict.value,
        sign=judgement.sign,
        loss=round(judgement.loss, 4),
        accuracy=round(judgement.accuracy, 1),
        luck=None if report.luck is None else round(report.luck, 4),
        origin=origin.value,
        best=tuple(report.best_line[:_BEST_MOVES]) if is_wrong else (),
        best_score=report.found.score.for_white(report.side).text() if is_wrong else "",
    )


def _quality(judgement: Judgement) -> Quality:
    return _QUALITIES.get(judgement.sign) or _UNMARKED.get(judgement.verdict, "good")


def _start(judged: list[_Judged]) -> ScoreData | None:
    """The value of the position before the first move."""
    if not judged:
        return None
    first = judged[0].report
    return white_score(first.found.score.for_white(first.side), first.before.variant)


def _sides(record: GameRecord, judged: list[_Judged]) -> tuple[SideReport, ...]:
    report = GameReport(record, tuple(each.report for each in judged))
    return tuple(
        _side(report, side, [each for each in judged if each.data.side == side]) for side in SIDE_NAMES
    )


def _side(report: GameReport, side: str, judged: list[_Judged]) -> SideReport:
    summary = report.of(side)
    origins = Counter(each.origin for each in judged)
    return SideReport(
        side=as_side(side),
        name=report.record.headers.get(side.capitalize(), ""),
        moves=summary.moves,
        accuracy=summary.accuracy,
        loss=summary.loss,
        luck=summary.luck,
        qualities=Counter(each.data.quality for each in judged),
        book=origins[Origin.BOOK],
        learned=origins[Origin.LEARNED],
    )
