"""`SavedFiles`: what the server keeps between its starts, each thing in a file of its own that is written
whole or not at all, with its entry in a list.

A file is one line of JSON. Changes of the thing may follow, a line each: their fields replace those before
them, and their `moves` follow the first `kept` of the moves before them.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from tilefish.files import write_atomically
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.web.messages.schema import Data, read, write

_FILE = re.compile(r"[0-9a-f]{16}\.json")
_LEFTOVER = re.compile(r"\.[0-9a-f]{16}\.json\..+")
"""What a server that was killed while it wrote a file has left."""

MOST_CHANGES = 100
"""The most lines of changes in a file."""

Complain = Callable[[str], None]


class SavedEntry(Protocol):
    """An entry in a list."""

    @property
    def id(self) -> str:
        """The identity of the thing, which is the name of its file."""


E = TypeVar("E", bound=SavedEntry)
T = TypeVar("T")


class SavedFiles(Generic[E]):
    """The files of one kind of things, and the list of these. Without a folder, there is only the list."""

    def __init__(
        self, folder: Path | None, word: str, kind: type[E], version: int, complain: Complain
    ) -> None:
        """`word` names a thing in messages, `kind` is the type of its entry, `version` that of its files."""
        self.entries: dict[str, E] = {}
        """By identity, those that were changed last at the end."""
        self.folder = folder
        self._word = word
        self._kind = kind
        self._version = version
        self._complain = complain
        self._unsaved: dict[str, str] = {}
        """What could not be written yet, by identity."""
        self._changes: dict[str, int] = {}
        """The number of changes in files that this server has written whole."""

    def restore(self, most: int) -> None:
        """Finds what an earlier server has saved, at most a number of things. A file that cannot be read is
        reported, and stays as it is. Raises `InputError` for a folder that cannot be used."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            every = list(self.folder.iterdir())
            paths = [path for path in every if _FILE.fullmatch(path.name)]
            paths.sort(key=lambda path: path.stat().st_mtime)
        except OSError as error:
            folder = quote(str(self.folder), 200)
            raise InputError(f"cannot use {folder}: {error.strerror or error}") from error
        for path in every:
            if _LEFTOVER.fullmatch(path.name):
                with suppress(OSError):
                    path.unlink()
        for path in paths[-most:]:
            try:
                self.entries[path.stem] = self._entry(path)
            except (InputError, OSError) as error:
                self._complain(f"a saved {self._word} is left out: {path.name}: {error}")

    def _entry(self, path: Path) -> E:
        """The entry of a saved thing. Raises `InputError` for a file of another form."""
        saved = _content(path.read_bytes())
        version = saved.get("version")
        if isinstance(version, int) and version > self._version:
            raise InputError("a newer version of tilefish has saved it")
        data = saved.get("summary") if version == self._version else None
        if not isinstance(data, dict):
            raise InputError("it is not of a form that this version has saved")
        entry = read(self._kind, data, "the summary")
        if entry.id != path.stem:
            raise InputError(f"it is the file of another {self._word}")
        return entry

    def note(self, entry: E) -> None:
        """Puts an entry at the end of the list."""
        self.entries.pop(entry.id, None)
        self.entries[entry.id] = entry

    def write(self, entry: E, content: Data, more: str = "") -> str:
        """Saves a thing, from any thread, and those that could not be saved before. `more` is JSON text that
        follows the fields of the content. Returns what is wrong: once, until everything is saved again."""
        if self.folder is None:
            return ""
        saved = {"version": self._version, "summary": entry, **content}
        had_failed = bool(self._unsaved)
        self._unsaved[entry.id] = f"{json.dumps(saved, default=write)[:-1]}{more}}}"
        folder = quote(str(self.folder), 200)
        for identity, text in tuple(self._unsaved.items()):
            try:
                write_atomically(self._path(identity), text)
            except OSError as error:
                if had_failed:
                    return ""
                problem = f"cannot save a {self._word} in {folder}: {error.strerror or error}"
                self._complain(problem)
                return problem
            self._unsaved.pop(identity, None)
            self._changes[identity] = 0
        if had_failed:
            self._complain(f"a {self._word} can be saved in {folder} again")
        return ""

    def append(self, entry: E, content: Data, more: str) -> bool:
        """Adds a change to the file of a thing: that waits for no file system. Returns False where the whole
        is to be written."""
        number = self._changes.get(entry.id, MOST_CHANGES)
        if self._unsaved or number >= MOST_CHANGES:
            return False
        text = json.dumps({"summary": entry, **content}, default=write)
        try:
            _append(self._path(entry.id), f"\n{text[:-1]}{more}}}".encode())
        except OSError:
            return False
        self._changes[entry.id] = number + 1
        return True

    def load(self, identity: str, build: Callable[[Any, str], T]) -> T:
        """What `build` makes of a saved thing and the name of its file. Raises `InputError`."""
        path = self._path(identity)
        try:
            unsaved = self._unsaved.get(identity)
            return build(_content(path.read_bytes() if unsaved is None else unsaved.encode()), path.name)
        except InputError:
            raise
        except (OSError, *_DAMAGED) as error:
            raise InputError(f"the saved {self._word} {path.name} is damaged") from error

    def remove(self, identity: str) -> None:
        """Deletes a thing."""
        self.entries.pop(identity, None)
        self._unsaved.pop(identity, None)
        self._changes.pop(identity, None)
        if self.folder is not None:
            with suppress(OSError):  # it is left where nothing can be written
                self._path(identity).unlink()

    def _path(self, identity: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{identity}.json"


_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What Python raises for content of a wrong form."""


def _content(text: bytes) -> Data:
    """The fields of a file. Raises `InputError`."""
    first, *changes = text.split(b"\n")
    try:
        saved: Data = dict(json.loads(first).items())
        for line in changes:
            if line is changes[-1] and not _is_whole(line):
                break
            change = json.loads(line)
            moves = [*saved["moves"][: int(change.pop("kept"))], *change.pop("moves")]
            saved = {**saved, **change, "moves": moves}
    except _DAMAGED:
        raise InputError("it is damaged, or not a file of tilefish board") from None
    return saved


def _is_whole(line: bytes) -> bool:
    """Whether a last line was written to its end before the machine stopped."""
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _append(path: Path, content: bytes) -> None:
    """Writes behind a file's end, everything or nothing. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        size = os.fstat(file).st_size
        if os.write(file, content) != len(content):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(file)
