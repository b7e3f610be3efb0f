"""Actions of a combat game as text: `e2e4`, `d1xd4`, `b1c3xc4`, `e1!`, `c1!e3`, `d1!d4xd6`, `c3!xc4-d3`, and
the face of a die behind them, as in `d1xd4=5`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilefish.rules.errors import IllegalMoveError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant

_SQUARE = "[a-h][1-8]"
_ACTION = re.compile(
    # the way goes to a target, or along the legs of a stone sequence; a promotion ends it all
    f"(?P<way>{_SQUARE}!?({_SQUARE}(,{_SQUARE}{_SQUARE},{_SQUARE}{_SQUARE})?)?)"
    f"(x(?P<victim>{_SQUARE}))?(-(?P<aside>{_SQUARE}))?[a-z]?"
)
EXAMPLES = ("e2e4", "d1xd4", "b1c3xc4", "e1!", "c1!e3", "d1!d4xd6", "c3!xc4-d3")
"""The forms of actions: a move, an attack, a knight's move and attack, and abilities."""


@dataclass(frozen=True, slots=True)
class ActionText:
    """The parts of an action's text. `action` is the text without the die; `legs` are the squares from and
    to, step by step: an attack starts from the attacker's square at that time, an ability without a target
    leads from its square to itself."""

    action: str
    legs: tuple[tuple[int, int], ...]
    face: int | None = None

    @property
    def origin(self) -> int:
        """The square of the piece that acts."""
        return self.legs[0][0]


def parse_action(variant: Variant, text: str) -> ActionText:
    """Reads an action; whether it is legal is another matter. Raises `IllegalMoveError`."""
    action, equals, digits = text.strip().lower().partition("=")
    found = _ACTION.fullmatch(action)
    legs = _legs(variant, found) if found else None
    if not legs:
        last = variant.square_name(variant.files * variant.ranks - 1)
        raise IllegalMoveError(
            f"invalid action {quote(text)}: squares are a1 to {last}, an action is written like "
            f"{', '.join(EXAMPLES[:-1])} and {EXAMPLES[-1]}",
            text,
        )
    return ActionText(action, legs, _parse_face(variant, text, digits) if equals else None)


def _legs(variant: Variant, action: re.Match[str]) -> tuple[tuple[int, int], ...] | None:
    """The legs of an action, none where a square is not on the board."""
    way = [variant.square_of(name) for name in re.findall(_SQUARE, action["way"])]
    ends = [variant.square_of(action[part]) for part in ("victim", "aside") if action[part]]
    if "!" in action["way"] and len(way) == 1 and not ends:
        ends = way
    legs = [*zip(way[::2], way[1::2], strict=False), *((way[-1], end) for end in ends)]
    known = tuple((start, end) for start, end in legs if start is not None and end is not None)
    return known if len(known) == len(legs) else None


def _parse_face(variant: Variant, text: str, digits: str) -> int:
    faces = variant.combat.die if variant.combat else 0
    if not (re.fullmatch("[0-9]{1,3}", digits) and 1 <= int(digits) <= faces):
        raise IllegalMoveError(f"{quote(text)} has no face of the die behind =: expected 1 to {faces}", text)
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
    """Writes an action without its die. `target` is the first square that the piece goes to, or the square of
    the piece that it heals; `sequence` are the stone and the glide on its way."""

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
    """Whether an action ends with a die. Only a die is written with `=`."""
    return "=" in action


def without_face(action: str) -> str:
    """The action without its die."""
    return action.partition("=")[0]
