"""What the world does after a move: conveyor belts (RULES.md section 5)."""

from __future__ import annotations

from dataclasses import dataclass

from .terrain import Pieces, Square, Terrain, shifted


@dataclass(frozen=True)
class Carriage:
    """The pieces after the belts ran, and the squares whose piece was carried or destroyed."""

    pieces: Pieces
    carried_from: frozenset[Square]
    destroyed_from: frozenset[Square]


def run_belts(terrain: Terrain, pieces: Pieces) -> Carriage:
    """Carry every piece on a belt one tile, "all at the same time"."""
    journeys = {
        square: shifted(square, direction)
        for square in pieces
        if (direction := terrain.belt_at(square)) is not None
    }
    after = {square: piece for square, piece in pieces.items() if square not in journeys}
    destroyed: set[Square] = set()
    taken: set[Square] = set()  # where a carried piece has arrived
    # "the one whose belt tile has the smaller index stands, the other is destroyed"
    for start in terrain.by_index(journeys):
        end = journeys[start]
        if not terrain.is_safe(end) or end in taken:
            destroyed.add(start)
            continue
        if end in after:  # its piece is not itself carried away: crushed
            destroyed.add(end)
        taken.add(end)
        after[end] = pieces[start]
    return Carriage(after, frozenset(journeys), frozenset(destroyed))
