"""Values and weights for tests that hold whatever the next fit finds: round ones, none, or the file's own."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib import resources
from typing import Any

from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHTS, Numbers

ROUND_VALUES = {
    "pawn": (100, 120),
    "knight": (300, 330),
    "bishop": (320, 360),
    "rook": (500, 550),
    "right": (700, 770),
    "queen": (900, 990),
    "king": (0, 0),
}


def bundled_file(name: str) -> dict[str, Any]:
    """The file of a variant that comes with Tilefish, read without the code that is tested."""
    text = resources.files("tilefish.variants").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def value_in_file(name: str, piece: str) -> tuple[int, int]:
    """[middlegame, endgame], as the file of that variant says."""
    middlegame, endgame = bundled_file(name)["pieces"][piece]["value"]
    return middlegame, endgame


def with_round_values(name: str, **others: tuple[int, int]) -> Variant:
    """A known variant of chess pieces or Rights, these values or those given, and squares all alike."""
    variant = Library(environment=False).load(name)
    alike = ((0,) * len(variant.tiles),) * 2
    values = ROUND_VALUES | others
    kinds = (replace(kind, value=values[kind.name], squares=alike) for kind in variant.kinds)
    return replace(variant, kinds=tuple(kinds))


def without_values(variant: Variant) -> Variant:
    """The variant, with values and square tables that mobility gives."""
    return replace(variant, kinds=tuple(replace(kind, value=None, squares=None) for kind in variant.kinds))


def with_weights(variant: Variant, **numbers: Numbers) -> Variant:
    """The variant with these weights, and all others 0."""
    evaluation = (numbers.pop(weight.name, (0,) * len(weight.usual)) for weight in WEIGHTS)
    changed = replace(variant, evaluation=tuple(evaluation))
    assert not numbers, f"no such weights: {[*numbers]}"
    return changed
