"""What a shell may complete: the names of variants, files and levels.

Each function takes what click gives it: the context with the options before, the parameter, and the beginning
of the word. Nothing here fails: a shell shows no messages while it completes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from click import Context, Parameter
from click.shell_completion import CompletionItem

from tilefish.rules.files.library import Library

Candidates = list[CompletionItem]

_LEVEL_WORD = "level="


def files(ctx: Context, param: Parameter, beginning: str) -> Candidates:
    """Any file or folder: the shell completes these itself."""
    return [CompletionItem(beginning, type="file")]


def variants(ctx: Context, param: Parameter, beginning: str) -> Candidates:
    """Known variants and variant files; other paths if there are none. In a list, completes the last name."""
    before, comma, last = beginning.rpartition(",")
    words = (before + comma + word for word in [*_names(ctx), *_variant_files(last)])
    return _items(beginning, words) or files(ctx, param, beginning)


def variant_files(ctx: Context, param: Parameter, beginning: str) -> Candidates:
    """Variant files; other paths if there are none."""
    return _items(beginning, _variant_files(beginning)) or files(ctx, param, beginning)


def openings(ctx: Context, param: Parameter, beginning: str) -> Candidates:
    """A file, or the word for openings that are made."""
    return _items(beginning, ["balanced"] if beginning else []) or files(ctx, param, beginning)


def levels(ctx: Context, param: Parameter | None, beginning: str) -> Candidates:
    """The levels of strength, also after `level=`."""
    from tilefish.engine.levels import level_names

    head = _LEVEL_WORD if beginning.startswith(_LEVEL_WORD) else ""
    return _items(beginning, [head + name for name in level_names()])


def players(ctx: Context, param: Parameter, beginning: str) -> Candidates:
    """A person, or a level."""
    return [*_items(beginning, ["me"]), *levels(ctx, param, beginning)]


def _names(ctx: Context) -> list[str]:
    """The names of all variants that are known with the options before the word."""
    paths = ctx.params.get("variant_path") or ()
    try:
        return Library(paths).names()
    except OSError:
        return []


def _variant_files(beginning: str) -> list[str]:
    """The variant files in the folder that a word names, with the folder before each."""
    folder = beginning.removesuffix(os.path.basename(beginning))
    try:
        return sorted(folder + path.name for path in Path(folder or ".").iterdir() if path.suffix == ".toml")
    except (OSError, ValueError):
        return []


def _items(beginning: str, words: Iterable[str]) -> Candidates:
    return [CompletionItem(word) for word in words if word.startswith(beginning)]
