"""Reasons about the safety of the mover's own pieces."""

from __future__ import annotations

from tilefish.explain.reasons.reason import Finding
from tilefish.explain.reasons.scene import Scene
from tilefish.explain.reasons.view import View


def saves(view: View) -> Finding | None:
    """Another piece would have been lost, and is not now."""
    saved = [
        view.pieces[fate.square]
        for start in view.was_in_danger - {view.parts.origin}
        if (fate := view.journey[start]).square is not None and view.is_safe(fate.square)
    ]
    return view.about("saves {}", saved)


def to_safety(view: View) -> Finding | None:
    """The moved piece would have been lost where it was, and is not where it is."""
    square = view.square
    if view.parts.origin not in view.was_in_danger or square is None or not view.is_safe(square):
        return None
    return Finding(f"brings the {view.mover.kind.name} to safety", (square,))


def safe_square(view: Scene) -> Finding | None:
    """Nothing can take the piece where it has moved. Not reported for a king, where it is obvious."""
    square = view.square
    if square in (None, view.parts.origin) or view.mover.kind.royal or not view.is_safe(square):
        return None
    if any(square in answer.taken for answer in view.answers):
        return None
    return Finding("safe square", (square,))


def into_danger(view: View) -> Finding | None:
    """The moved piece can be taken for gain, and captured nothing in return."""
    square = view.square
    if view.taken or square not in view.in_danger:
        return None
    return Finding(f"may be lost on {view.place(square)}", (square,))


def leaves(view: View) -> Finding | None:
    """Another piece can now be taken for gain, and could not before."""
    left = [
        view.pieces[square]
        for square in view.in_danger
        if square not in view.moved and view.came_from[square] not in view.was_in_danger
    ]
    return view.about("leaves {} to be taken", left)


def defends(view: Scene) -> Finding | None:
    """The moved piece can now take back on the square of an attacked piece, and could not before. A weaker
    reason than `saves`."""
    attacked = {square for answer in view.answers for square in answer.taken}.difference(view.moved)
    saved = {square for square in attacked if view.came_from[square] in view.was_in_danger}
    defended = [
        view.pieces[square]
        for square in attacked - saved
        if not view.guarded_before(square) and view.takes_back(square)
    ]
    return view.about("defends {}", defended)
