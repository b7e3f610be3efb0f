"""`extends`: one variant file laid over another, before anything in them is checked.

Tables are merged key by key, any other value replaces the old one. Five things are not inherited because they
would be wrong: what belongs to the moves of a piece (value, square tables, `minor`) when a file changes its
moves, what belongs to its ability when a file names one, square tables when a file changes the board, values
when a file makes a combat game of another, and `odds`, which were measured in the games of one variant.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from tilefish.rules.errors import Problem, VariantError, nearest
from tilefish.rules.files.catalogue import (
    MOST_COMPARED,
    MOST_LISTED,
    Catalogue,
    file_beside,
    variant_files,
)
from tilefish.rules.files.draft import TOP_KEYS
from tilefish.rules.files.orthodox import PIECES
from tilefish.rules.files.reader import Origins
from tilefish.rules.files.toml_file import TomlFile, read_toml
from tilefish.rules.messages import listing_of_names, quote

MAX_GENERATIONS = 20
NO_VARIANT = 'this is not a variant file: expected keys such as extends = "chess"'

Data = dict[str, object]


@dataclass(slots=True)
class Inheritance:
    """A file and all files that it extends, as one table."""

    data: Data
    origins: Origins
    """The file and line that each key comes from, and each row of a value."""
    valued: Data
    """The pieces with a value, as they were in the file with that value."""
    problems: list[Problem] = field(default_factory=list)
    complete: bool = True
    """Whether every file that the file extends was found."""


def inherit(path: Path, catalogue: Catalogue) -> Inheritance:
    """Reads the file and those that it extends. Raises `VariantError` if the file itself is not TOML."""
    return _inherit(path, catalogue, [])


def _inherit(path: Path, catalogue: Catalogue, heirs: list[Path]) -> Inheritance:
    file = read_toml(path)
    if file.data and not any(key in TOP_KEYS or nearest(key[:100], TOP_KEYS) for key in file.data):
        # A message quotes no text from a file that is not for this program.
        raise VariantError([Problem(file.label, 0, NO_VARIANT)])
    origins = {key: (file.label, line) for key, line in file.lines.items()}
    if "extends" not in file.data:
        data = _lay_over({"pieces": PIECES}, file.data)
        return Inheritance(data, origins, _valued(data, file.data, {}))
    try:
        base = _base_path(file, path, catalogue, [*heirs, path])
        inherited = _inherit(base, catalogue, [*heirs, path])
    except VariantError as error:
        return Inheritance(file.data, origins, {}, list(error.problems), complete=False)
    data = _lay_over(inherited.data, file.data)
    return Inheritance(
        data,
        {**inherited.origins, **origins},
        _valued(data, file.data, inherited.valued),
        inherited.problems,
        inherited.complete,
    )


def _base_path(file: TomlFile, path: Path, catalogue: Catalogue, heirs: list[Path]) -> Path:
    """The file that `extends` names: beside this file, or else a known variant, never this file itself."""
    name = file.data["extends"]
    if not isinstance(name, str):
        raise _error(file, 'extends must be the name of a variant, such as "chess"')
    candidates = [
        other for other in (*file_beside(path, name), *catalogue.files(name)) if not _same(other, path)
    ]
    if not candidates:
        listed = {other.stem for other in variant_files(path.parent, MOST_LISTED)}
        known = sorted({*catalogue.names(), *listed} - {path.stem})
        hint = nearest(name[:100], known[:MOST_COMPARED]) or f"; known are {listing_of_names(known)}"
        raise _error(file, f"extends {quote(name)}, but there is no such variant{hint}")
    base = candidates[0]
    if any(_same(base, heir) for heir in heirs):
        circle = " extends ".join(heir.stem for heir in (*heirs, base))
        raise _error(file, f"a circle: {circle}")
    if len(heirs) >= MAX_GENERATIONS:
        raise _error(file, f"more than {MAX_GENERATIONS} files that extend each other")
    return base


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _error(file: TomlFile, message: str) -> VariantError:
    return VariantError([Problem(file.label, file.lines.get(("extends",), 0), message)])


# --- laying one over the other ---------------------------------------------------------------------------


def _lay_over(base: Data, top: Data) -> Data:
    base = {key: value for key, value in base.items() if key != "odds"}
    becomes_combat = "combat" in top and "combat" not in base
    base["pieces"] = {
        name: _heritable(name, piece, top, becomes_combat) for name, piece in _pieces(base).items()
    }
    return _merge(base, top)


def _pieces(data: Data) -> Data:
    pieces = data.get("pieces")
    return pieces if isinstance(pieces, dict) else {}


def _valued(data: Data, top: Data, inherited: Data) -> Data:
    """The pieces that have a value in `data`, as they were in the file, on top or below, that gave it."""
    changes = _pieces(top)
    found = {}
    for name, piece in _pieces(data).items():
        if isinstance(piece, dict) and "value" in piece:
            change = changes.get(name)
            is_new = isinstance(change, dict) and "value" in change
            found[name] = piece if is_new else inherited.get(name, piece)
    return found


def _heritable(name: str, piece: object, top: Data, becomes_combat: bool) -> object:
    """The rest of an inherited piece under a file that changes its moves, the board or the game."""
    change = _pieces(top).get(name)
    lost = {"value"} if becomes_combat else set()
    if isinstance(change, dict) and "moves" in change:
        lost |= {"value", "squares", "minor"}
    ability = change.get("ability") if isinstance(change, dict) else None
    if isinstance(ability, dict) and "name" in ability:
        lost |= {"ability"}
    if "board" in top:
        lost |= {"squares"}
    if not isinstance(piece, dict):
        return piece
    return {key: value for key, value in piece.items() if key not in lost}


def _merge(base: Data, top: Data) -> Data:
    merged = dict(base)
    for key, value in top.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
