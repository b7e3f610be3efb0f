"""The drawings of the pieces, on a square of 100 × 100, and which piece is drawn how.

Only data and the choice among it live here. A shape inherits fill and stroke from the element that uses it;
its finer lines take `currentColor`, so that one drawing serves both sides.
"""

from __future__ import annotations

from tilefish.rules.model.variant import UNLIMITED, Kind, Variant

Moves = frozenset[tuple[int, int, int]]
"""The moves of a kind: (dx, dy, reach) of every step that exists on any square, for move and capture."""

_FINE = 'fill="none" stroke="currentColor" stroke-width="3"'
_DOT = 'fill="currentColor" stroke="none"'
_FOOT = '<path d="M24 91v-5c0-4 3-7 7-7h38c4 0 7 3 7 7v5z"/>'
_SKIRT = '<path d="M40 55c0 11-3 18-9 25h38c-6-7-9-14-9-25z"/>'
_COLLAR = '<rect x="34" y="50" width="32" height="8" rx="4"/>'

PAWN = (
    '<path d="M43 50c0 14-4 22-11 30h36c-7-8-11-16-11-30z"/>'
    '<rect x="36" y="47" width="28" height="8" rx="4"/>'
    '<circle cx="50" cy="34" r="14.5"/>' + _FOOT + f'<path d="M32 85h36" {_FINE}/>'
)

ROOK = (
    '<path d="M36 38l-3 42h34l-3-42z"/>'
    '<path d="M28 17h11v8h6v-8h10v8h6v-8h11v18c0 4-3 6-6 6H34c-3 0-6-2-6-6z"/>'
    + _FOOT
    + f'<path d="M34 33h32M50 52v11M32 85h36" {_FINE}/>'
)

BISHOP = (
    _SKIRT + '<path d="M50 18c10 7 17 16 17 25 0 6-3 10-7 13H40c-4-3-7-7-7-13 0-9 7-18 17-25z"/>'
    '<rect x="33" y="53" width="34" height="8" rx="4"/>'
    '<circle cx="50" cy="15" r="5.5"/>' + _FOOT + f'<path d="M60 28L49 42M32 85h36" {_FINE}/>'
)

QUEEN = (
    _SKIRT + '<path d="M36 52L22 27l14 10 1-19 9 16 4-18 4 18 9-16 1 19 14-10-14 25z"/>'
    '<circle cx="22" cy="26" r="4.5"/><circle cx="36.5" cy="17" r="4.5"/><circle cx="50" cy="14" r="4.5"/>'
    '<circle cx="63.5" cy="17" r="4.5"/><circle cx="78" cy="26" r="4.5"/>'
    + _COLLAR
    + _FOOT
    + f'<path d="M37 44h26M32 85h36" {_FINE}/>'
)

KING = (
    '<path d="M46.5 5h7v6.5h6.5v7h-6.5v8h-7v-8H40v-7h6.5z"/>'
    + _SKIRT
    + '<path d="M35 52l-8-21c7-9 16-9 23-3 7-6 16-6 23 3l-8 21z"/>'
    + _COLLAR
    + _FOOT
    + f'<path d="M36 44h28M50 28v16M32 85h36" {_FINE}/>'
)

KNIGHT = (
    '<path d="M70 80c5-22 4-45-10-56l-1-13-10 9c-8 2-14 8-17 17L21 53c-3 4-1 10 4 11l7 1c5-4 10-5 16-6'
    '-1 9-12 12-15 21z"/>'
    + _FOOT
    + f'<path d="M64 74c3-16 2-31-6-41M32 85h36" {_FINE}/>'
    + f'<ellipse cx="42" cy="37" rx="3.5" ry="3" {_DOT}/><circle cx="27" cy="57" r="2" {_DOT}/>'
)

TOWER_KNIGHT = (
    '<path d="M66 60c4-17 2-35-9-44l-1-11-8 8c-7 2-12 7-14 14L24 40c-2 3-1 8 3 8l6 1c4-3 7-4 12-5'
    ' 0 5-5 8-8 16z"/>'
    '<path d="M35 66l-2 14h34l-2-14z"/>'
    '<path d="M26 54h11v6h7v-6h12v6h7v-6h11v8c0 4-3 6-6 6H32c-3 0-6-2-6-6z"/>'
    + _FOOT
    + f'<path d="M60 49c1-11 0-20-6-26M32 85h36" {_FINE}/>'
    + f'<ellipse cx="42" cy="27" rx="3" ry="2.5" {_DOT}/><circle cx="29.5" cy="42.5" r="1.8" {_DOT}/>'
)

DRAWINGS: dict[str, str] = {
    "pawn": PAWN,
    "knight": KNIGHT,
    "bishop": BISHOP,
    "rook": ROOK,
    "queen": QUEEN,
    "king": KING,
    "tower-knight": TOWER_KNIGHT,
}
"""Shapes by name. A kind whose moves match none is drawn by its own name if that is a key, else as a
token."""


def _all_ways(dx: int, dy: int, reach: int) -> Moves:
    """A step in every direction that rotation and mirroring give."""
    turned = {(dx, dy), (dy, dx)}
    return frozenset((x * sx, y * sy, reach) for x, y in turned for sx in (1, -1) for sy in (1, -1))


_ROOK_MOVES = _all_ways(1, 0, UNLIMITED)
_BISHOP_MOVES = _all_ways(1, 1, UNLIMITED)
_KNIGHT_MOVES = _all_ways(1, 2, 1)

_BY_MOVES: dict[Moves, str] = {
    _KNIGHT_MOVES: "knight",
    _BISHOP_MOVES: "bishop",
    _ROOK_MOVES: "rook",
    _ROOK_MOVES | _BISHOP_MOVES: "queen",
    _ROOK_MOVES | _KNIGHT_MOVES: "tower-knight",
}


def choose_drawings(variant: Variant) -> tuple[str | None, ...]:
    """For each kind the name of its drawing, or None for a token. No two kinds share a drawing."""
    chosen: dict[int, str] = {}
    for rule in (_drawing_by_role, _drawing_by_name):
        for index, kind in enumerate(variant.kinds):
            drawing = rule(kind)
            if index not in chosen and drawing is not None and drawing not in chosen.values():
                chosen[index] = drawing
    return tuple(chosen.get(index) for index in range(len(variant.kinds)))


def _drawing_by_role(kind: Kind) -> str | None:
    if kind.royal:
        return "king"
    if kind.pawn:
        return "pawn"
    plain = all(step.quiet and step.capture and not step.lame and not step.initial for step in kind.steps)
    return _BY_MOVES.get(frozenset((step.dx, step.dy, step.reach) for step in kind.steps)) if plain else None


def _drawing_by_name(kind: Kind) -> str | None:
    return kind.name if kind.name in DRAWINGS else None
