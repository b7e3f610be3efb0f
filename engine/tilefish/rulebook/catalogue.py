"""Where variant files are found: search paths of the user, and the files that come with Tilefish.

Nothing is read here but folders. A name may be found more than once: the user's files come before the bundled
ones, in the order of the search path, and hide what comes behind them. A file that extends its own name
therefore builds on the one that it hides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from tilefish.rulebook.errors import Problem
from tilefish.rulebook.wording import listing, quote

PATH_VARIABLE = "TILEFISH_VARIANT_PATH"
SUFFIX = ".toml"

ALIASES = {"standard": "chess"}
"""Other words for known variants. A file of such a name comes first."""

UCI_WORDS = ("name", "type", "default", "min", "max", "var")
"""Words that end an option's value for other programs."""

NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Catalogue:
    """The files of every known name, in the order in which they are looked at."""

    def __init__(self, paths: Iterable[str | Path] = (), environment: bool = True) -> None:
        """`paths` are files or folders, or several of them joined as in PATH; a relative one starts in the
        current folder. The environment's come after them."""
        self._paths = list(paths)
        if environment:
            self._paths.append(os.environ.get(PATH_VARIABLE, ""))
        self._problems: list[Problem] = []
        self._skipped: list[Problem] = []

    @property
    def problems(self) -> list[Problem]:
        """Search paths that lead nowhere, or to a file that cannot be a variant because of its name."""
        return self._problems if self._files else []

    @property
    def skipped(self) -> list[Problem]:
        """Files in folders of the search path that cannot be variants because of their names."""
        return self._skipped if self._files else []

    def names(self) -> list[str]:
        """Every known name, without the aliases, in alphabetical order."""
        return sorted(self._files)

    def files(self, name: str) -> list[Path]:
        """The files of that name or alias, the one that counts first."""
        return self._files.get(name) or self._files.get(ALIASES.get(name, ""), [])

    @cached_property
    def _files(self) -> dict[str, list[Path]]:
        files: dict[str, list[Path]] = {}
        for path in (*self._users_files(), *_variant_files(bundled_folder())):
            files.setdefault(path.stem, []).append(path)
        return files

    def _users_files(self) -> Iterator[Path]:
        for path in self._split_paths():
            try:
                yield from self._look_into(path)
            except OSError as error:
                self._problems.append(Problem(str(path), 0, f"cannot be read: {error.strerror or error}"))

    def _split_paths(self) -> Iterator[Path]:
        for joined in self._paths:
            for part in str(joined).split(os.pathsep):
                if part.strip():
                    yield Path(os.path.expanduser(part.strip()))

    def _look_into(self, path: Path) -> list[Path]:
        if path.is_dir():
            return _well_named(_variant_files(path), self._skipped)
        if path.is_file():
            return _well_named([path], self._problems)
        self._problems.append(Problem(str(path), 0, "there is no such file or folder of variants"))
        return []


def bundled_folder() -> Path:
    """The folder of the variants that come with Tilefish."""
    from importlib import resources  # not needed before a variant is, and slow to import

    return Path(str(resources.files("tilefish.variants")))


def name_complaint(name: str) -> str:
    """What is wrong with the name of a variant, or nothing."""
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
    """The files whose names variants can have; the others are added to `rejected`."""
    accepted = []
    for path in paths:
        complaint = name_complaint(path.stem)
        if complaint:
            rejected.append(Problem(str(path), 0, complaint))
        else:
            accepted.append(path)
    return accepted


def _variant_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
