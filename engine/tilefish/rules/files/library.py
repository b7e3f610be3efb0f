"""The known variants: the bundled ones and the user's, each loaded on first use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilefish.rules.errors import InputError, Problem, VariantError, nearest
from tilefish.rules.files.catalogue import MOST_COMPARED, Catalogue
from tilefish.rules.messages import listing_of_names, quote

if TYPE_CHECKING:
    from tilefish.rules.files.loader import Judge
    from tilefish.rules.model.variant import Variant


MAX_PATH = 4096


class Library:
    """Variants by name. A user's file of a bundled name hides the bundled one."""

    def __init__(
        self,
        paths: Iterable[str | Path] = (),
        environment: bool = True,
        judge: Judge | None = None,
        *,
        fallback: Sequence[Path] = (),
        hint: str = "",
    ) -> None:
        """`paths` are files or folders of variant files, with priority over those of TILEFISH_VARIANT_PATH
        (left out without `environment`) and over the bundled ones. The `judge` checks start positions. The
        `fallback` folders are for names that are found nowhere else. The `hint` is advice about an unknown
        name."""
        self._paths = tuple(paths)
        self._environment = environment
        self._fallback = tuple(fallback)
        self._hint = hint
        self._catalogue = Catalogue(self._paths, environment, self._fallback)
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

    def beside(self, path: Path) -> Library:
        """The same library, with the folder of a file for names that are found nowhere else."""
        fallback = (path.parent, *self._fallback)
        return Library(self._paths, self._environment, self._judge, fallback=fallback, hint=self._hint)

    def again(self) -> Library:
        """The same library with nothing read yet: it reads files as they are now."""
        return Library(self._paths, self._environment, self._judge, fallback=self._fallback, hint=self._hint)

    def file(self, name: str) -> Path | None:
        """The file of a known name."""
        return next(iter(self._catalogue.files(name)), None)

    def names(self) -> list[str]:
        """The known names, in alphabetical order, without reading any file. In a folder with very many files,
        some known ones are not listed."""
        return self._catalogue.names()

    def has(self, name: str) -> bool:
        """Whether a name is known."""
        return bool(self._catalogue.files(name))

    def load(self, name: str) -> Variant:
        """The variant with this name. Raises `VariantError` for an unknown name or a file with mistakes."""
        if name not in self._loaded:
            files = self._catalogue.files(name)
            if not files:
                raise VariantError(exists=False, message=self._unknown(name))
            self._loaded[name] = self.load_file(files[0])
        return self._loaded[name]

    def _unknown(self, name: str) -> str:
        names = self.names()
        message = f"unknown variant {quote(name)}{nearest(name[:100], names[:MOST_COMPARED])}"
        places = dict.fromkeys(quote(str(path), 200) for path in self._catalogue.missing(name))
        if places:
            message += f"; there is no {' and no '.join(places)}"
        if self._hint:
            message += f"; {self._hint}"
        return f"{message}; known are {listing_of_names(names)}"

    def load_file(self, path: str | Path) -> Variant:
        """The variant in a file, read again each time. Raises `VariantError` for a file with mistakes."""
        name = str(path)
        if not name.isprintable() or len(name) > MAX_PATH:
            raise InputError(f"{quote(name)} is not the path of a variant file")
        from tilefish.rules.files.loader import load_variant  # names are used before any variant is loaded

        return load_variant(Path(path), self._catalogue, self._judge)
