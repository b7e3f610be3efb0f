"""What Python sees of a trace of the search."""

from collections.abc import Iterator
from typing import NamedTuple, Self

MATE: int
MATED_SOON: int

# A stub repeats what its module declares: trace.pyx has the same fields.
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
    """One iteration, with what it took. There is no `score` if it was cut short, and there are no `visits` if
    there was no room to keep them."""

    depth: int
    score: int | None
    nodes: int
    nanoseconds: int
    is_cut_short: bool
    visits: list[TracedVisit] | None
    left_out: int

class SearchTrace:
    """What a search visits: at most `capacity` records of an iteration, twice as many of all iterations."""

    plies: int
    def __new__(cls, plies: int, capacity: int = 50000) -> Self: ...
    def iterations(self) -> Iterator[TracedIteration]: ...
