"""`tilefish analyse` for positions: a single one, with a live view, or the positions of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tilefish.analysis.positions import Subject
from tilefish.cli.analyse_output import Output
from tilefish.cli.common import report_input_errors, wants_colour, wants_figurines, write_output
from tilefish.cli.interrupt import Interrupt
from tilefish.cli.limits import AskedLimits
from tilefish.cli.progress import progress
from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.engine.watching import AnalysisWatcher
from tilefish.game.game import Game
from tilefish.render.marks import checked_king
from tilefish.render.svg import board_svg
from tilefish.rules.text.move_squares import legs_of, squares_of

SECONDS_ALONE, SECONDS_OF_MANY = 5.0, 1.0
"""The default search time for a single position, and for each position of a list or game."""


@dataclass(frozen=True, slots=True)
class Work:
    """What an analysis needs."""

    engine: Engine
    asked: AskedLimits
    lines: int
    interrupt: Interrupt
    output: Output

    def limits(self, game: Game, usual: float) -> Limits:
        """The limits for the search of a position."""
        with report_input_errors():
            return self.asked.of(game, usual)


@dataclass(frozen=True, slots=True)
class Pictures:
    """The options for pictures of positions, and their file, if any."""

    path: Path | None
    size: int
    flipped: bool

    def write(self, subject: Subject, result: Result, number: int | None = None) -> list[str]:
        """Draws a position with the best lines as arrows, and returns the names of the files. The name
        contains the number if there are many."""
        if self.path is None:
            return []
        path = self.path if number is None else numbered_path(self.path, number)
        write_output(path, position_svg(subject.game, result, self.size, self.flipped))
        return [str(path)]


def numbered_path(path: Path, number: int) -> Path:
    """`board-3.svg` for `board.svg`."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def position_svg(game: Game, result: Result, size: int, flipped: bool) -> str:
    """A position with the first moves of the best lines."""
    best, *others = [legs_of(game.variant, info.line[0]) for info in result.lines if info.line] or [()]
    past = game.move_stack
    return board_svg(
        game.variant,
        game.setup(),
        last_move=squares_of(legs_of(game.variant, past[-1])) if past else (),
        arrows=best,
        faint_arrows=list(dict.fromkeys(chain(*others))),
        check=checked_king(game),
        flipped=flipped,
        size=size,
    )


def analyse_alone(work: Work, subject: Subject, pictures: Pictures, is_watched: bool) -> None:
    """Searches one position; a panel may show its progress. An interrupt ends the search; the results so
    far are reported."""
    limits = work.limits(subject.game, SECONDS_ALONE)
    if is_watched:
        result = _watched(work, subject, limits, pictures.flipped)
    else:
        result = _search(work, subject, limits, _Teller(work, subject))
    work.output.answer(subject, result)
    work.output.written(pictures.write(subject, result))


def _watched(work: Work, subject: Subject, limits: Limits, flipped: bool) -> Result:
    # rich is needed only for the live view
    from tilefish.cli.panel import Panel

    with Panel(subject.game, colour=wants_colour(), figurines=wants_figurines(), flipped=flipped) as panel:
        result = _search(work, subject, limits, panel)
        panel.end(result)
    return result


class _Teller(AnalysisWatcher):
    """Reports every line when it is found."""

    def __init__(self, work: Work, subject: Subject) -> None:
        self._work = work
        self._subject = subject

    def line_found(self, info: Info) -> None:
        self._work.output.line(self._subject, info, self._work.lines)


def _search(work: Work, subject: Subject, limits: Limits, watcher: AnalysisWatcher | None = None) -> Result:
    with work.engine.analysis(subject.game, limits, work.lines) as analysis:
        return analysis.watch(watcher, work.interrupt.is_asked)


def analyse_list(work: Work, subjects: Sequence[Subject], pictures: Pictures) -> None:
    """Searches position after position, each independently of the others. An interrupt ends it after the last
    position whose search was complete."""
    answers: list[bool] = []
    done = 0
    with progress("Analysing", len(subjects)) as report_progress:
        for number, subject in enumerate(subjects, 1):
            work.engine.clear_hash()
            result = _search(work, subject, work.limits(subject.game, SECONDS_OF_MANY))
            if work.interrupt.is_asked():
                break
            work.output.one_of_many(number, subject, result)
            work.output.written(pictures.write(subject, result, number))
            is_met = subject.is_met_by(result)
            answers += [] if is_met is None else [is_met]
            done = number
            report_progress(done)
    work.output.suite(done, len(answers), sum(answers))
