"""The games of a match in a PGN file: each is there whole or not at all, with its match and its number in it,
so that a killed match can be resumed."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from tilefish.match.schedule import Schedule
from tilefish.match.standings import POINTS, GameResult
from tilefish.pgn.headers import parse_header
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

SETTINGS, NUMBER = "Settings", "Game"
OVERSTEPS = ("WhiteOverstep", "BlackOverstep")
"""The header for the seconds by which a move took longer than its time, if one did."""
BEGINNING = re.compile(rb"^(?=\[Event )", re.MULTILINE)
"""Where the next game of a file begins."""
_BETWEEN = "; "


def settings_text(settings: Mapping[str, object]) -> str:
    """The settings that must be the same when a match is resumed, as they are in every game."""
    text = _BETWEEN.join(f"{name}={value}".replace(";", ",") for name, value in settings.items())
    return "".join(letter if letter.isprintable() else " " for letter in text)


class Archive:
    """A file to which games are added. Only one match at a time may have it open."""

    def __init__(self, path: Path, resume: bool) -> None:
        """Opens it. A file with games in it is only opened to resume its match. Raises `InputError`."""
        self._path = path
        self._name = quote(str(path), 200)
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error
        try:
            self._is_file = stat.S_ISREG(os.fstat(self._file).st_mode)
            if self._is_file:  # a device or a pipe keeps no games, and others may write to it
                self._lock()
            if not resume and os.fstat(self._file).st_size:
                raise InputError(f"{self._name} is there already: --resume goes on with that match")
        except BaseException:
            self.close()
            raise

    def results(self, schedule: Schedule, settings: str, heading: str) -> list[GameResult]:
        """The games in the file, which must be of the same match. A last game that is incomplete is cut off;
        the rest stays as it is. If it is the only one and too short to name its match, it must at least begin
        with the heading of all our games."""
        games = self._games()
        for number, game in enumerate(games, 1):
            if number < len(games) or not _is_cut_short(game, heading if number == 1 else ""):
                self._check(number, headers_of(game), settings)
        if games:
            games += self._mended(games.pop())
        found = (_result(headers_of(game), schedule) for game in games)
        return list({result.fixture.number: result for result in found if result is not None}.values())

    def _games(self) -> list[bytes]:
        if not self._is_file:
            return []
        try:
            return [game for game in BEGINNING.split(self._path.read_bytes()) if game.strip()]
        except OSError as error:
            raise self._unwritable(error) from error

    def _check(self, number: int, headers: Mapping[str, str], settings: str) -> None:
        there = headers.get(SETTINGS)
        if there is None or not headers.get(NUMBER, "").isdecimal():
            raise InputError(f"game {number} in {self._name} is not of a match: resume another file")
        if there != settings:
            raise InputError(f"{self._name} has another match: {_difference(there, settings)}")

    def _mended(self, last: bytes) -> list[bytes]:
        """The last game, if it is whole. An incomplete one behind it is cut off."""
        whole = _whole_part(last)
        try:
            os.ftruncate(self._file, os.fstat(self._file).st_size - len(last) + len(whole))
        except OSError as error:
            raise self._unwritable(error) from error
        return [whole] if whole else []

    def add(self, pgn: str) -> None:
        """Adds a game, and returns when it is on the disk, if the file is on a disk."""
        rest = memoryview(pgn.encode())
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if self._is_file:
                os.fsync(self._file)
        except OSError as error:
            raise self._unwritable(error) from error

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(f"another match is writing {self._name}") from error

    def _unwritable(self, error: Exception) -> InputError:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        return InputError(f"cannot write {self._name}: {why}")


def headers_of(game: bytes) -> dict[str, str]:
    """The headers of a game."""
    headers = {}
    for line in game.partition(b"\n\n")[0].decode(errors="replace").splitlines():
        if not line.startswith("["):
            break
        found = parse_header(line.strip()[1:-1])
        if found is not None:
            headers[found[0]] = found[1]
    return headers


def _is_cut_short(game: bytes, heading: str) -> bool:
    """Whether a game is incomplete: it begins with the heading and ends in its headers, before its
    settings."""
    beginning = heading.encode()[: len(game)]
    return game.startswith(beginning) and b"\n\n" not in game and SETTINGS not in headers_of(game)


def _whole_part(game: bytes) -> bytes:
    """The game if it was written to its end, which is its result and an empty line; else nothing. The text
    behind that is not even a whole header."""
    whole = game[: game.rfind(b"\n\n") + 2]
    last = whole.split()[-1:]
    return whole if last == [headers_of(whole).get("Result", "").encode()] else b""


def _difference(there: str, here: str) -> str:
    old, new = _by_name(there), _by_name(here)
    for name in (*new, *old):
        if old.get(name) != new.get(name):
            return f"it has {_setting(name, old)}, this one {_setting(name, new)}"
    return "its settings are in another order"


def _by_name(settings: str) -> dict[str, str]:
    parts = (part.partition("=") for part in settings.split(_BETWEEN))
    return {name: value for name, _, value in parts}


def _setting(name: str, settings: Mapping[str, str]) -> str:
    return quote(f"{name}={settings[name]}", 100) if name in settings else f"no {name}"


def _result(headers: Mapping[str, str], schedule: Schedule) -> GameResult | None:
    """The result of a game; None for a game beyond the length of this match."""
    number, result = int(headers[NUMBER]) - 1, headers.get("Result", "")
    if not 0 <= number < len(schedule) or result not in POINTS:
        return None
    plies = headers.get("PlyCount", "0")
    return GameResult(
        schedule.fixture(number),
        result,
        headers.get("Termination", "?"),
        headers.get("Fault", ""),
        int(plies) if plies.isdecimal() else 0,
        (_seconds(headers, OVERSTEPS[0]), _seconds(headers, OVERSTEPS[1])),
    )


def _seconds(headers: Mapping[str, str], name: str) -> float:
    try:
        return float(headers.get(name, ""))
    except ValueError:
        return 0.0
