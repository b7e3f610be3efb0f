"""The parts of a picture of a combat game besides its pieces: hit points, resting abilities, effects.

Along the lower edge of a square is a bar of hit points with their number. The upper right corner has the
number of turns that an ability rests, the upper left one a shield for Interpose or a crown for the Royal
Decree: golden with its turns while active, pale while available. An exposed king has a dashed frame.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.explain.condition import Condition, Health, conditions
from tilefish.render.svg_view import TILE, PictureView, number
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import Variant

_COLOURS = {Health.GOOD: "#45c463", Health.WORN: "#f5b62e", Health.LOW: "#ff5a4a"}
_DARK = "#10151d"
_DIGIT = 15
"""The width of a digit of the hit points."""

_SHIELD = "M-11-12H11V0C11 8 5 12 0 14-5 12-11 8-11 0z"
_CROWN = "M-13 9V-8l7 6 6-10 6 10 7-6V9z"


def draw_combat(variant: Variant, setup: Setup, view: PictureView) -> Iterator[str]:
    """The state of every piece, drawn over it; empty in a game without combat."""
    found = conditions(variant, setup)
    if not found:
        return
    yield '<g font-family="sans-serif" font-weight="bold" text-anchor="middle">'
    room = _DIGIT * max(len(f"{condition.most}") for condition in found.values()) + 10
    for square in view.squares():
        if square in found:
            yield from _draw_hit_points(found[square], *view.corner(square), room)
            yield from _draw_state(found[square], *view.corner(square))
    yield "</g>"


def _draw_state(condition: Condition, x: int, y: int) -> Iterator[str]:
    if condition.exposed:
        yield (
            f'<rect x="{x + 4}" y="{y + 4}" width="{TILE - 8}" height="{TILE - 8}" rx="6" fill="none" '
            'stroke="#ff3b2f" stroke-width="5" stroke-dasharray="13 9"/>'
        )
    if condition.resting:
        yield _badge(x + 83, y + 17, "#2f4a7c", f"{condition.resting}")
    if condition.interposing:
        yield _sign(x + 17, y + 18, _SHIELD, "#58b7ff")
    if condition.decree:
        yield _sign(x + 17, y + 16, _CROWN, "#ffd34d")
        yield _text(x + 17, y + 23, 15, _DARK, f"{condition.decree}")
    elif condition.decree_at_hand:
        yield _sign(x + 17, y + 16, _CROWN, "#f4ecd2")


def _draw_hit_points(condition: Condition, x: int, y: int, room: int) -> Iterator[str]:
    """The bar, and the number in the space behind it."""
    colour = _COLOURS[condition.health]
    length = number((TILE - 8 - room) * condition.share)
    yield (
        f'<rect x="{x + 3}" y="{y + 75}" width="{TILE - 6}" height="23" rx="6" fill="{_DARK}" opacity=".82"/>'
        f'<rect x="{x + 7}" y="{y + 82}" width="{length}" height="9" rx="3" fill="{colour}"/>'
    )
    yield _text(x + TILE - 5 - room // 2, y + 95, 24, colour, f"{condition.hp}")


def _badge(x: int, y: int, fill: str, text: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#e8eefb" stroke-width="2.5"/>' + _text(
        x, y + 8, 22, "#ffffff", text
    )


def _sign(x: int, y: int, shape: str, fill: str) -> str:
    return (
        f'<path d="{shape}" transform="translate({x} {y})" fill="{fill}" stroke="{_DARK}" '
        'stroke-width="2.5" stroke-linejoin="round"/>'
    )


def _text(x: int, y: int, size: int, fill: str, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">{text}</text>'
