"""Reasons of quiet moves: a piece comes into play, or reaches more."""

from __future__ import annotations

from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import Scene

_MUCH_MORE = 3
"""A piece with this number of squares more is more active."""


def develops(view: Scene) -> Finding | None:
    """A piece leaves the square where the start array has it; kings and pawns do not count."""
    kind, origin = view.mover.kind, view.parts.origin
    if kind.pawn or kind.royal or view.square in (None, origin):
        return None
    if view.variant.start.pieces.get(origin) != (view.variant.kinds.index(kind), view.us):
        return None
    return Finding(f"develops the {kind.name}", (origin,))


def more_active(view: Scene) -> Finding | None:
    """The moved piece has more squares to go to than where it was."""
    square = view.square
    if square in (None, view.parts.origin) or view.mover.kind.royal or view.parts.promotion is not None:
        return None
    more = len(view.after.targets(square)) - len(view.before.targets(view.parts.origin))
    if more < _MUCH_MORE:
        return None
    return Finding(f"reaches {more} squares more", (square,))
