"""Actions of a combat game as text: `e2e4`, `d1xd4`, `b1c3xc4`, `e1!`, `c1!e3`, `d1!d4xd6`, `c3!xc4-d3`, and
the face of a die behind them, as in `d1xd4=5`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilefish.rulebook.errors import InputError
from tilefish.rulebook.variant import Variant
from tilefish.rulebook.wording import quote

_SQUARE = "[a-h][1-8]"
_ACTION = re.compile(
    # origin, ability, target or the legs of a stone sequence, victim, step aside, promotion
    f"{_SQUARE}!?({_SQUARE}(,{_SQUARE}{_SQUARE},{_SQUARE}{_SQUARE})?)?(x{_SQUARE})?(-{_SQUARE})?[a-z]?"
)
_EXAMPLES = "e2e4, d1xd4, b1c3xc4, e1!, c1!e3, d1!d4xd6 and c3!xc4-d3"


@dataclass(frozen=True, slots=True)
class ActionText:
    """What the text of an action says. `action` is all of it but the die."""

    action: str
    origin: int
    face: int | None = None


def parse_action(variant: Variant, text: str) -> ActionText:
    """Reads an action; whether it is legal is another matter."""
    action, equals, digits = text.strip().lower().partition("=")
    found = _ACTION.fullmatch(action)
    squares = re.findall(_SQUARE, action) if found else []
    if not found or any(variant.square_of(square) is None for square in squares):
        last = variant.square_name(variant.files * variant.ranks - 1)
        raise InputError(
            f"{quote(text)} is no action: squares are a1 to {last}, an action is written like {_EXAMPLES}"
        )
    return ActionText(
        action, variant.square_of(squares[0]) or 0, _parse_face(variant, text, digits) if equals else None
    )


def _parse_face(variant: Variant, text: str, digits: str) -> int:
    faces = variant.combat.die if variant.combat else 0
    if not (re.fullmatch("[0-9]{1,3}", digits) and 1 <= int(digits) <= faces):
        raise InputError(f"{quote(text)} has no face of the die behind =, 1 to {faces} are right")
    return int(digits)


def format_action(
    variant: Variant,
    origin: int,
    *,
    ability: bool = False,
    sequence: tuple[int, int] | None = None,
    target: int | None = None,
    victim: int | None = None,
    aside: int | None = None,
    promotion: str = "",
) -> str:
    """Writes an action without its die. `target` is where the piece goes first, or whom it heals; `sequence`
    are the stone and the glide on its way."""

    def name(before: str, square: int | None) -> str:
        return "" if square is None else before + variant.square_name(square)

    way = ""
    if sequence is not None:
        stone, glide = map(variant.square_name, sequence)
        way = f"{stone},{stone}{glide},{glide}"
    parts = (
        name("", origin),
        "!" if ability else "",
        way,
        name("", target),
        name("x", victim),
        name("-", aside),
    )
    return "".join(parts) + promotion


def with_face(action: str, face: int) -> str:
    """The action with the die that was rolled for it."""
    return f"{action}={face}"


def has_face(action: str) -> bool:
    """Whether a die stands behind an action. Nothing but a die is written with `=`."""
    return "=" in action


def without_face(action: str) -> str:
    """The action alone."""
    return action.partition("=")[0]
