"""The pieces of a picture: the project's own drawings in two colours, and tokens for kinds without one."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tilefish.render.glyphs import DRAWINGS, choose_drawings
from tilefish.render.svg_view import PictureView, heading, number, text, use
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import WHITE, Kind, Variant

_FILLS = (("#fffdf5", "#eadfc4"), ("#4a5263", "#232833"))
"""By side: the colours of a piece at the top and at the bottom."""
_LINES = ('stroke="#2b2118" color="#7a684f"', 'stroke="#0d1016" color="#cdd6e2"')
_HALOS = ('stroke="#fff8e6" color="#fff8e6"', 'stroke="#eef3f8" color="#eef3f8"')

_PLAIN = 'fill="currentColor" stroke="none"'
_LETTERING = f'font-family="sans-serif" font-weight="bold" font-size="31" text-anchor="middle" {_PLAIN}'


def piece_definitions(variant: Variant, setup: Setup, view: PictureView) -> Iterator[str]:
    """The drawings of the pieces that stand on the board: shapes, and the shapes in the colours of a side."""
    present = sorted(set(setup.pieces.values()))
    drawings = choose_drawings(variant)
    names = {piece: drawings[piece[0]] or f"token-{_identity(piece)}" for piece in present}
    for name, (kind, side) in {name: piece for piece, name in names.items()}.items():
        yield f'<g id="{name}">{DRAWINGS.get(name) or _token(variant.kinds[kind], side, view)}</g>'
    for side in sorted({side for _, side in present}):
        top, bottom = _FILLS[side]
        yield (
            f'<linearGradient id="fill{side}" gradientUnits="userSpaceOnUse" x1="50" y1="5" x2="50" y2="90">'
            f'<stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>'
        )
    for piece, name in names.items():
        yield _in_colours(_identity(piece), name, piece[1])


def draw_pieces(setup: Setup, view: PictureView) -> Iterator[str]:
    """Every piece on its square."""
    for square in view.squares():
        if square in setup.pieces:
            yield use(_identity(setup.pieces[square]), view.corner(square))


def _identity(piece: tuple[int, int]) -> str:
    return f"{'wb'[piece[1]]}{piece[0]}"


def _in_colours(identity: str, shape: str, side: int) -> str:
    """A shape on its shadow, with a pale rim that sets it off from dark ground."""
    return (
        f'<g id="{identity}" stroke-linejoin="round" stroke-linecap="round">'
        '<ellipse cx="50" cy="89" rx="36" ry="7" opacity=".22"/>'
        f'<use href="#{shape}" {_HALOS[side]} fill="none" stroke-width="7" opacity=".5"/>'
        f'<use href="#{shape}" {_LINES[side]} fill="url(#fill{side})" stroke-width="3.5"/></g>'
    )


def _token(kind: Kind, side: int, view: PictureView) -> str:
    """A shield with the kind's letter, and round it the directions in which it moves."""
    return (
        '<circle cx="50" cy="52" r="35"/><circle cx="50" cy="52" r="21.5" stroke-width="2"/>'
        + "".join(_mark(angle, slides) for angle, slides in _directions(kind, side, view))
        + f'<text x="50" y="63" {_LETTERING}>{text(kind.letter.upper())}</text>'
    )


def _directions(kind: Kind, side: int, view: PictureView) -> list[tuple[float, bool]]:
    """Angles on the picture, and whether the piece slides there."""
    forward = 1 if side == WHITE else -1
    slides: dict[float, bool] = {}
    for step in kind.steps:
        angle = heading(*view.towards(step.dx * forward, step.dy * forward))
        slides[angle] = slides.get(angle, False) or step.reach != 1
    return sorted(slides.items())


def _mark(angle: float, slides: bool) -> str:
    """A wedge that points outwards for a slide, a dot for a leap."""
    if slides:
        return f'<path d="M75 47l7.5 5-7.5 5z" {_PLAIN} transform="rotate({number(angle)} 50 52)"/>'
    turn = math.radians(angle)
    x, y = 50 + 28.3 * math.cos(turn), 52 + 28.3 * math.sin(turn)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3" {_PLAIN}/>'
