"""The learning data of one set of rules as JSON, written and read.

The raw format has a count of wins, losses and draws for each position and move, `{"FEN|MOVE": {"w": 5, "l":
2, "d": 1}}`; the readable one has all that follows from it, and names the rules under which it was learned.
Files with any error are rejected, with the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NamedTuple

from tilefish.game.game import Game
from tilefish.learning.keys import position_key, rules_key
from tilefish.learning.recording import Entry
from tilefish.learning.tally import PRIOR, Tally
from tilefish.rules.errors import FileError, InputError, Problem, nearest
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.rules.text.epd import NO_POSITION, looks_like_position

FORMAT, VERSION = "tilefish-learning", 1
MOST = 10**9
"""The largest count."""

_RAW = ("w", "l", "d")
_READABLE = ("wins", "losses", "draws")
_DERIVED = ("games", "winrate", "ordering_bonus")


# --- writing ------------------------------------------------------------------------------------------------


def raw_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The raw format, a line for each position and move."""
    yield from _object_lines(
        (f"{entry.position}|{entry.move}", json.dumps(_counts(_RAW, entry.tally))) for entry in entries
    )


def readable_lines(variant: Variant, entries: Iterable[Entry], games: int) -> Iterator[str]:
    """The readable format, a line for each position and for each move. The entries must be in order."""
    meta = {
        "format": FORMAT,
        "version": VERSION,
        "variant": variant.name,
        "rules": rules_key(variant),
        "games": games,
        "ordering_bonus": f"(winrate - 0.5) * 200 * games / (games + {PRIOR})",
    }
    yield "{"
    yield f'"meta": {json.dumps(meta)},'
    yield '"positions":'
    yield from _object_lines(
        (position, "\n".join(_position_lines(moves)))
        for position, moves in groupby(entries, key=lambda entry: entry.position)
    )
    yield "}"


def _position_lines(moves: Iterable[Entry]) -> Iterator[str]:
    yield '{"moves":'
    yield from _object_lines((entry.move, json.dumps(move_data(entry.tally))) for entry in moves)
    yield "}"


def move_data(tally: Tally) -> dict[str, object]:
    """The members of a move in the readable format."""
    return {
        **_counts(_READABLE, tally),
        "games": tally.games,
        "winrate": round(tally.winrate, 4),
        "ordering_bonus": round(tally.bonus, 2),
    }


def _counts(names: tuple[str, ...], tally: Tally) -> dict[str, int]:
    return dict(zip(names, (tally.wins, tally.losses, tally.draws), strict=True))


