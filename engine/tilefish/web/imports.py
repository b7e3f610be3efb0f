"""Texts that come from the page: games as PGN, or a position as FEN. They are read in a thread."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from tilefish.game.game import DEFAULT_VARIANT, Game
from tilefish.pgn import GameRecord, MoveTree, read_games
from tilefish.pgn.record import RESULTS
from tilefish.rules.errors import InputError, Problem
from tilefish.rules.messages import count
from tilefish.rules.model.variant import Variant
from tilefish.web.analysis_board import players_text
from tilefish.web.messages.analyses import ImportedGame
from tilefish.web.worlds import Worlds

MOST_IMPORTED = 1000
"""The most games of a text that are read."""
MOST_PROBLEMS = 200
"""The most errors in a text. Behind these, reading ends."""
MOST_REPORTED = 10

_FEN = re.compile(r"[^\s/\[\]{}();.]+(/[^\s/\[\](){};.]+)+(\s[^\n]*)?")
_HEADER = re.compile(r"^\s*\[\w+\s+\"", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Imported:
    """What a text held. `tree` is set if one game was wanted, or if there is only one."""

    games: tuple[ImportedGame, ...]
    problems: tuple[str, ...]
    is_cut: bool
    tree: MoveTree | None


class _TooManyProblemsError(Exception):
    """The text is not PGN, or too broken to be used."""


class TextReader:
    """Reads texts, with the worlds as they are now."""

    def __init__(self, worlds: Worlds) -> None:
        self._library = worlds.library
        self._own = worlds.own

    def read(self, text: str, usual: Variant, wanted: int | None) -> Imported:
        """The game of that number, counted from 1, or all games to choose from, unless there is only one.
        `usual` is the variant of a FEN, and of moves without any header; if it does not fit, they may be of
        chess. Raises `InputError`."""
        text = text.strip()
        if not text:
            raise InputError("there is no text: expected games as PGN, or a position as FEN")
        if _FEN.fullmatch(text) and text not in RESULTS:
            return Imported((), (), False, MoveTree(self._position(text, usual)))
        records, problems, is_cut = self._games(text, None if _HEADER.search(text) else usual)
        if not records or (len(records) == 1 and _is_empty(records[0]) and problems):
            raise InputError("; ".join(_lines(problems)) or "there is no game in this text")
        if wanted is None and len(records) > 1:
            listed = tuple(_listed(number, record) for number, record in enumerate(records, 1))
            return Imported(listed, _lines(problems), is_cut, None)
        return _chosen(records, problems, wanted or 1)

    def _position(self, fen: str, usual: Variant) -> Game:
        try:
            return Game(usual, fen, library=self._library)
        except InputError:
            with suppress(InputError):
                return Game(DEFAULT_VARIANT, fen, library=self._library)
            raise

    def _games(self, text: str, usual: Variant | None) -> tuple[list[GameRecord], list[Problem], bool]:
        """The games of a text, the errors in it, and whether there is more of it."""
        found = self._attempt(text, usual)
        if usual is None or usual.name == DEFAULT_VARIANT or not found[1]:
            return found
        other = self._attempt(text, None)
        moves, others = (sum(len(record.moves) for record in records) for records, *_ in (found, other))
        return other if others > moves else found

    def _attempt(self, text: str, usual: Variant | None) -> tuple[list[GameRecord], list[Problem], bool]:
        records: list[GameRecord] = []
        problems: list[Problem] = []

        def report(problem: Problem) -> None:
            problems.append(problem)
            if len(problems) >= MOST_PROBLEMS:
                raise _TooManyProblemsError

        games = read_games(text, library=self._library, own=self._own, usual=usual, report=report)
        try:
            records += islice(games, MOST_IMPORTED)
            return records, problems, len(records) == MOST_IMPORTED and next(games, None) is not None
        except _TooManyProblemsError:
            return records, problems, True


def _chosen(records: list[GameRecord], problems: list[Problem], number: int) -> Imported:
    """One of the games, with the errors that are in it."""
    if number > len(records):
        raise InputError(f"there is no game {number}: the text has {count(len(records), 'game')}")
    record = records[number - 1]
    end = records[number].line if number < len(records) else None
    first = record.line if number > 1 else 0
    inside = [each for each in problems if first <= each.line and (end is None or each.line < end)]
    return Imported((), _lines(inside), False, MoveTree.of(record))


def _is_empty(record: GameRecord) -> bool:
    """Whether a record holds nothing but its start, which is the usual one."""
    return not record.moves and not record.headers and record.start.is_standard_start


def _listed(number: int, record: GameRecord) -> ImportedGame:
    headers = record.headers
    return ImportedGame(
        number,
        record.start.variant.title,
        players_text(headers),
        " ".join(word for name in ("Event", "Date") if "?" not in (word := headers.get(name, ""))),
        record.result,
        len(record.moves),
    )


def _lines(problems: list[Problem]) -> tuple[str, ...]:
    """The first errors with their lines, and how many more there are."""
    lines = [f"line {problem.line}: {problem.message}" for problem in problems[:MOST_REPORTED]]
    more = len(problems) - len(lines)
    return (*lines, f"and {count(more, 'more error')}") if more else tuple(lines)
