"""Variant files for a test: written, loaded, and their problems reported."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tilefish.rules.errors import VariantError
from tilefish.rules.files.catalogue import Catalogue
from tilefish.rules.files.loader import Judge, load_variant
from tilefish.rules.model.variant import Variant


def write(folder: Path, name: str, text: str) -> Path:
    """A file with that text, the first line of which is the one behind the opening quotes."""
    path = folder / name
    path.write_text(dedent(text).removeprefix("\n"), encoding="utf-8")
    return path


def load(path: Path, judge: Judge | None = None) -> Variant:
    """The variant of a file, with the bundled ones known."""
    return load_variant(path, Catalogue(environment=False), judge)


def problems_of(path: Path, judge: Judge | None = None) -> list[tuple[int, str]]:
    """The lines and messages of all mistakes; those in other files count as line -1."""
    try:
        load(path, judge)
    except VariantError as error:
        return [
            (problem.line if problem.file == str(path) else -1, problem.message) for problem in error.problems
        ]
    return []
