"""The output of `tilefish analyse`: text for people, or JSON, one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol

import click

from tilefish.analysis import data, texts
from tilefish.analysis.game_report import GameReport, MoveReport
from tilefish.analysis.positions import Subject
from tilefish.cli.common import number_table, say, wants_colour
from tilefish.engine.engine import Info, Result
from tilefish.explain.record import decision_record
from tilefish.pgn import GameRecord
from tilefish.rules.messages import count

_COLOURS = {"??": "red", "?": "yellow", "?!": "cyan", "□": "green"}
"""The colours of special moves, by their signs."""


class Output(Protocol):
    """The events that an output reports."""

    def line(self, subject: Subject, info: Info, lines: int) -> None:
        """A line of the one position that is searched was found."""

    def answer(self, subject: Subject, result: Result) -> None:
        """The one position was searched."""

    def one_of_many(self, number: int, subject: Subject, result: Result) -> None:
        """A position of a list was searched."""

    def suite(self, positions: int, asked: int, right: int) -> None:
        """A list was searched."""

    def game(self, number: int, games: int, record: GameRecord) -> None:
        """A game begins."""

    def move(self, number: int, report: MoveReport) -> None:
        """A move of a game was judged."""

    def game_over(self, number: int, report: GameReport) -> None:
        """A game was judged, or the requested part of it."""

    def written(self, names: Iterable[str]) -> None:
        """Files were written."""


class TextOutput:
    """For people. An answer on a terminal, where a panel shows the rest, is short."""

    def __init__(self, explain: bool) -> None:
        self._explain = explain

    def line(self, subject: Subject, info: Info, lines: int) -> None:
        if not info.bound:
            say(texts.info_line(subject.game, info, lines))

    def answer(self, subject: Subject, result: Result) -> None:
        say(texts.answer_text(subject, result))
        if self._explain and result.lines:
            best = result.lines[0]
            say(decision_record(subject.game, best.line, best.score, best.mate).as_text())

    def one_of_many(self, number: int, subject: Subject, result: Result) -> None:
        say(texts.subject_line(number, subject, result))
        if self._explain and result.lines:
            best = result.lines[0]
            record = decision_record(subject.game, best.line, best.score, best.mate)
            say(f"     {record.as_text()}")

    def suite(self, positions: int, asked: int, right: int) -> None:
        if asked:
            say(texts.suite_text(right, asked))

    def game(self, number: int, games: int, record: GameRecord) -> None:
        place = f"Game {number} of {games}: " if games > 1 else ""
        say(f"{place}{texts.players_text(record)}\n")

    def move(self, number: int, report: MoveReport) -> None:
        colour = _COLOURS.get(report.judgement.sign) if wants_colour() else None
        for line in texts.move_lines(report, self._explain):
            say(line, colour)

    def game_over(self, number: int, report: GameReport) -> None:
        if report.moves:
            click.echo()
            for line in number_table(list(texts.summary_rows(report))):
                click.echo(line)
        if not report.record.moves:
            click.echo("It has no moves.")
        if not report.is_whole:
            say(f"{len(report.moves)} of {count(len(report.record.moves), 'move')} analysed")
        click.echo()

    def written(self, names: Iterable[str]) -> None:
        for name in names:
            say(f"written: {name}")


class JsonOutput:
    """For programs."""

    def __init__(self, explain: bool) -> None:
        self._explain = explain

    def line(self, subject: Subject, info: Info, lines: int) -> None:
        _print(data.info_data(subject.game, info))

    def answer(self, subject: Subject, result: Result) -> None:
        _print(data.result_data(subject, result, self._explain))

    def one_of_many(self, number: int, subject: Subject, result: Result) -> None:
        _print({"position": number, **data.result_data(subject, result, self._explain)})

    def suite(self, positions: int, asked: int, right: int) -> None:
        _print(data.suite_data(positions, asked, right))

    def game(self, number: int, games: int, record: GameRecord) -> None:
        """Nothing: the object is written when the game is over."""

    def move(self, number: int, report: MoveReport) -> None:
        _print(data.move_data(number, report, self._explain))

    def game_over(self, number: int, report: GameReport) -> None:
        _print(data.game_data(number, report))

    def written(self, names: Iterable[str]) -> None:
        """Nothing: a program knows the files that it requested."""


class NoOutput:
    """No output, because standard output is used for a file."""

    def line(self, subject: Subject, info: Info, lines: int) -> None: ...
    def answer(self, subject: Subject, result: Result) -> None: ...
    def one_of_many(self, number: int, subject: Subject, result: Result) -> None: ...
    def suite(self, positions: int, asked: int, right: int) -> None: ...
    def game(self, number: int, games: int, record: GameRecord) -> None: ...
    def move(self, number: int, report: MoveReport) -> None: ...
    def game_over(self, number: int, report: GameReport) -> None: ...
    def written(self, names: Iterable[str]) -> None: ...


def _print(record: data.Data) -> None:
    click.echo(json.dumps(record))
