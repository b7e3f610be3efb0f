"""Finished games from PGN files and the learning file, for the commands that work with them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from tilefish.cli.common import STANDARD, Mistake, Rules, open_source, report_input_errors, source_name
from tilefish.cli.progress import Progress, progress, remark
from tilefish.game.game import adapted_variant
from tilefish.learning.recording import Digests, entries_of_record, result_of_record
from tilefish.learning.store import Lesson, Store, default_path
from tilefish.pgn import GameRecord, read_games
from tilefish.rules.errors import Problem
from tilefish.rules.files.library import Library
from tilefish.rules.messages import count
from tilefish.rules.model.variant import Variant

KEPT_AT_ONCE = 100_000
"""The approximate number of moves that are written to the learning file together."""
MOST_COMPLAINTS = 20
"""The most mistakes in the games that are reported one by one."""


def variant_of(rules: Rules) -> Variant:
    """The variant that the options of `takes_rules` name."""
    with report_input_errors():
        return adapted_variant(rules.variant, rules.world, rules.pieces, rules.library)


def library_beside(library: Library, path: Path) -> Library:
    """The known variants for the games of a file: a user's own worlds are often beside it."""
    return library if str(path) == STANDARD else library.beside(path)


def open_to_read(path: Path | None) -> Store:
    """The learning file; an empty one if the default file does not exist, because reading writes nothing."""
    if path is not None and not path.exists():
        raise Mistake(f"Error: there is no learning file {click.format_filename(path)}")
    if path is None and not default_path().exists():
        return Store(":memory:")
    return Store(path)


class Complaints:
    """Reports what is wrong with a file, up to a maximum; counts the rest."""

    def __init__(self) -> None:
        self.number = 0

    def report(self, problem: Problem) -> None:
        """Reports a problem, unless the maximum is reached."""
        self.number += 1
        if self.number <= MOST_COMPLAINTS:
            remark(str(problem))

    def report_rest(self) -> None:
        """Reports how many problems were not shown."""
        rest = self.number - MOST_COMPLAINTS
        if rest > 0:
            click.echo(f"and {count(rest, 'mistake')} more", err=True)


class Gathering:
    """Puts the finished games of files into a store."""

    def __init__(self, store: Store, variant: Variant, library: Library, again: bool = False) -> None:
        self._store = store
        self._variant = variant
        self._library = library
        self._again = again
        self._complaints = Complaints()
        self._lessons: list[Lesson] = []
        self._moves = 0
        self.counts: Counter[str] = Counter()
        """The numbers of games that were `recorded`, `known` before, `unfinished`, or had `mistakes`."""

    def gather(self, paths: Sequence[Path]) -> None:
        """All games of the files, `-` for standard input. What is recorded stays recorded after an
        interrupt."""
        sizes = [_size(path) for path in paths]  # all are opened before any game is recorded
        with progress("Recording", sum(sizes)) as report_progress:
            done = 0
            for path, size in zip(paths, sizes, strict=True):
                self._gather(path, report_progress, done)
                done += size

    def _gather(self, path: Path, report_progress: Progress, done: int) -> None:
        digests = Digests()
        name = source_name(path)
        with open_source(path) as file:
            games = read_games(
                file,
                library=library_beside(self._library, path),
                usual=self._variant,
                file=name,
                report=self._complaints.report,
                moves_only=True,
            )
            is_measured = file.seekable()
            try:
                for record in games:
                    self._take(record, digests, name)
                    if is_measured:
                        report_progress(done + file.tell())
            finally:
                self._keep()

    def take(self, record: GameRecord, digests: Digests, name: str = "PGN") -> None:
        """Records a game with the digests given."""
        self._take(record, digests, name)
        self._keep()

    def _take(self, record: GameRecord, digests: Digests, name: str) -> None:
        """Collects a game to be recorded."""
        contradiction = record.contradiction()
        if contradiction:
            self._complaints.report(Problem(name, record.line, f"{contradiction}; this game is left out"))
        if record.mistake or contradiction:
            self.counts["mistakes"] += 1
            return
        result = result_of_record(record)
        if result is None or not record.moves:
            self.counts["unfinished"] += 1
            return
        digest = None if self._again else digests.of(record)
        found = entries_of_record(record, result)
        self._lessons.append(Lesson(record.start.variant, found, digest))
        self._moves += len(found)
        if self._moves >= KEPT_AT_ONCE:
            self._keep()

    def _keep(self) -> None:
        """Records the collected games."""
        lessons, self._lessons, self._moves = self._lessons, [], 0
        for was_new in self._store.record_games(lessons) if lessons else ():
            self.counts["recorded" if was_new else "known"] += 1


def _size(path: Path) -> int:
    """The size of a file in bytes; 0 if unknown."""
    with open_source(path) as file:
        return file.seek(0, os.SEEK_END) if path.is_file() else 0
