"""The game in PGN files. A file may hold many games; saving adds one, and later changes only that one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tilefish.files import decoded, write_atomically
from tilefish.pgn import GameRecord, read_games, write_game
from tilefish.rules.errors import InputError, Problem
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant

LARGEST = 64 << 20
"""Bytes of a file that is loaded or added to."""

_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game of a file, counted from 1 among the `games` that can be read, and what is wrong with the others
    or with this one."""

    record: GameRecord
    number: int
    games: int
    complaints: tuple[str, ...] = ()


class GameFiles:
    """The files in which the current game is saved."""

    def __init__(self, library: Library, own: Variant) -> None:
        """`own` is the variant that is played, which may be in no library."""
        self._library = library
        self._own = own
        self._added: dict[Path, bytes] = {}
        """The text of this game in each file when it was last saved there."""

    def forget(self) -> None:
        """Another game begins: it is added at the end of the file."""
        self._added.clear()

    def check(self, name: str) -> None:
        """Raises InputError if a game cannot be added to that file, before one is played for it."""
        path = _path(name)
        try:
            if path.is_dir():
                raise InputError(f"cannot write {quote(name)}: it is a folder")
            if path.is_file():
                _before(path)
            elif not path.parent.is_dir():
                raise InputError(f"cannot write {quote(name)}: there is no folder {quote(str(path.parent))}")
        except OSError as error:
            raise InputError(f"cannot write {quote(name)}: {error.strerror or error}") from error

    def save(self, name: str, record: GameRecord) -> None:
        """Adds the game to a file; a second save replaces the first. Everything else in the file stays
        unchanged, byte for byte."""
        path, game = _path(name), write_game(record).encode()
        try:
            before = _before(path) if path.is_file() else b""
            write_atomically(path, _with_game(before, self._added.get(path.resolve(), b""), game))
        except OSError as error:
            raise InputError(f"cannot write {quote(name)}: {error.strerror or error}") from error
        self._added[path.resolve()] = game

    def load(self, name: str, number: int = 1) -> Loaded:
        """One of the games of a file. A game that names no variant is chess, as it is everywhere."""
        problems: list[Problem] = []
        try:
            text = decoded(_read(_path(name)))
        except OSError as error:
            raise InputError(f"cannot read {quote(name)}: {error.strerror or error}") from error
        wanted, games = None, 0
        report = partial(_keep, problems)
        library = self._library.beside(_path(name))
        for record in read_games(text, library=library, own=self._own, file=name, report=report):
            if _is_game(record):
                games += 1
                wanted = record if games == number else wanted
        if not games:
            raise InputError(f"{quote(name)} has no game that can be read{_first_of(problems)}")
        if wanted is None:
            raise InputError(f"{quote(name)} has {games} games that can be read, not a game {number}")
        complaints = [text for text in (wanted.mistake, wanted.contradiction()) if text]
        complaints += [str(problem) for problem in problems if problem.message != wanted.mistake][:1]
        return Loaded(wanted, number, games, tuple(complaints))


def _keep(problems: list[Problem], problem: Problem) -> None:
    """Keeps a problem, up to a maximum number."""
    if len(problems) < _MOST_PROBLEMS:
        problems.append(problem)


def _is_game(record: GameRecord) -> bool:
    """Whether any part of a game could be read: a text that is not PGN gives only mistakes."""
    return bool(record.moves or record.headers.keys() - {"Result"} or not record.mistake)


def _first_of(problems: list[Problem]) -> str:
    return f": {problems[0]}" if problems else ""


def _with_game(before: bytes, earlier: bytes, game: bytes) -> bytes:
    """A file's content with the game in it: in the place of its earlier version, or at the end."""
    if earlier and earlier in before:
        head, _, tail = before.rpartition(earlier)
        return head + game + tail
    if not before or before.endswith((b"\n\n", b"\r\n\r\n")):
        return before + game
    return before + (b"\n" if before.endswith(b"\n") else b"\n\n") + game


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise InputError("a file's name is wanted, such as save game.pgn")
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise InputError(f"there is no folder {quote(name.partition('/')[0])}") from error


def _before(path: Path) -> bytes:
    """The content of a file to which a game will be added."""
    content = _read(path)
    if b"\0" in content:
        raise InputError(f"{quote(str(path))} is not a PGN file: nothing is added to it")
    return content


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError(f"{quote(str(path))} is too large: {LARGEST >> 20} MB are the most")
    return content
