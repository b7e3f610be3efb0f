"""The positions to analyse: from moves that are typed, and from files of EPD or FEN lines, each with its
operations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tilefish.engine.engine import Result
from tilefish.game.game import Game
from tilefish.pgn.record import RESULTS
from tilefish.rules.errors import InputError, Problem
from tilefish.rules.messages import quote
from tilefish.rules.text.epd import (
    line_mistake,
    looks_like_position,
    parse_operations,
    split_line,
    with_counters_of,
)

SetUp = Callable[[str], Game]
"""A game from a FEN. Raises `InputError`."""

_NUMBER = re.compile(r"\d+\.+")
_COMMENTS = ("#", "%", ";")
_MOST_MATE = 500


@dataclass(frozen=True, slots=True)
class Subject:
    """A position to analyse, and its operations from an EPD."""

    game: Game
    name: str = ""
    """`id`."""
    best: tuple[str, ...] = ()
    """`bm`: one of these moves is to be found, in UCI notation."""
    avoid: tuple[str, ...] = ()
    """`am`: these moves are not to be played."""
    mate: int | None = None
    """`dm`: there is a mate in this number of moves."""
    operations: Mapping[str, str] = field(default_factory=dict)
    """All operations as written."""

    @property
    def is_test(self) -> bool:
        """Whether an operation sets a test that an answer can pass."""
        return bool(self.best or self.avoid or self.mate is not None)

    def is_met_by(self, result: Result) -> bool | None:
        """Whether an answer passes the test; None if there is no test."""
        if not self.is_test:
            return None
        found = result.lines[0].mate if result.lines else None
        return (
            (not self.best or result.move in self.best)
            and result.move not in self.avoid
            and (self.mate is None or (found is not None and 0 < found <= self.mate))
        )


def play_moves(game: Game, text: str) -> None:
    """Plays the moves of a text, in the notation of engines or of people. Move numbers are allowed."""
    for word in text.split():
        move = _NUMBER.sub("", word, count=1)
        if move and move not in RESULTS:
            game.push(game.read_move(move))


def is_pgn(text: str) -> bool:
    """Whether a file holds games rather than positions, by its first line that is not empty. A position has
    ranks, which a slash divides."""
    for line in text.splitlines():
        words = line.lstrip("\ufeff").split()
        if words and not words[0].startswith(_COMMENTS):
            return "/" not in words[0] or words[0] in RESULTS
    return False


def read_positions(
    lines: Iterable[str], set_up: SetUp, file: str, report: Callable[[Problem], None]
) -> Iterator[Subject]:
    """The positions of EPD or FEN lines. A wrong line is reported and left out; empty lines and comments are
    skipped. Of consecutive lines that are not positions, only the first is reported: a file of another kind
    has nothing else."""
    is_reported = False
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").strip()
        if not text or text.startswith(_COMMENTS):
            continue
        try:
            yield read_position(text, set_up)
            is_reported = False
        except InputError as error:
            is_position = looks_like_position(text)
            if is_position or not is_reported:
                report(Problem(file, number, line_mistake(text, error)))
            is_reported = not is_position


def read_position(line: str, set_up: SetUp) -> Subject:
    """The position of one line."""
    position, rest = split_line(line)
    # people often forget the last semicolon
    operations = parse_operations(rest if rest.endswith(";") else f"{rest};") if rest else {}
    game = set_up(with_counters_of(position, operations))
    return Subject(
        game,
        name=operations.get("id", "").strip('"'),
        best=_moves(game, operations, "bm"),
        avoid=_moves(game, operations, "am"),
        mate=_mate(operations),
        operations=operations,
    )


def _moves(game: Game, operations: Mapping[str, str], name: str) -> tuple[str, ...]:
    try:
        return tuple(game.read_move(word).without_die for word in operations.get(name, "").split())
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _mate(operations: Mapping[str, str]) -> int | None:
    text = operations.get("dm")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) <= _MOST_MATE):
        raise InputError(f"dm is {quote(text)}: expected a number of moves from 1 to {_MOST_MATE}")
    return int(text)
