"""The board of a variant with numbers on its squares, redder for greater ones: where pieces go, or die."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from tilefish.render.svg import draw_coordinates, picture
from tilefish.render.svg_tiles import draw_ground, tile_definitions
from tilefish.render.svg_view import MARGIN, TILE, PictureView, number, text
from tilefish.rules.model.variant import Variant

_PALE, _DEEP = (255, 214, 102), (196, 24, 54)
_LEAST_OPACITY, _MOST_OPACITY = 0.35, 0.9


def heat_svg(
    variant: Variant,
    heat: Mapping[int, float],
    title: str,
    *,
    size: int = 480,
    label: Callable[[float], str] = number,
) -> str:
    """Draws numbers from 0 upwards; squares without a number are not changed."""
    view = PictureView(variant.files, variant.ranks, False, MARGIN)
    most = max(heat.values(), default=0.0)
    return picture(
        view,
        size,
        title,
        tile_definitions(variant),
        [*draw_ground(variant, view), *_draw_heat(view, heat, most, label), *draw_coordinates(view)],
    )


def _draw_heat(
    view: PictureView, heat: Mapping[int, float], most: float, label: Callable[[float], str]
) -> Iterator[str]:
    yield '<g font-family="sans-serif" font-weight="bold" font-size="27" text-anchor="middle">'
    for square, value in sorted(heat.items()):
        if not value:
            continue
        part = math.sqrt(value / most)
        x, y = view.corner(square)
        opacity = _LEAST_OPACITY + part * (_MOST_OPACITY - _LEAST_OPACITY)
        yield (
            f'<rect x="{x + 2}" y="{y + 2}" width="{TILE - 4}" height="{TILE - 4}" rx="8" '
            f'fill="{_colour(part)}" fill-opacity="{number(opacity)}"/>'
        )
        yield (
            f'<text x="{x + TILE // 2}" y="{y + 60}" fill="#fff" stroke="#1d1016" stroke-width="6" '
            f'paint-order="stroke" stroke-linejoin="round">{text(label(value))}</text>'
        )
    yield "</g>"


def _colour(part: float) -> str:
    """A colour from pale to deep."""
    red, green, blue = (round(a + part * (b - a)) for a, b in zip(_PALE, _DEEP, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"
