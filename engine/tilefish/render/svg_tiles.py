"""The ground of a picture: the look of each tile, and the edges between tiles.

A tile is drawn once in the definitions and used wherever it occurs. Everything is 100 units wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from tilefish.render.svg_view import TILE, PictureView, heading, is_dark, use
from tilefish.rules.model.variant import BELTS, BRIDGE, FLOOR, LAVA, SPAWN, STONE, VOID, WATER, Variant

FLOOR_COLOURS = ("#f1e6cf", "#cdb48a")
"""Light and dark."""

_WAVE = "q12.5-11 25 0t25 0 25 0 25 0"
_PLANKS = "".join(f'<rect x="13" y="{y}" width="74" height="17.5"/>' for y in (1.5, 21.5, 41.5, 61.5, 81.5))

_DRAWINGS: dict[str, str] = {
    WATER: (
        '<rect width="100" height="100" fill="#3f97bd"/>'
        f'<path d="M0 22{_WAVE}M0 82{_WAVE}" fill="none" stroke="#8fd0e6" stroke-width="4"/>'
        f'<path d="M0 52{_WAVE}" fill="none" stroke="#2b7ba1" stroke-width="4"/>'
    ),
    BRIDGE: (
        f'<g fill="#b9814a" stroke="#5d3a1c" stroke-width="2.5">{_PLANKS}</g>'
        '<path d="M22 7h30M60 31h18M24 52h22M50 68h28M30 92h24" stroke="#8a5a2e" stroke-width="2"/>'
        '<path d="M13 0v100M87 0v100" stroke="#5d3a1c" stroke-width="9"/>'
        '<path d="M13 0v100M87 0v100" stroke="#d9a76c" stroke-width="4.5"/>'
        '<g fill="#5d3a1c"><circle cx="13" cy="10" r="6"/><circle cx="13" cy="90" r="6"/>'
        '<circle cx="87" cy="10" r="6"/><circle cx="87" cy="90" r="6"/></g>'
    ),
    LAVA: (
        '<rect width="100" height="100" fill="url(#molten)"/>'
        '<path d="M34 0c4 22 20 24 18 44S30 66 32 100M100 30C84 34 72 40 52 44M0 62c14-2 24 2 34 12'
        'M62 100c2-18 18-22 38-26" fill="none" stroke="#ffe680" stroke-width="4"/>'
        '<g fill="#54180e" stroke="#9c2a0d" stroke-width="3" stroke-linejoin="round">'
        '<path d="M0 10l20-4 9 14-5 21-24 6z"/><path d="M44 4l22-4 34 6v16l-30 9-16-4z"/>'
        '<path d="M10 74l14 6 2 14-26 6V78z"/><path d="M62 50l26-9 12 4v18l-24 8-13-5z"/>'
        '<path d="M44 74l12-4 4 12-6 14-12 4-2-14z"/><path d="M72 92l20-9 8 2v15H68z"/></g>'
        '<circle cx="38" cy="54" r="5" fill="#fff3b0"/><circle cx="86" cy="31" r="3" fill="#fff3b0"/>'
        '<circle cx="12" cy="56" r="3" fill="#fff3b0"/>'
    ),
    ">": (
        '<rect width="100" height="100" fill="#737a85"/>'
        '<path d="M10 14v72M30 14v72M50 14v72M70 14v72M90 14v72" stroke="#666d78" stroke-width="6"/>'
        '<path d="M0 6h100M0 94h100" stroke="#3c424c" stroke-width="12"/>'
        '<path d="M5 6h90M5 94h90" stroke="#9aa2ad" stroke-width="3" stroke-dasharray="2 18" '
        'stroke-linecap="round" stroke-dashoffset="-3"/>'
        '<path d="M5 24l22 26L5 76M38 24l22 26-22 26M71 24l22 26-22 26" fill="none" stroke="#f5c443" '
        'stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/>'
    ),
    STONE: (
        '<ellipse cx="52" cy="57" rx="44" ry="39" fill="#000" opacity=".22"/>'
        '<path d="M14 34l18-20 30-6 24 16 9 27-11 27-27 15-30-4-19-22z" fill="#6d7681" stroke="#3d444d" '
        'stroke-width="3" stroke-linejoin="round"/>'
        '<path d="M22 35l15-15 24-5 20 13 7 22-9 20-23 12-24-3-15-18z" fill="#949da7"/>'
        '<path d="M28 38l12-13 16-4M74 66l-6 8-9 4" fill="none" stroke="#c3cad1" stroke-width="4" '
        'stroke-linecap="round"/>'
        '<path d="M62 22l-4 11 8 7M26 62l10-3 4 8" fill="none" stroke="#6d7681" stroke-width="2.5"/>'
    ),
    SPAWN: (
        '<circle cx="50" cy="50" r="44" fill="url(#portal)"/>'
        '<g stroke="#7b2fa8" stroke-linejoin="round">'
        '<circle cx="50" cy="50" r="39" fill="none" stroke-width="4" stroke-dasharray="15 5.42"/>'
        '<path d="M50 16l8 26 26 8-26 8-8 26-8-26-26-8 26-8z" fill="#c688e4" stroke-width="2.5"/></g>'
    ),
}

_GRADIENTS: dict[str, str] = {
    LAVA: (
        '<radialGradient id="molten" r=".75"><stop stop-color="#ffc93c"/>'
        '<stop offset=".5" stop-color="#ff8a1f"/><stop offset="1" stop-color="#d9390f"/></radialGradient>'
        '<radialGradient id="glow"><stop offset=".45" stop-color="#ff7a1a" stop-opacity=".65"/>'
        '<stop offset="1" stop-color="#ff7a1a" stop-opacity="0"/></radialGradient>'
    ),
    SPAWN: (
        '<radialGradient id="portal"><stop stop-color="#f6e3ff"/><stop offset="1" stop-color="#c58be6" '
        'stop-opacity=".55"/></radialGradient>'
    ),
}

_NAMES: dict[str, str] = {
    WATER: "water",
    BRIDGE: "bridge",
    LAVA: "lava",
    STONE: "stone",
    SPAWN: "spawn",
}
_WET = frozenset((WATER, BRIDGE))
_ON_FLOOR = frozenset((FLOOR, STONE, SPAWN))
_CHEQUERED = _WET | {LAVA} | BELTS.keys()
"""The tiles whose own colour is darkened on dark squares."""
_STARS = ("m24 30h.1m46 36h.1m-12-48h.1", "m30 72h.1m46-38h.1m-28 16h.1", "m18 52h.1m46 26h.1m18-56h.1")
_CLIFFS = {WATER: "#2b7ba1", BRIDGE: "#2b7ba1", LAVA: "#7d1f0e", ">": "#3c424c"}
_EARTH = "#8a6b45"


def tile_definitions(variant: Variant) -> Iterator[str]:
    """The drawings of the tiles that occur."""
    present = set(variant.tiles)
    if present & BELTS.keys():
        yield f'<g id="belt">{_DRAWINGS[">"]}</g>'
    if present & _WET:
        yield f'<g id="water">{_DRAWINGS[WATER]}</g>'
    for tile in sorted(present - {WATER}):
        if tile in _NAMES:
            yield _GRADIENTS.get(tile, "") + f'<g id="{_NAMES[tile]}">{_DRAWINGS[tile]}</g>'


def draw_ground(variant: Variant, view: PictureView) -> Iterator[str]:
    """All tiles, from the sea bed up."""
    for dark, colour in enumerate(FLOOR_COLOURS):
        yield _draw_squares(view, _squares(variant, view, _ON_FLOOR, bool(dark)), colour)
    yield _draw_stars(variant, view)
    for square in view.squares():
        yield from _draw_base(variant, view, square)
    yield from _draw_shores(variant, view)
    for square in view.squares():
        if variant.tile(square) == LAVA:
            x, y = view.centre(square)
            yield f'<circle cx="{x}" cy="{y}" r="86" fill="url(#glow)"/>'
    for square in view.squares():
        yield from _draw_top(variant, view, square)
    yield _draw_squares(view, _squares(variant, view, _CHEQUERED, True), "#000", ' opacity=".1"')


def _draw_stars(variant: Variant, view: PictureView) -> str:
    """A few faint stars in the void."""
    corners = ((square, *view.corner(square)) for square in view.squares() if variant.tile(square) == VOID)
    path = "".join(f"M{x} {y}{_STARS[square % len(_STARS)]}" for square, x, y in corners)
    return f'<path d="{path}" stroke="#5b6b80" stroke-width="3" stroke-linecap="round"/>' if path else ""


def _draw_base(variant: Variant, view: PictureView, square: int) -> Iterator[str]:
    tile, (x, y) = variant.tile(square), view.corner(square)
    if tile in _WET:
        yield use("water", (x, y))
    below = view.neighbour(square, 0, 1)
    if tile != VOID and (below is None or variant.tile(below) == VOID):
        colour = _CLIFFS.get(">" if tile in BELTS else tile, _EARTH)
        yield f'<path d="M{x} {y + TILE}h{TILE}v13h-{TILE}z" fill="{colour}"/>'


def _draw_top(variant: Variant, view: PictureView, square: int) -> Iterator[str]:
    tile, corner = variant.tile(square), view.corner(square)
    if tile in BELTS:
        yield use("belt", corner, _turned(corner, heading(*view.towards(*BELTS[tile]))))
    elif tile == BRIDGE:
        yield use("bridge", corner, _turned(corner, 0 if _runs_upwards(variant, view, square) else 90))
    elif tile == LAVA:
        yield use("lava", corner, _turned(corner, square // view.files * 90 + square % view.files * 180))
    elif tile in _NAMES and tile != WATER:
        yield use(_NAMES[tile], corner)


def _runs_upwards(variant: Variant, view: PictureView, square: int) -> bool:
    """Whether a bridge leads from rank to rank: the direction with more tiles to stand on."""

    def ways(steps: tuple[tuple[int, int], ...]) -> int:
        ends = [view.neighbour(square, *step) for step in steps]
        return sum(end is not None and variant.is_safe(end) for end in ends)

    return ways(((0, 1), (0, -1))) >= ways(((1, 0), (-1, 0)))


def _draw_shores(variant: Variant, view: PictureView) -> Iterator[str]:
    """A line of foam along every edge between water and land."""
    edges = {(0, -1): (0, 3, TILE, 0), (0, 1): (0, TILE - 3, TILE, 0)}
    edges |= {(-1, 0): (3, 0, 0, TILE), (1, 0): (TILE - 3, 0, 0, TILE)}
    lines = []
    for square in view.squares():
        if variant.tile(square) not in _WET:
            continue
        x, y = view.corner(square)
        for step, (left, down, width, height) in edges.items():
            beside = view.neighbour(square, *step)
            if beside is not None and variant.tile(beside) not in _WET:
                lines.append(f"M{x + left} {y + down}l{width} {height}")
    if lines:
        yield f'<path d="{"".join(lines)}" stroke="#d9f1f5" stroke-width="6" opacity=".75"/>'


def _turned(corner: tuple[int, int], angle: float) -> str:
    x, y = corner[0] + TILE // 2, corner[1] + TILE // 2
    return f' transform="rotate({angle % 360:g} {x} {y})"' if angle % 360 else ""


def _squares(variant: Variant, view: PictureView, tiles: Set[str], dark: bool) -> list[int]:
    chosen = (square for square in view.squares() if variant.tile(square) in tiles)
    return [square for square in chosen if is_dark(variant, square) == dark]


def _draw_squares(view: PictureView, squares: list[int], colour: str, more: str = "") -> str:
    """Squares of one colour in one shape, with crisp edges: no seams between neighbours."""
    corners = (view.corner(square) for square in squares)
    path = "".join(f"M{x} {y}h{TILE}v{TILE}h-{TILE}z" for x, y in corners)
    return f'<path d="{path}" fill="{colour}" shape-rendering="crispEdges"{more}/>' if path else ""