def _object_lines(members: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "{"
    last = ""
    for name, value in members:
        if last:
            yield f"{last},"
        last = f"{json.dumps(name)}: {value}"
    if last:
        yield last
    yield "}"


# --- reading ------------------------------------------------------------------------------------------------


class Learned(NamedTuple):
    """The content of a file: counts, and the number of games behind them if the file has it."""

    entries: list[Entry]
    games: int


def read_learned(
    variant: Variant, text: str, file: str, progress: Callable[[int], None] | None = None
) -> Learned:
    """Reads either format. Raises `FileError` with the line of the first mistake. `progress` gets the number
    of characters read."""
    return _FormatReader(variant, text, file, progress).read()


class _MistakeError(Exception):
    """An error at an offset of the text."""

    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        self.message = message


class _Member(NamedTuple):
    """A name and a value of an object, and where both begin."""

    name: str
    place: int
    value: object
    start: int


class _FormatReader:
    """One file, read once."""

    def __init__(
        self, variant: Variant, text: str, file: str, progress: Callable[[int], None] | None
    ) -> None:
        self._variant = variant
        self._text = text
        self._file = file
        self._progress = progress
        self._position = lru_cache(maxsize=1)(self._position_of)

    def read(self) -> Learned:
        try:
            _check_syntax(self._text)
            top = list(_members(self._text, _skip(self._text, 0)))
            if any(member.name in ("meta", "positions") for member in top):
                return self._readable(top)
            return Learned([self._raw(member) for member in top], 0)
        except _MistakeError as mistake:
            line = self._text.count("\n", 0, mistake.offset) + 1
            raise FileError([Problem(self._file, line, mistake.message)]) from None

    def _raw(self, member: _Member) -> Entry:
        fen, bar, move = member.name.rpartition("|")
        if not bar:
            name = quote(member.name) if looks_like_position(member.name) else "this"
            raise _MistakeError(member.place, f'{name} is not a position and a move: expected "FEN|MOVE"')
        return self._entry(member, fen, move, _RAW)

    def _readable(self, top: list[_Member]) -> Learned:
        members = {member.name: member for member in top}
        for member in top:
            if member.name not in ("meta", "positions"):
                raise _MistakeError(member.place, f"{quote(member.name)} stands beside meta and positions")
        if "positions" not in members:
            raise _MistakeError(members["meta"].place, "there are no positions")
        games = self._games(members["meta"]) if "meta" in members else 0
        entries: list[Entry] = []
        for position in _members(self._text, members["positions"].start):
            entries += self._moves(position)
        return Learned(entries, games)

    def _games(self, meta: _Member) -> int:
        members = {member.name: member for member in _members(self._text, meta.start)}
        name = members["variant"].value if "variant" in members else "other rules"
        if "rules" in members and members["rules"].value != rules_key(self._variant):
            raise _MistakeError(
                members["rules"].place,
                f"this was learned under the rules of {quote(str(name))}, not under those of "
                f"{self._variant.name} as they are here",
            )
        if "version" in members and members["version"].value != VERSION:
            raise _MistakeError(members["version"].place, f"this is not version {VERSION} of the format")
        return _count(members["games"]) if "games" in members else 0

    def _moves(self, position: _Member) -> Iterator[Entry]:
        inner = list(_members(self._text, position.start))
        for member in inner:
            if member.name != "moves":
                raise _MistakeError(member.place, f'a position has "moves", not {quote(member.name)}')
        for moves in inner:
            for move in _members(self._text, moves.start):
                yield self._entry(move, position.name, move.name, _READABLE)

    def _entry(self, member: _Member, fen: str, move: str, names: tuple[str, ...]) -> Entry:
        if self._progress is not None:
            self._progress(member.start)
        counts = {count.name: count for count in _members(self._text, member.start)}
        known = (*names, *_DERIVED) if names is _READABLE else names
        for name, count in counts.items():
            if name not in known:
                raise _MistakeError(
                    count.place,
                    f"there is no {quote(name)}{nearest(name, known)}; there are {', '.join(known)}",
                )
        tally = Tally(*(_count(counts[name]) if name in counts else 0 for name in names))
        if "games" in counts and _count(counts["games"]) != tally.games:
            raise _MistakeError(
                counts["games"].place, f"the games are {tally.games} by wins, losses and draws"
            )
        if not looks_like_position(fen):
            raise _MistakeError(member.place, NO_POSITION)
        try:
            game, key, legal = self._position(fen)
            return Entry(key, move if move in legal else game.find_move(move).uci, tally)
        except InputError as error:
            raise _MistakeError(member.place, str(error)) from None

    def _position_of(self, fen: str) -> tuple[Game, str, frozenset[str]]:
        """A position that many consecutive entries may have."""
        game = Game(self._variant, fen)
        return game, position_key(game), frozenset(game.legal_moves)


def _count(member: _Member) -> int:
    value = member.value
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        given = quote(json.dumps(value))
        raise _MistakeError(
            member.place, f"{member.name} is {given}: expected a whole number from 0 to {MOST}"
        )
    return value


# --- JSON with places ---------------------------------------------------------------------------------------

_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def _skip(text: str, place: int) -> int:
    """The place of the next character that is not blank."""
    blanks = _BLANKS.match(text, place)
    return blanks.end() if blanks else place


def _check_syntax(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise _MistakeError(error.pos, f"this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise _MistakeError(0, f"this JSON cannot be read: {error}") from None


def _members(text: str, place: int) -> Iterator[_Member]:
    """The members of the object that begins at a place of a text with valid syntax. Raises for a member that
    is there twice."""
    if text[place] != "{":
        raise _MistakeError(place, 'expected an object, {"NAME": VALUE, ...}')
    seen: set[str] = set()
    place = _skip(text, place + 1)
    while text[place] != "}":
        name, end = scanstring(text, place + 1, True)
        if name in seen:
            raise _MistakeError(place, f"{quote(name)} is there twice")
        seen.add(name)
        start = _skip(text, _skip(text, end) + 1)  # behind the colon
        value, end = _DECODER.raw_decode(text, start)
        yield _Member(name, place, value, start)
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
