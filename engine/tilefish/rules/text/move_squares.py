"""Where a move leads, whatever the game: what boards mark and draw arrows along."""

from __future__ import annotations

from tilefish.rules.model.variant import Variant
from tilefish.rules.text.actions import parse_action
from tilefish.rules.text.moves import parse_move

Legs = tuple[tuple[int, int], ...]


def legs_of(variant: Variant, text: str) -> Legs:
    """Where a move or an action leads from and to, step by step. Whether it is legal is another matter."""
    return (parse_move if variant.combat is None else parse_action)(variant, text).legs


def squares_of(legs: Legs) -> tuple[int, ...]:
    """All squares that legs touch, each once, in their order."""
    return tuple(dict.fromkeys(square for leg in legs for square in leg))
