"""The squares of a move, in any game: boards mark them and draw arrows along them."""

from __future__ import annotations

from tilefish.rules.model.variant import Variant
from tilefish.rules.text.actions import parse_action
from tilefish.rules.text.moves import parse_move

Legs = tuple[tuple[int, int], ...]


def legs_of(variant: Variant, text: str) -> Legs:
    """The squares from and to of a move or an action, step by step, without a check whether it is legal."""
    return (parse_move if variant.combat is None else parse_action)(variant, text).legs


def squares_of(legs: Legs) -> tuple[int, ...]:
    """All squares of the legs, each once, in their order."""
    return tuple(dict.fromkeys(square for leg in legs for square in leg))
