"""The game in PGN files. A file may hold many games; saving adds one, and writes only that one again."""

from __future__ import annotations

from pathlib import Path

from tilefish.files import write_atomically
from tilefish.pgn import GameRecord, read_games, write_game
from tilefish.rulebook.errors import InputError
from tilefish.rulebook.library import Library
from tilefish.rulebook.variant import Variant
from tilefish.rulebook.wording import quote

LARGEST = 64 << 20
"""Bytes of a file that is loaded or added to."""


class GameFiles:
    """Where the present game has been saved."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._before: dict[Path, str] = {}
        """What stood in each file before this game."""

    def forget(self) -> None:
        """Another game begins: it is added behind what is there."""
        self._before.clear()

    def check(self, name: str) -> None:
        """Raises InputError if a game cannot be added to that file, before one is played for it."""
        path = _path(name).resolve()
        if path.exists():
            _read(path)
        elif not path.parent.is_dir():
            raise InputError(f"cannot write {quote(name)}: there is no folder {quote(str(path.parent))}")

    def save(self, name: str, record: GameRecord) -> None:
        """Adds the game to a file; the second time, takes the place of what was added first."""
        path = _path(name).resolve()
        before = self._before.get(path)
        if before is None:
            before = _read(path) if path.exists() else ""
        gap = "" if not before or before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
        try:
            write_atomically(path, before + gap + write_game(record))
        except OSError as error:
            raise InputError(f"cannot write {quote(name)}: {error.strerror or error}") from error
        self._before[path] = before

    def load(self, name: str, number: int, usual: Variant) -> tuple[GameRecord, int]:
        """One of the games of a file, counted from 1, and how many there are."""
        records = list(
            read_games(_read(_path(name)), library=self._library, usual=usual, file=name, tell=_leave_out)
        )
        if not records:
            raise InputError(f"{quote(name)} has no game that can be read")
        if not 1 <= number <= len(records):
            raise InputError(f"{quote(name)} has {len(records)} games, not a game {number}")
        self.forget()
        return records[number - 1], len(records)


def _leave_out(_: object) -> None:
    """What cannot be read of a file is missing; a record says itself what is wrong with it."""


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise InputError("a file's name is wanted, such as save game.pgn")
    return Path(name).expanduser()


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{quote(str(path))} is too large: {LARGEST >> 20} MB are the most")
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"cannot read {quote(str(path))}: {error.strerror or error}") from error
