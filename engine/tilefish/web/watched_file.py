"""A PGN file that another program writes, such as a running match: followed as it grows.

Only what is new is read. A game counts when it is there to its end. When the file is cut short or replaced,
it is read again from its beginning.
"""

from __future__ import annotations

import os
import stat
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tilefish.match.archive import BEGINNING, NUMBER, SETTINGS, headers_of
from tilefish.match.standings import POINTS, EntrantScore, PointCounts
from tilefish.pgn.record import UNFINISHED
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count, visible

MOST_READ = 1 << 20
"""The most bytes that are read at a time: the server answers in between."""
MOST_GAME = 4 << 20
"""The size of the largest game."""
MOST_GAMES = 100_000
"""The most games that are listed."""
MOST_PLAYERS = 100
"""The most players in the standings."""
_SEEN_AGAIN = 256
"""Bytes before the last game's end that must be as they were, for the file to be the same."""
_LONGEST_NAME = 100
_MOST_REPEATS = 100


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game of the file, and where it is there."""

    number: int
    """Counted from 1."""
    offset: int
    size: int
    white: str
    black: str
    result: str
    reason: str
    variant: str
    plies: int
    group: tuple[str, ...]
    """Games of the same pairing from the same opening have the same one."""
    repeat: int
    """The number of games in such a group, as the match says."""


class WatchedFile:
    """The games of a file so far. `problem` says why there is none, or is empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = visible(path.name)
        self.games: list[WatchedGame] = []
        self.standings = WatchedStandings()
        self.problem = ""
        self.beginnings = 0
        """How often the file was read from its beginning."""
        self._begin(())

    def _begin(self, identity: tuple[int, ...]) -> None:
        """Forgets all, to read the file from its beginning."""
        self.games = []
        self.standings = WatchedStandings()
        self.beginnings += 1
        self._identity = identity
        self._stamp: tuple[int, int] = (-1, 0)
        self._end = 0
        """Of the last game that is there whole."""
        self._last = b""
        """The bytes before that."""
        self._tail = b""
        """The bytes behind it that were read already."""
        self._is_skipping = False
        """Whether the beginning of the tail is the rest of a game that is too large."""

    def poll(self) -> bool:
        """Reads what is new, at most a part of it. Returns whether anything has changed."""
        before = (self.problem, self.beginnings, len(self.games))
        try:
            self._poll()
        except OSError as error:
            self.problem = f"{self.name} cannot be read: {error.strerror or error}"
        return before != (self.problem, self.beginnings, len(self.games))

    def _poll(self) -> None:
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            self.problem = f"there is no {self.name} yet: it is shown when it comes"
            return
        if not stat.S_ISREG(found.st_mode):  # a device or a pipe would be read for ever
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "a device, a pipe or a socket"
            self.problem = f"{self.name} is {what}: expected a file"
            return
        stamp = (found.st_size, found.st_mtime_ns)
        if stamp == self._stamp and (found.st_dev, found.st_ino) == self._identity:
            return
        with open(self.path, "rb") as file:
            self._read(file.fileno())
        self.problem = ""

    def _read(self, file: int) -> None:
        found = os.fstat(file)
        identity = (found.st_dev, found.st_ino)
        if identity != self._identity or not self._is_same(file, found.st_size):
            self._begin(identity)
        at = self._end + len(self._tail)
        if found.st_size < at:  # the part of a game behind the last whole one was cut off
            self._tail, at = b"", self._end
        new = os.pread(file, MOST_READ, at)
        self._take(new)
        is_all = at + len(new) >= found.st_size
        self._stamp = (found.st_size, found.st_mtime_ns) if is_all else (-1, 0)

    def _is_same(self, file: int, size: int) -> bool:
        """Whether the part that was read is still there, and not another text in its place."""
        if size < self._end:
            return False
        start = self._end - len(self._last)
        return os.pread(file, len(self._last), start) == self._last

    @property
    def is_behind(self) -> bool:
        """Whether more of the file can be read at once."""
        return not self.problem and self._stamp[0] < 0

    def _take(self, new: bytes) -> None:
        """Cuts the games that are there whole off the tail."""
        tail = self._tail + new
        if self._end == 0 and tail.startswith(BOM_UTF8):
            self._advance(BOM_UTF8)
            tail = tail.removeprefix(BOM_UTF8)
        games = BEGINNING.split(tail)
        if self._is_skipping and len(games) > 1:
            self._advance(games.pop(0))
            self._is_skipping = False
        if games and not self._is_skipping and not _is_whole(games[-1]):
            rest = games.pop()
        elif self._is_skipping:
            rest = games.pop() if games else b""
        else:
            rest = b""
        for game in games:
            self._add(game)
            self._advance(game)
        if len(rest) > MOST_GAME:
            self._advance(rest)
            rest, self._is_skipping = b"", True
        self._tail = rest

    def _advance(self, text: bytes) -> None:
        self._end += len(text)
        self._last = (self._last + text[-_SEEN_AGAIN:])[-_SEEN_AGAIN:]

    def _add(self, text: bytes) -> None:
        is_game = BEGINNING.match(text) is not None and len(text) <= MOST_GAME
        if not is_game or len(self.games) >= MOST_GAMES:
            return
        game = _game(len(self.games) + 1, self._end, text)
        self.games.append(game)
        self.standings.add(game)

    def text(self, number: int) -> str:
        """A game as PGN. Raises `InputError`."""
        if not 1 <= number <= len(self.games):
            raise InputError(f"there is no game {number}: {self.name} has {count(len(self.games), 'game')}")
        game = self.games[number - 1]
        try:
            with open(self.path, "rb") as file:
                text = os.pread(file.fileno(), game.size, game.offset)
        except OSError as error:
            raise InputError(f"{self.name} cannot be read: {error.strerror or error}") from error
        if len(text) != game.size or _game(number, game.offset, text) != game:
            raise InputError(f"{self.name} has changed: game {number} is no longer there")
        return text.decode(errors="replace")


