"""Moves as marks on a board: which squares they connect."""

from __future__ import annotations

import re

from tilefish.game import Game
from tilefish.rulebook.fen import royal_square
from tilefish.rulebook.variant import Variant

_LEG = re.compile("(-?)([a-h][1-8])")

Marked = tuple[int, int]
"""Two squares; the same twice where something happens on one square alone."""


def arrows_of(variant: Variant, move: str) -> list[Marked]:
    """The ways of a move or an action, each from square to square: one for a leg of a stone sequence, one
    for an attack. A step aside begins where the piece stood."""
    places = [(bool(dash), variant.square_of(name)) for dash, name in _LEG.findall(move)]
    squares = [(aside, square) for aside, square in places if square is not None]
    if not squares:
        return []
    origin = here = squares[0][1]
    arrows = []
    for aside, square in squares[1:]:
        start = origin if aside else here
        if square != start:
            arrows.append((start, square))
        here = square
    return arrows or [(origin, origin)]


def ends_of(variant: Variant, move: str) -> Marked | None:
    """Where a move began, and where it ended or struck."""
    arrows = arrows_of(variant, move)
    return (arrows[0][0], arrows[-1][1]) if arrows else None


def checked_king(game: Game) -> int | None:
    """The square of the king that is in check."""
    setup = game.setup()
    return royal_square(game.variant, setup.pieces, setup.turn) if game.in_check else None
