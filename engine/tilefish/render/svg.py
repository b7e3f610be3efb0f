"""A board as a picture: terrain, pieces and marks, in one self-contained SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from tilefish.render.svg_combat import draw_combat
from tilefish.render.svg_pieces import draw_pieces, piece_definitions
from tilefish.render.svg_tiles import draw_ground, tile_definitions
from tilefish.render.svg_view import MARGIN, TILE, PictureView, number, text
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDE_NAMES, Variant

_BARE_MARGIN = 20
_SHORTEN_ARROW = 30
_STRONG, _FAINT = ("#12805c", ".82"), ("#3b6fb6", ".5")
"""Colour and opacity of arrows."""
HAND_COLOURS = {"green": "#15781b", "red": "#a81818", "blue": "#00508c", "yellow": "#b87a00"}
"""Of arrows that are drawn by hand."""
_HAND_OPACITY = ".85"


def board_svg(
    variant: Variant,
    setup: Setup,
    *,
    last_move: tuple[int, ...] = (),
    arrows: Sequence[tuple[int, int]] = (),
    faint_arrows: Sequence[tuple[int, int]] = (),
    hand_arrows: Sequence[tuple[int, int, str]] = (),
    check: int | None = None,
    flipped: bool = False,
    size: int = 480,
    coordinates: bool = True,
) -> str:
    """Draws a position.

    `last_move` is the squares of that move, arrows are pairs of squares, `check` is the square of a king
    in check, `size` is the longer side of the picture in pixels. Faint arrows are for less important moves;
    those by hand have the name of one of `HAND_COLOURS`.
    """
    board = variant.with_voids(setup.voids)
    view = PictureView(board.files, board.ranks, flipped, MARGIN if coordinates else _BARE_MARGIN)
    return picture(
        view,
        size,
        f"{board.title}, {SIDE_NAMES[setup.turn]} to move",
        [
            *_check_definition(check),
            *tile_definitions(board),
            *piece_definitions(board, setup, view),
        ],
        [
            *draw_ground(board, view),
            *_draw_last_move(view, last_move),
            *(_draw_check(view, check) if check is not None else ()),
            *draw_pieces(setup, view),
            *draw_combat(board, setup, view),
            *(_draw_arrow(view, *arrow, _FAINT) for arrow in faint_arrows if arrow not in arrows),
            *(_draw_arrow(view, *arrow, _STRONG) for arrow in arrows),
            *(
                _draw_arrow(view, start, end, (HAND_COLOURS[colour], _HAND_OPACITY))
                for start, end, colour in hand_arrows
            ),
            *(draw_coordinates(view) if coordinates else ()),
            *(_draw_turn(view, setup.turn) if coordinates else ()),
        ],
    )


def picture(
    view: PictureView, size: int, title: str, definitions: Iterable[str], drawn: Iterable[str]
) -> str:
    """The whole picture: its definitions, the night sky around the board, and the drawing on it."""
    scale = size / max(view.width, view.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(view.width * scale)}" '
        f'height="{number(view.height * scale)}" viewBox="0 0 {view.width} {view.height}" role="img">',
        f"<title>{text(title)}</title>",
        "<defs>",
        '<radialGradient id="space" r=".75"><stop stop-color="#2c3a4d"/>'
        '<stop offset="1" stop-color="#18212e"/></radialGradient>',
        *definitions,
        "</defs>",
        f'<rect width="{view.width}" height="{view.height}" rx="18" fill="url(#space)"/>',
        *drawn,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _check_definition(check: int | None) -> Iterator[str]:
    if check is not None:
        yield (
            '<radialGradient id="check"><stop stop-color="#ff1f1f"/><stop offset=".5" stop-color="#f01414" '
            'stop-opacity=".85"/><stop offset="1" stop-color="#d40000" stop-opacity="0"/></radialGradient>'
        )


def _draw_last_move(view: PictureView, squares: Sequence[int]) -> Iterator[str]:
    for square in dict.fromkeys(squares):
        x, y = view.corner(square)
        yield (
            f'<rect x="{x + 3}" y="{y + 3}" width="{TILE - 6}" height="{TILE - 6}" fill="#f7e64a" '
            'fill-opacity=".36" stroke="#e0b400" stroke-width="6"/>'
        )


def _draw_check(view: PictureView, square: int) -> Iterator[str]:
    x, y = view.centre(square)
    yield f'<circle cx="{x}" cy="{y}" r="64" fill="url(#check)"/>'


def _draw_arrow(view: PictureView, start: int, end: int, ink: tuple[str, str]) -> str:
    """An arrow from square to square; a ring where both are the same."""
    colour, opacity = ink
    (x1, y1), (x2, y2) = view.centre(start), view.centre(end)
    length = math.hypot(x2 - x1, y2 - y1)
    if not length:
        ring = f'r="43" fill="none" stroke="{colour}" stroke-width="9" opacity="{opacity}"'
        return f'<circle cx="{x1}" cy="{y1}" {ring}/>'
    angle = number(math.degrees(math.atan2(y2 - y1, x2 - x1)))
    tip = number(length - 8)
    neck = number(length - 46)
    return (
        f'<path d="M{_SHORTEN_ARROW}-9L{neck}-9v-17L{tip} 0 {neck} 26V9H{_SHORTEN_ARROW}z" fill="{colour}" '
        f'stroke="#eafff7" stroke-width="2.5" stroke-linejoin="round" opacity="{opacity}" '
        f'transform="translate({x1} {y1}) rotate({angle})"/>'
    )


def draw_coordinates(view: PictureView) -> Iterator[str]:
    """Letters below the files, numbers beside the ranks."""
    yield '<g fill="#c4cfdc" font-family="sans-serif" font-size="26" text-anchor="middle">'
    for file in range(view.files):
        x, _ = view.centre(file)
        yield f'<text x="{x}" y="{view.height - 9}">{chr(ord("a") + file)}</text>'
    for rank in range(view.ranks):
        _, y = view.centre(rank * view.files)
        yield f'<text x="{view.margin // 2}" y="{y + 9}">{rank + 1}</text>'
    yield "</g>"


def _draw_turn(view: PictureView, turn: int) -> Iterator[str]:
    """A small disc beside the side to move."""
    near = (turn == 1) == view.flipped
    y = view.height - view.margin - TILE // 2 if near else view.margin + TILE // 2
    fill, rim = (("#fffdf5", "#2b2118"), ("#0d1016", "#c4cfdc"))[turn]
    yield (
        f'<circle cx="{view.width - view.margin // 2}" cy="{y}" r="10" fill="{fill}" stroke="{rim}" '
        'stroke-width="3"/>'
    )
