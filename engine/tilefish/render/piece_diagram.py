"""How a piece moves, as a picture: the empty board of a variant, the piece, and marks on what it reaches.

A dot is a move, a cross a capture, a dot in a ring both; a dashed ring surrounds what is possible as a first
move only. A line joins the squares of a slide; a leap has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilefish.explain.piece_moves import Reach
from tilefish.render.svg import draw_coordinates, picture
from tilefish.render.svg_pieces import draw_pieces, piece_definitions
from tilefish.render.svg_tiles import draw_ground, tile_definitions
from tilefish.render.svg_view import MARGIN, TILE, PictureView, number, text
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDE_NAMES, Variant

_MOVE, _TAKE, _FIRST, _RIM = "#0a5fc4", "#c4121f", "#6b2fd0", "#ffffff"
_MIDDLE = TILE // 2

MARKS: dict[str, Reach] = {
    "move": Reach(0, moves=True, captures=False, is_slide=False, is_first=False),
    "capture": Reach(0, moves=False, captures=True, is_slide=False, is_first=False),
    "both": Reach(0, moves=True, captures=True, is_slide=False, is_first=False),
    "slide": Reach(0, moves=True, captures=True, is_slide=True, is_first=False),
    "first": Reach(0, moves=True, captures=False, is_slide=False, is_first=True),
}
"""An example of each mark, for a key to the pictures."""


def piece_diagram(
    variant: Variant, piece: tuple[int, int], square: int, reached: tuple[Reach, ...], *, size: int = 320
) -> str:
    """Draws a piece (kind and side) on a square, and what it reaches from there."""
    view = PictureView(variant.files, variant.ranks, False, MARGIN)
    setup = Setup({square: piece}, turn=piece[1])
    kind = variant.kinds[piece[0]].name
    return picture(
        view,
        size,
        f"How the {SIDE_NAMES[piece[1]]} {kind} moves from {variant.square_name(square)}",
        [*tile_definitions(variant), *piece_definitions(variant, setup, view)],
        [
            *draw_ground(variant, view),
            *_draw_slides(view, square, reached),
            *draw_pieces(setup, view),
            *(_draw_mark(reach, *view.centre(reach.square)) for reach in reached),
            *draw_coordinates(view),
        ],
    )


def mark_picture(name: str, size: int = 32) -> str:
    """One of `MARKS` alone, on plain floor."""
    reach = MARKS[name]
    line = _line(0, _MIDDLE, TILE, _MIDDLE) if reach.is_slide else ""
    return _square_svg(
        size,
        name,
        f'<rect width="{TILE}" height="{TILE}" fill="#e3d2ad"/>{line}{_draw_mark(reach, _MIDDLE, _MIDDLE)}',
    )


def tile_picture(variant: Variant, square: int, size: int = 40) -> str:
    """A tile of a variant alone, as it is drawn on the board."""
    view = PictureView(variant.files, variant.ranks, False, 0)
    x, y = view.corner(square)
    drawn = "".join(draw_ground(variant, view))
    return _square_svg(
        size,
        variant.square_name(square),
        f'<defs>{"".join(tile_definitions(variant))}</defs><rect width="{TILE}" height="{TILE}" '
        f'fill="#18212e"/><g transform="translate({-x} {-y})">{drawn}</g>',
    )


def _square_svg(size: int, title: str, drawn: str) -> str:
    """A picture of one square."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {TILE} {TILE}" role="img"><title>{text(title)}</title>{drawn}</svg>\n'
    )


def _draw_slides(view: PictureView, origin: int, reached: tuple[Reach, ...]) -> Iterator[str]:
    """A line from the origin to the end of each slide."""
    ends: dict[tuple[float, float], tuple[float, tuple[int, int]]] = {}
    x, y = view.centre(origin)
    for reach in reached:
        if reach.is_slide:
            to = view.centre(reach.square)
            away = max(abs(to[0] - x), abs(to[1] - y))
            heading = (to[0] - x) / away, (to[1] - y) / away
            ends[heading] = max(ends.get(heading, (0.0, to)), (away, to))
    for _, (to_x, to_y) in ends.values():
        yield _line(x, y, to_x, to_y)


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    path = f'd="M{x1} {y1}L{x2} {y2}" fill="none"'
    return (
        f'<path {path} stroke="{_RIM}" stroke-width="13" opacity=".7"/>'
        f'<path {path} stroke="{_MOVE}" stroke-width="7" opacity=".75"/>'
    )


def _draw_mark(reach: Reach, x: int, y: int) -> str:
    drawn = ""
    if reach.is_first:
        drawn += _ring(x, y, 36, _FIRST, 6, ' stroke-dasharray="13 9"')
    if reach.moves and reach.captures:
        drawn += _ring(x, y, 24, _RIM, 13) + _ring(x, y, 24, _TAKE, 7)
    if reach.moves:
        drawn += f'<circle cx="{x}" cy="{y}" r="13" fill="{_MOVE}" stroke="{_RIM}" stroke-width="4"/>'
    elif reach.captures:
        arm = 17
        cross = f'd="M{x - arm} {y - arm}l{2 * arm} {2 * arm}M{x - arm} {y + arm}l{2 * arm}-{2 * arm}"'
        drawn += "".join(
            f'<path {cross} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
            for colour, width in ((_RIM, 17), (_TAKE, 10))
        )
    return drawn


def _ring(x: int, y: int, radius: int, colour: str, width: int, more: str = "") -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{number(radius)}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{more}/>'
    )
