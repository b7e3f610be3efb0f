"""Reasons about the world: bridges and stones, belts, and what they destroy."""

from __future__ import annotations

from functools import partial

from tilefish.explain.reasons.journeys import BURNS, CRUSHED, DROWNS, FALLS
from tilefish.explain.reasons.reason import Finding, SharedFinder
from tilefish.explain.reasons.scene import Scene
from tilefish.rules.model.variant import BRIDGE, SPAWN, STONE, TILE_NAMES, UNSAFE

_ENDS = {
    DROWNS: "a belt drowns {}",
    BURNS: "a belt burns {} in lava",
    FALLS: "a belt drops {} into the void",
    CRUSHED: "a belt crushes {}",
}
_BEFORE_OWN_NEXT_MOVE = 2
"""The number of belt runs until a side that passes is to move again."""


def _destroyed(view: Scene, cause: str, own: bool) -> Finding | None:
    """The world destroys pieces of one side in this turn."""
    side = view.us if own else view.them
    lost = [
        view.pieces_before[start]
        for start, fate in view.journey.items()
        if fate.by_the_world and fate.cause == cause and view.pieces_before[start].side == side
    ]
    return view.about(_ENDS[cause], lost)


Finders = dict[str, SharedFinder]
ENEMY_DESTROYED: Finders = {cause: partial(_destroyed, cause=cause, own=False) for cause in _ENDS}
OWN_DESTROYED: Finders = {cause: partial(_destroyed, cause=cause, own=True) for cause in _ENDS}


def escapes_world(view: Scene) -> Finding | None:
    """A piece that the world would have destroyed before the mover's next move is out of its way."""
    saved = [
        view.pieces[fate.square]
        for start, fate in view.journey.items()
        if fate.square is not None
        and view.pieces_before[start].side == view.us
        and _would_be_destroyed(view, start)
        and not _is_doomed(view, fate.square)
    ]
    return view.about("takes {} out of the belts' way", saved)


def doomed(view: Scene) -> Finding | None:
    """A piece stands where the world destroys it after the other side's next move."""
    lost = [
        piece for piece in view.pieces.values() if piece.side == view.us and _is_doomed(view, piece.square)
    ]
    return view.about("loses {} to a belt next", lost)


def deadly_belt(view: Scene) -> Finding | None:
    """The moved piece stands on a belt that destroys it if it stays, but not before it can move again."""
    turns = None if view.square is None else view.tables.belt_turns(view.square)
    if view.square is None or turns is None or turns < _BEFORE_OWN_NEXT_MOVE:
        return None
    return Finding(f"on a belt that destroys it in {turns} turns", (view.square,))


def rides_belt(view: Scene) -> Finding | None:
    """A belt carries the moved piece on."""
    if view.square is None or not view.journey[view.parts.origin].carried:
        return None
    return Finding(f"rides a belt to {view.place(view.square)}", (view.square,))


def _holds(view: Scene, tile: str) -> Finding | None:
    """The moved piece goes to a tile of that kind from a tile of another kind."""
    if view.square is None or view.variant.tile(view.square) != tile:
        return None
    if view.variant.tile(view.parts.origin) == tile:
        return None
    text = f"holds the {TILE_NAMES[tile]} on {view.place(view.square)}"
    return Finding(text, (view.square,))


HOLDS: Finders = {
    "bridge": partial(_holds, tile=BRIDGE),
    "stone": partial(_holds, tile=STONE),
    "spawn": partial(_holds, tile=SPAWN),
}


def leaves_bridge(view: Scene) -> Finding | None:
    """The moved piece goes from a bridge to another tile."""
    origin = view.parts.origin
    if view.square is None or view.variant.tile(origin) != BRIDGE or view.variant.tile(view.square) == BRIDGE:
        return None
    return Finding(f"leaves the bridge on {view.place(origin)}", (origin,))


def leaps_over(view: Scene) -> Finding | None:
    """The squares on both ways of a leap, straight first or diagonal first, cannot be stood on."""
    if view.parts.stone is not None or view.parts.rook is not None:
        return None
    files = view.variant.files
    (rank, file), (end_rank, end_file) = divmod(view.parts.origin, files), divmod(view.parts.target, files)
    up, across = end_rank - rank, end_file - file
    if sorted((abs(up), abs(across))) != [1, 2]:
        return None
    straight = (rank + up // 2, file) if abs(up) == 2 else (rank, file + across // 2)
    diagonal = (rank + _sign(up), file + _sign(across))
    passed = tuple(sorted(y * files + x for y, x in (straight, diagonal)))
    tiles = [view.variant.tile(square) for square in passed]
    if not UNSAFE.issuperset(tiles):
        return None
    return Finding(f"leaps over {' and '.join(sorted({TILE_NAMES[t] for t in tiles}))}", passed)


def stone_sequence(view: Scene) -> Finding | None:
    """The move goes by a stone."""
    stone, glide = view.parts.stone, view.parts.glide
    if stone is None or glide is None:
        return None
    text = f"rides the stone from {view.place(stone)} to {view.place(glide)}"
    return Finding(text, (stone, glide))


def stone_reach(view: Scene) -> Finding | None:
    """The stone takes the piece to a square that it could not have moved to directly."""
    if view.parts.stone is None or view.parts.target in view.before.targets(view.parts.origin):
        return None
    text = f"reaches {view.place(view.parts.target)} only by the stone"
    return Finding(text, (view.parts.target,))


def _would_be_destroyed(view: Scene, start: int) -> bool:
    """Whether belts destroy a piece that stays, until its side is to move again."""
    turns = view.tables.belt_turns(start)
    return view.idle_journey[start].by_the_world or (turns is not None and turns <= _BEFORE_OWN_NEXT_MOVE)


def _is_doomed(view: Scene, square: int) -> bool:
    return view.tables.belt_turns(square) == 1


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
