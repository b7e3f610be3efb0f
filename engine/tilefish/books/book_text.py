"""Tilefish's own opening books: EPD, a line for each move.

    # Tilefish book: chess, rules 6ef02131045aff38
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4; weight 17; c0 "+7 -2 =3";

Positions are keys of the learning store, moves are in UCI notation. Without a weight, a move has 1; other
operations are for people. The first line names the rules of the book; without it, this is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tilefish.books.book import BookMove, why_unread
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.learning.keys import from_here, position_key, rules_key
from tilefish.learning.recording import Entry
from tilefish.rules.errors import FileError, InputError, Problem
from tilefish.rules.messages import count, quote
from tilefish.rules.model.variant import Variant
from tilefish.rules.text.combat_fen import is_combat_field
from tilefish.rules.text.epd import POSITION_FIELDS, looks_like_position, parse_operations, with_counters

MOST_WEIGHT = 10**9
LARGEST = 256 << 20
"""The size limit of a book in bytes."""
MOST_MISTAKES = 5
"""The most unreadable lines that are reported."""
_LINE_EXAMPLE = '"4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; weight 3;"'
_HEAD = re.compile(r"# Tilefish book: (?P<name>\S+), rules (?P<rules>[0-9a-f]{16})\s*")


class BookLine(NamedTuple):
    """A move of a book as its file has it, legal or not, and the number of the line."""

    number: int
    move: str
    weight: int


class TextBook:
    """A book in memory."""

    def __init__(self, name: str = "", rules: str = "") -> None:
        self.name = name
        """The name of the book's variant; empty if the file does not say."""
        self.rules = rules
        self.lines: dict[str, list[BookLine]] = {}
        """By position."""

    def moves(self, game: Game) -> list[BookMove]:
        """The legal moves that it has, the heaviest first."""
        if self.misfit(game):
            return []
        found: dict[Move, int] = {}
        for _, text, weight in self.lines.get(position_key(game), ()):
            try:
                found[game.find_move(text)] = weight
            except InputError:  # `mistakes` reports these
                continue
        return sorted(map(BookMove, found, found.values()), key=lambda move: (-move.weight, move.move))

    def misfit(self, game: Game) -> str | None:
        """Why it can have no moves for such games, or None."""
        if not self.rules or self.rules == rules_key(game.variant):
            return None
        other = f", not for {game.variant.name}" if self.name != game.variant.name else " with other rules"
        return f"the book is for {self.name}{other}"

    def mistakes(self, variant: Variant) -> Iterator[tuple[int, str]]:
        """The book's moves that are illegal under the rules of a variant, with the line."""
        if self.rules and self.rules != rules_key(variant):
            yield 1, f"the book is for other rules than those of {variant.name}"
            return
        for position, moves in self.lines.items():
            first = moves[0].number
            try:
                game = Game(variant, with_counters(position))
            except InputError as error:
                yield first, str(error)
                continue
            if position_key(from_here(game)) != position:
                yield first, f"{quote(position)} is written {quote(position_key(game))}"
            for line, text, _ in moves:
                try:
                    game.find_move(text)
                except InputError as error:
                    yield line, str(error)


# --- reading -----------------------------------------------------------------------------------------------


def read_book(path: Path) -> TextBook:
    """Reads a book, whole or not at all. Raises `FileError`, which names the wrong lines."""
    text = _text_of(path)
    head = _HEAD.match(text)
    book = TextBook(head["name"], head["rules"]) if head else TextBook()
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not (head or book.lines or problems or looks_like_position(line)):
            raise InputError(f"{quote(str(path), 200)} is not a book: expected lines such as {_LINE_EXAMPLE}")
        try:
            position, lines = _parse_line(number, line)
        except InputError as error:
            problems.append(Problem(str(path), number, str(error)))
            continue
        book.lines.setdefault(position, []).extend(lines)
    if problems:
        raise FileError(_shortened(problems))
    return book


def _text_of(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise InputError(why_unread(path, InputError("it is not a file")))
        if path.stat().st_size > LARGEST:
            raise InputError(why_unread(path, InputError(f"it is larger than {LARGEST >> 20} MB")))
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{quote(str(path), 200)} is not a book: it is not text in UTF-8") from error
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(why_unread(path, error)) from error


def _shortened(problems: list[Problem]) -> list[Problem]:
    """The first of the problems: a file that is not a book has one in each line."""
    if len(problems) <= MOST_MISTAKES:
        return problems
    first, more = problems[: MOST_MISTAKES - 1], len(problems) - MOST_MISTAKES
    there = problems[MOST_MISTAKES - 1]
    return [*first, Problem(there.file, there.line, f"this line and {count(more, 'other')} are wrong, too")]


def _parse_line(number: int, line: str) -> tuple[str, list[BookLine]]:
    if not looks_like_position(line):
        raise InputError(f"this is not a line of a book: expected {_LINE_EXAMPLE}")
    words = line.split()
    length = POSITION_FIELDS + sum(map(is_combat_field, words[POSITION_FIELDS : POSITION_FIELDS + 3]))
    if len(words) < length + 2:
        raise InputError(f"{quote(line)} is not a line of a book: expected {_LINE_EXAMPLE}")
    operations = parse_operations(line.split(maxsplit=length)[-1])
    weight = operations.get("weight", "1")
    if not (weight.isascii() and weight.isdigit() and len(weight) <= 10 and int(weight) <= MOST_WEIGHT):
        raise InputError(f"the weight is {quote(weight)}: expected a whole number from 0 to {MOST_WEIGHT}")
    moves = operations.get("bm", "").split()
    if not moves:
        raise InputError('there is no move: "bm MOVE;" is missing')
    return " ".join(words[:length]), [BookLine(number, move, int(weight)) for move in moves]


# --- building ----------------------------------------------------------------------------------------------


def book_text(variant: Variant, entries: Iterable[Entry], games: int, winrate: float) -> str:
    """A book of the moves with at least a given number of games and a given score. Few games of a move count
    as in its bonus. The weight is two for each win and one for each draw."""
    chosen = [
        entry
        for entry in entries
        if entry.tally.games >= games and entry.tally.points and 0.5 + entry.tally.bonus / 200 >= winrate
    ]
    chosen.sort(key=lambda entry: (entry.position, -entry.tally.points, entry.move))
    lines = [f"# Tilefish book: {variant.name}, rules {rules_key(variant)}", *map(_line, chosen)]
    return "".join(f"{line}\n" for line in lines)


def _line(entry: Entry) -> str:
    tally = entry.tally
    results = f"+{tally.wins} -{tally.losses} ={tally.draws}"
    return f'{entry.position} bm {entry.move}; weight {2 * tally.wins + tally.draws}; c0 "{results}";'
