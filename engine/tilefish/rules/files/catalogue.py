"""The places of variant files: search paths of the user, and the files that come with Tilefish.

Only folders are read here. A name may be found more than once: the user's files come before the bundled ones,
in the order of the search path, and hide files of the same name behind them. A file that extends its own name
therefore builds on the one that it hides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nsmallest
from pathlib import Path

from tilefish.rules.errors import Problem
from tilefish.rules.messages import listing, quote

PATH_VARIABLE = "TILEFISH_VARIANT_PATH"
SUFFIX = ".toml"

ALIASES = {"standard": "chess"}
"""Other words for known variants. A file with such a name comes first."""

UCI_WORDS = ("name", "type", "default", "min", "max", "var")
"""Words that end an option's value for other programs."""

MOST_LISTED = 1000
"""The most variant files of a folder that are listed. All are found by their names."""
MOST_COMPARED = 1000
"""The most known names that are compared with an unknown one."""

NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Catalogue:
    """The files of every known name, in the order of their priority.

    A name is looked up in each place directly; folders are only listed for `names` and `skipped`.
    """

    def __init__(
        self, paths: Iterable[str | Path] = (), environment: bool = True, fallback: Sequence[Path] = ()
    ) -> None:
        """`paths` are files or folders, or several of them joined as in PATH; a relative one starts in the
        current folder. The environment's come after them. The `fallback` folders are for names that are found
        nowhere else; they are not listed."""
        self._paths = list(paths)
        if environment:
            self._paths.append(os.environ.get(PATH_VARIABLE, ""))
        self._fallback = fallback
        self._problems: list[Problem] = []
        self._skipped: list[Problem] = []

    @property
    def problems(self) -> list[Problem]:
        """Search paths that lead nowhere, or to a file that cannot be a variant because of its name."""
        return self._problems if self._places else []

    @property
    def skipped(self) -> list[Problem]:
        """Files in folders of the search path that cannot be variants because of their names, and folders
        with more files than are listed."""
        return self._skipped if self._names else []

    def names(self) -> list[str]:
        """The known names, without the aliases, in alphabetical order: at most `MOST_LISTED` of a folder."""
        return self._names

    def files(self, name: str) -> list[Path]:
        """The files with this name or alias, by priority."""
        other = ALIASES.get(name)
        known = self._files_in(self._places, name)
        if other and not known:
            known = self._files_in(self._places, other)
        return known or self._files_in(self._fallback, name)

    def missing(self, name: str) -> list[Path]:
        """The places for a file of an unknown name, besides the search path."""
        return [folder / f"{name}{SUFFIX}" for folder in self._fallback] if not name_complaint(name) else []

    @staticmethod
    def _files_in(places: Iterable[Path], name: str) -> list[Path]:
        """The files with a name. An invalid name, such as a path, has none."""
        if name_complaint(name):
            return []
        candidates = (place / f"{name}{SUFFIX}" if place.is_dir() else place for place in places)
        return [path for path in candidates if path.stem == name and _is_file(path)]

    @cached_property
    def _places(self) -> list[Path]:
        """The folders and files with variants."""
        places = []
        for path in self._split_paths():
            try:
                if path.is_dir():
                    os.scandir(path).close()  # checks that it can be read
                    places.append(path)
                elif path.is_file():
                    places += _well_named([path], self._problems)
                else:
                    self._problems.append(
                        Problem(str(path), 0, "there is no such file or folder of variants")
                    )
            except OSError as error:
                self._problems.append(Problem(str(path), 0, f"cannot be read: {error.strerror or error}"))
        return [*places, bundled_folder()]

    @cached_property
    def _names(self) -> list[str]:
        names: set[str] = set()
        for place in self._places:
            paths = self._listed(place) if place.is_dir() else [place]
            names.update(path.stem for path in _well_named(paths, self._skipped))
        return sorted(names)

    def _listed(self, folder: Path) -> list[Path]:
        """The variant files of a folder, the first ones if there are very many."""
        listed = variant_files(folder, MOST_LISTED + 1)
        if len(listed) > MOST_LISTED:
            message = f"more than {MOST_LISTED} variant files: the others are found by name, but not listed"
            self._skipped.append(Problem(str(folder), 0, message))
        return listed[:MOST_LISTED]

    def _split_paths(self) -> Iterator[Path]:
        for joined in self._paths:
            for part in str(joined).split(os.pathsep):
                if part.strip():
                    yield Path(os.path.expanduser(part.strip()))


def bundled_folder() -> Path:
    """The folder of the variants that come with Tilefish."""
    from importlib import resources  # slow to import, and only needed for a variant

    return Path(str(resources.files("tilefish.variants")))


def name_complaint(name: str) -> str:
    """The error in the name of a variant, or empty."""
    if not NAME.fullmatch(name):
        return (
            f"invalid variant name {quote(name)}: expected a file name of lowercase letters, digits, _ and "
            f"-, the first one a letter, such as {_similar_name(name)}{SUFFIX}"
        )
    if name in UCI_WORDS:
        return f"invalid variant name {quote(name)}: {listing(UCI_WORDS)} have another meaning in UCI"
    return ""


def _similar_name(name: str) -> str:
    """A valid name close to an invalid one."""
    similar = re.sub("[^a-z0-9_-]+", "_", name.lower()[:40]).strip("_")
    return similar if NAME.fullmatch(similar) else f"variant_{similar}".strip("_")


def _well_named(paths: Iterable[Path], rejected: list[Problem]) -> list[Path]:
    """The files whose names are valid for variants; the others are added to `rejected`."""
    accepted = []
    for path in paths:
        complaint = name_complaint(path.stem)
        if complaint:
            rejected.append(Problem(str(path), 0, complaint))
        else:
            accepted.append(path)
    return accepted


def variant_files(folder: Path, most: int) -> list[Path]:
    """The first files of a folder by name. Only names of variants are checked to be files, usually without
    another access to the disk."""
    with os.scandir(folder) as entries:
        names = (entry.name for entry in entries if entry.name.endswith(SUFFIX) and entry.is_file())
        return [folder / name for name in nsmallest(most, names)]


def file_beside(path: Path, name: str) -> list[Path]:
    """The file in the same folder with this name, if there is one."""
    file = path.parent / f"{name}{SUFFIX}"
    return [file] if file.name == f"{name}{SUFFIX}" and _is_file(file) else []


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # it may be unreadable
        return False
