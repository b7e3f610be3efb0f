"""What ends a search, and how much of a clock a move may take."""

from __future__ import annotations

from dataclasses import dataclass

EXPECTED_MOVES = 24
"""So many moves a clock is shared among, at any time of the game."""
SHORTEST = 0.001
"""No search is given less than so many seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search. Times are in seconds; none given means that only `Engine.stop` does."""

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None
    ponder: bool = False
    infinite: bool = False
    """No level's cap on time counts."""
    moves: tuple[str, ...] = ()
    """Only these are looked at; all, if empty."""


def allotted(limits: Limits, overhead: float, is_forced: bool = False) -> tuple[float, float]:
    """Seconds after which no iteration begins, and after which the search ends; 0 for no limit. `overhead` is
    what a move may lose between here and the clock; a forced move is played at once."""
    if limits.movetime is not None:
        return 0, max(SHORTEST, limits.movetime - overhead)
    if limits.clock is None:
        return 0, 0
    # the moves to come will lose some time, too: a long game must not live from hand to mouth
    reserve = max(2 * overhead, min(6 * overhead, limits.clock / 2))
    left = max(SHORTEST, limits.clock - reserve)
    if is_forced:
        return SHORTEST / 1000, left
    moves = min(limits.moves_to_go or EXPECTED_MOVES, EXPECTED_MOVES)
    # with little left, the increment is for filling the clock again
    spare = min(1.0, left / (10 * overhead)) if overhead else 1.0
    share = left / moves + 0.75 * spare * limits.increment
    most = max(1 / 4, min(0.95, 1.6 / moves)) * left
    hard = max(SHORTEST, min(most, 4 * share))
    return min(0.7 * share, hard), hard


def shortened(seconds: float, spent: float) -> float:
    """What is left of a time when some of it is spent; 0 stays no limit."""
    return min(seconds, max(SHORTEST, seconds - spent))
