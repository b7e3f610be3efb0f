"""`Worlds`: the variants that the page knows, by name. Those of the user's own files are read again when
these change on the disk; a file with mistakes is reported, and its last good version stays. A file that an
editor is about to write is not read: it is empty or gone for a moment, or changes while it is read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from tilefish.game.game import DEFAULT_VARIANT
from tilefish.pgn.headers import is_chess960
from tilefish.rules.errors import InputError
from tilefish.rules.files.catalogue import bundled_folder, variant_files
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import VOID, Variant

MOST_WATCHED = 500
"""The most files of a folder whose changes are seen."""
_Stamps = dict[str, tuple[int, int, int]]


class Worlds:
    """The variants of a library, and the one of the command line, which may be in no library (`own`).

    Names that a page sends are looked up here: they never become paths."""

    def __init__(self, library: Library, own: Variant | None) -> None:
        self.library = library
        self.own = own
        self.problems: tuple[str, ...] = ()
        """What is wrong with files that have changed, as `tilefish variants check` says it."""
        self._good: dict[str, Variant] = {}
        """The last good versions of the user's files in the library."""
        self._places = self._folders()
        self._stamps = self._look()
        """Of the files as they were read."""
        self._seen = self._stamps
        """Of the files at the last poll."""

    def find(self, name: str) -> Variant:
        """A variant by its name only, as a `Variant` header has it. Raises `InputError`."""
        if is_chess960(name):
            name = DEFAULT_VARIANT
        if self.own is not None and name == self.own.name:
            return self.own
        if name in self._good:
            return self._good[name]
        if name not in self.library.names():
            raise InputError(f"there is no variant {quote(name)}")
        return self._load(name)

    def is_current(self, variant: Variant) -> bool:
        """Whether a variant, which may have voids of a FEN, is what its name finds now."""
        voids = frozenset(square for square, tile in enumerate(variant.tiles) if tile == VOID)
        try:
            return self.find(variant.name).with_voids(voids) == variant
        except InputError:
            return False

    def all(self) -> list[Variant]:
        """All variants: that of the command line first, then those that no other board shows, worlds with
        terrain and fights. Files with mistakes are left out."""
        names = [name for name in self.library.names() if self.own is None or name != self.own.name]
        known = sorted(self._loaded(names), key=lambda variant: not _is_special(variant))
        return known if self.own is None else [self.own, *known]

    def _loaded(self, names: Iterable[str]) -> Iterator[Variant]:
        for name in names:
            try:
                yield self.find(name)
            except InputError as error:
                self._complain(error)

    def _load(self, name: str) -> Variant:
        variant = self.library.load(name)
        if _is_users(variant):
            self._good[name] = variant
        return variant

    def _complain(self, error: InputError) -> None:
        self.problems = tuple(dict.fromkeys((*self.problems, str(error))))

    def poll(self) -> bool:
        """Reads the user's files again if one of them has changed, and none is being written. Returns whether
        that was so."""
        before, self._seen = self._seen, self._look()
        if self._seen == self._stamps or _is_one_awaited(before, self._seen):
            return False
        read = (self.library, self.own, self.problems, self._good)
        self._read_again()
        if self._look() != self._seen:  # what was read may be a part: the next poll reads it again
            self.library, self.own, self.problems, self._good = read
            return False
        self._stamps = self._seen
        return True

    def _read_again(self) -> None:
        """Reads the user's files as they are now."""
        self.problems = ()
        self.library = self.library.again()
        before, self._good = self._good, {}
        for name in self.library.names():
            file = self.library.file(name)
            if file is None or file.parent == bundled_folder():
                continue
            try:
                self._load(name)
            except InputError as error:
                self._complain(error)
                if name in before:
                    self._good[name] = before[name]
        if self.own is not None and _is_users(self.own):
            try:
                self.own = self.library.load_file(self.own.path)
            except InputError as error:
                self._complain(error)

    def _look(self) -> _Stamps:
        """The user's variant files with what changes when they are written. A file may extend any other one
        of its folder."""
        found: _Stamps = {}
        for folder in self._places:
            try:
                files = variant_files(folder, MOST_WATCHED)
            except OSError:
                continue
            for file in files:
                try:
                    entry = os.stat(file)
                except OSError:
                    continue
                found[str(file)] = (entry.st_mtime_ns, entry.st_size, entry.st_ino)
        return found

    def _folders(self) -> set[Path]:
        """The folders of the user's variant files."""
        names = self.library.names()
        files = [file for name in names if (file := self.library.file(name)) is not None]
        if self.own is not None and self.own.path:
            files.append(Path(self.own.path))
        return {file.parent for file in files} - {bundled_folder()}


def _is_users(variant: Variant) -> bool:
    return bool(variant.path) and Path(variant.path).parent != bundled_folder()


def _is_one_awaited(before: _Stamps, now: _Stamps) -> bool:
    """Whether a file has become empty or has gone since the last poll: an editor writes it again at once."""
    return any(_size(now, file) == 0 and now.get(file) != before.get(file) for file in before | now)


def _size(stamps: _Stamps, file: str) -> int:
    return stamps[file][1] if file in stamps else 0


def _is_special(variant: Variant) -> bool:
    return variant.combat is not None or not variant.plain_floor