def _is_whole(game: bytes) -> bool:
    """Whether a game is there to its end, which is its result and the end of a line."""
    if not game.strip() or not game.endswith(b"\n"):
        return False
    headers = headers_of(game)
    movetext = game.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return movetext.split()[-1:] == [headers.get("Result", UNFINISHED).encode()]


def _game(number: int, offset: int, text: bytes) -> WatchedGame:
    headers = headers_of(text)

    def header(name: str, otherwise: str = "") -> str:
        return headers.get(name, otherwise)[:_LONGEST_NAME]

    plies, variant, opening = header("PlyCount"), header("Variant"), header("Round").partition(".")[0]
    white, black = header("White", "?"), header("Black", "?")
    is_of_match = SETTINGS in headers and NUMBER in headers
    return WatchedGame(
        number=number,
        offset=offset,
        size=len(text),
        white=white,
        black=black,
        result=header("Result", UNFINISHED),
        reason=header("Termination"),
        variant=variant,
        plies=int(plies) if plies.isascii() and plies.isdigit() and len(plies) < 7 else 0,
        group=(*sorted((white, black)), variant, opening) if is_of_match else (str(number),),
        repeat=_repeat(headers) if is_of_match else 1,
    )


def _repeat(headers: Mapping[str, str]) -> int:
    """The number of games with each opening, from the settings of a match."""
    words = dict(part.partition("=")[::2] for part in headers.get(SETTINGS, "").split("; "))
    digits = words.get("repeat", "")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(_MOST_REPEATS))
    return min(max(int(digits), 1), _MOST_REPEATS) if is_number else 1


# --- standings -------------------------------------------------------------------------------------------


class WatchedStandings:
    """The results by player, counted as a match counts them."""

    def __init__(self) -> None:
        self._counts: dict[str, PointCounts] = defaultdict(PointCounts)
        self._unfinished: dict[tuple[str, ...], list[WatchedGame]] = defaultdict(list)
        self._repeat = 1

    def add(self, game: WatchedGame) -> None:
        """Counts a game, if it has a result."""
        if game.result not in POINTS or game.white == game.black:
            return
        players = {game.white, game.black}
        if len(self._counts.keys() | players) > MOST_PLAYERS:
            return
        self._repeat = game.repeat
        for player in players:
            self._counts[player].games[_points(game, player)] += 1
        group = self._unfinished[game.group]
        group.append(game)
        if len(group) >= game.repeat:
            del self._unfinished[game.group]
            for player in players:
                share = sum(_points(one, player) for one in group) / len(group)
                self._counts[player].groups[share] += 1

    def ranking(self) -> Iterator[tuple[str, EntrantScore]]:
        """The players with their scores, the best share of the points first."""
        scores = {player: counts.score(self._repeat) for player, counts in self._counts.items()}
        yield from sorted(scores.items(), key=lambda entry: (-entry[1].points / entry[1].games, entry[0]))


def _points(game: WatchedGame, player: str) -> float:
    white = POINTS[game.result]
    return white if player == game.white else 1 - white
