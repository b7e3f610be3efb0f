"""What Python sees of a trace of the search."""

from collections.abc import Iterator
from typing import NamedTuple

INFINITE: int
MATE: int
MATED_SOON: int

class TracedVisit(NamedTuple):
    """A visit to a node, or a move that was left out. Scores are those of the side to move at the node."""

    level: int
    ply: int
    move: int
    face: int
    depth: int
    alpha: int
    beta: int
    score: int
    static_value: int | None
    nodes: int
    visit: int
    reason: int
    reduction: int
    extension: int
    internal_reduction: int

class TracedIteration(NamedTuple):
    """One iteration. `nodes` and `nanoseconds` are those that it took. `visits` are its records in the order of
    the search, or None if there was no room to keep them; `left_out` is how many more there would be."""

    depth: int
    nodes: int
    nanoseconds: int
    is_cut_short: bool
    visits: list[TracedVisit] | None
    left_out: int

class SearchTrace:
    """What a search visits down to a ply, iteration by iteration. Of each iteration at most `capacity` records
    are kept. Of all iterations, the latest are kept, with at most twice as many records."""

    plies: int
    def __init__(self, plies: int, capacity: int = 50000) -> None: ...
    def iterations(self) -> Iterator[TracedIteration]: ...
