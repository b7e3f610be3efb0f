"""The known variants: the bundled ones and the user's, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tilefish.rulebook.catalogue import Catalogue
from tilefish.rulebook.errors import InputError, Problem, nearest
from tilefish.rulebook.wording import quote

if TYPE_CHECKING:
    from tilefish.rulebook.loader import Judge
    from tilefish.rulebook.variant import Variant


MAX_PATH = 4096


class Library:
    """Variants by name. A user's file of a bundled name hides the bundled one."""

    def __init__(
        self, paths: Iterable[str | Path] = (), environment: bool = True, judge: Judge | None = None
    ) -> None:
        """`paths` are files or folders of variant files, looked at before those of TILEFISH_VARIANT_PATH
        (left out without `environment`) and before the bundled ones. The `judge` looks at start positions."""
        self._catalogue = Catalogue(paths, environment)
        self._judge = judge
        self._loaded: dict[str, Variant] = {}

    @property
    def problems(self) -> list[Problem]:
        """Search paths that lead nowhere, or to a file that cannot be a variant because of its name."""
        return self._catalogue.problems

    @property
    def skipped(self) -> list[Problem]:
        """Files in folders of the search path that cannot be variants because of their names."""
        return self._catalogue.skipped

    def names(self) -> list[str]:
        """Every known name, in alphabetical order; no file is read for that."""
        return self._catalogue.names()

    def load(self, name: str) -> Variant:
        """The variant of that name. Raises `InputError` for an unknown name or a file with mistakes."""
        if name not in self._loaded:
            files = self._catalogue.files(name)
            if not files:
                hint = nearest(name[:100], self.names())
                raise InputError(f"unknown variant {quote(name)}{hint}; known are {' '.join(self.names())}")
            self._loaded[name] = self.load_file(files[0])
        return self._loaded[name]

    def load_file(self, path: str | Path) -> Variant:
        """The variant that a file describes, read anew. Raises `VariantError` for a file with mistakes."""
        name = str(path)
        if not name.isprintable() or len(name) > MAX_PATH:
            raise InputError(f"{quote(name)} is no path of a variant file")
        from tilefish.rulebook.loader import load_variant  # names are asked for before anything is loaded

        return load_variant(Path(path), self._catalogue, self._judge)
