"""`SavedFiles`: what the server keeps between its starts, each thing in a file of its own that is written
whole or not at all, with its entry in a list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from tilefish.files import write_atomically
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.web.messages.schema import Data, read, write

_FILE = re.compile(r"[0-9a-f]{16}\.json")

Complain = Callable[[str], None]


class Entry(Protocol):
    """An entry in a list."""

    @property
    def id(self) -> str:
        """The identity of the thing, which is the name of its file."""


E = TypeVar("E", bound=Entry)
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

    def restore(self, most: int) -> None:
        """Finds what an earlier server has saved, at most a number of things. A file that cannot be read is
        reported, and stays as it is. Raises `InputError` for a folder that cannot be used."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            paths = [path for path in self.folder.iterdir() if _FILE.fullmatch(path.name)]
            paths.sort(key=lambda path: path.stat().st_mtime)
        except OSError as error:
            folder = quote(str(self.folder), 200)
            raise InputError(f"cannot use {folder}: {error.strerror or error}") from error
        for path in paths[-most:]:
            try:
                self.entries[path.stem] = self._entry(path)
            except (InputError, OSError, ValueError) as error:
                self._complain(f"a saved {self._word} is left out: {path.name}: {error}")

    def _entry(self, path: Path) -> E:
        """The entry of a saved thing. Raises `InputError` for a file of another form."""
        saved = json.loads(path.read_text(encoding="utf-8"))
        is_ours = isinstance(saved, dict) and saved.get("version") == self._version
        data = saved.get("summary") if is_ours else None
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

    def write(self, entry: E, content: Data) -> None:
        """Saves a thing, from any thread."""
        if self.folder is None:
            return
        saved = {"version": self._version, "summary": write(entry), **content}
        try:
            write_atomically(self._path(entry.id), json.dumps(saved))
        except OSError as error:
            folder = quote(str(self.folder), 200)
            self._complain(f"cannot save a {self._word} in {folder}: {error.strerror or error}")

    def load(self, identity: str, build: Callable[[Any, str], T]) -> T:
        """What `build` makes of a saved thing and the name of its file. Raises `InputError`."""
        path = self._path(identity)
        try:
            return build(json.loads(path.read_text(encoding="utf-8")), path.name)
        except (OSError, ValueError, KeyError, TypeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"the saved {self._word} {path.name} is damaged") from error

    def remove(self, identity: str) -> None:
        """Deletes a thing."""
        self.entries.pop(identity, None)
        if self.folder is not None:
            self._path(identity).unlink(missing_ok=True)

    def _path(self, identity: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{identity}.json"
