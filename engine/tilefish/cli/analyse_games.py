"""`tilefish analyse` for games: judges every move, writes the games with the results, and draws their
curves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tilefish.analysis.annotation import annotated
from tilefish.analysis.curve import curve_svg
from tilefish.analysis.game_report import GameAnalyst, GameReport
from tilefish.cli.analyse_positions import SECONDS_OF_MANY, Work, numbered_path
from tilefish.cli.common import write_output
from tilefish.cli.progress import progress
from tilefish.pgn import GameRecord, write_game

_WRITTEN_EVERY = 2.0
"""Seconds between writings of the games that are done."""


@dataclass(frozen=True, slots=True)
class OutputFiles:
    """The files for the annotated games (`-` is standard output) and their curves."""

    pgn: Path | None
    curve: Path | None
    size: int


def analyse_games(work: Work, records: Sequence[GameRecord], files: OutputFiles, explain: bool) -> None:
    """Judges every move of the games. An interrupt ends it; the results so far are written."""
    limits = partial(work.limits, usual=SECONDS_OF_MANY)
    analyst = GameAnalyst(work.engine, limits, work.lines, work.interrupt.is_asked)
    writing = _Writing(files, len(records), explain)
    done = 0
    with progress("Analysing", sum(len(record.moves) for record in records)) as report_progress:
        for number, record in enumerate(records, 1):
            work.engine.clear_hash()
            work.output.game(number, len(records), record)
            moves = []
            for move in analyst.reports(record):
                moves.append(move)
                work.output.move(number, move)
                done += 1
                report_progress(done)
            report = GameReport(record, tuple(moves))
            work.output.game_over(number, report)
            if report.moves or report.is_whole:
                writing.add(number, report)
            if work.interrupt.is_asked():
                break
    work.output.written(writing.end())


class _Writing:
    """Writes finished games to files, every few seconds. After any end, only the last seconds can be
    missing."""

    def __init__(self, files: OutputFiles, games: int, explain: bool) -> None:
        self._files = files
        self._games = games
        self._explain = explain
        self._texts: list[str] = []
        self._names: list[str] = []
        self._written_at = time.monotonic()

    def add(self, number: int, report: GameReport) -> None:
        """Adds a game whose analysis is finished or interrupted."""
        if self._files.curve is not None:
            self._draw(self._files.curve, number, report)
        if self._files.pgn is not None:
            self._texts.append(write_game(annotated(report, self._explain)))
            if time.monotonic() - self._written_at > _WRITTEN_EVERY:
                self._write(self._files.pgn)

    def end(self) -> list[str]:
        """Ends the writing. Returns the names of all files that were written; no file is replaced if no move
        was judged."""
        if self._files.pgn is not None and self._texts:
            self._write(self._files.pgn)
            self._names.insert(0, str(self._files.pgn))
        return self._names

    def _write(self, path: Path) -> None:
        write_output(path, "".join(self._texts))
        self._written_at = time.monotonic()

    def _draw(self, path: Path, number: int, report: GameReport) -> None:
        own = numbered_path(path, number) if self._games > 1 else path
        write_output(own, curve_svg(report, self._files.size))
        self._names.append(str(own))
