"""The fate of every piece in one turn: its square afterwards, or what destroyed it. It follows from the
turn's events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilefish.core.board.events import Event, EventKind

STANDS, CAPTURED, EXHAUSTED = "stands", "captured", "exhausted"
DROWNS, BURNS, FALLS, CRUSHED = "drowns", "burns", "falls", "crushed"

TAKEN = (CAPTURED, EXHAUSTED)
"""The causes of a move: what is left are those of the world."""

_BY_MOVE = {
    EventKind.CAPTURED: CAPTURED,
    EventKind.KILLED: CAPTURED,
    EventKind.EXHAUSTED: EXHAUSTED,
}
_BY_WORLD = {
    EventKind.DROWNED: DROWNS,
    EventKind.BURNED: BURNS,
    EventKind.FELL: FALLS,
    EventKind.CRUSHED: CRUSHED,
}
_WENT = (EventKind.MOVED, EventKind.CASTLED)


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a piece: its square, or None and the cause."""

    square: int | None
    cause: str = STANDS
    carried: bool = False

    @property
    def by_the_world(self) -> bool:
        """Whether the world destroyed it."""
        return self.square is None and self.cause not in TAKEN


Journey = Mapping[int, Fate]
"""The fates of all pieces by the squares where they stood, those that a move takes first."""


def journey_of(squares: Iterable[int], events: Iterable[Event]) -> Journey:
    """What the events of a turn do to the pieces on some squares."""
    turn = list(events)
    ends = {event.origin: event.target for event in turn if event.kind in _WENT}
    starts = {ends.get(square, square): square for square in squares}
    starts |= {end: start for start, end in ends.items()}  # it may end where another piece is taken
    taken = {_start(event, starts): _BY_MOVE[event.kind] for event in turn if event.kind in _BY_MOVE}
    fates = {start: Fate(None, cause) for start, cause in taken.items()}
    fates |= {start: Fate(end) for end, start in starts.items() if start not in taken}
    for event in turn:  # belts run last, all at once
        if event.kind is EventKind.CARRIED:
            fates[starts[event.origin]] = Fate(event.target, carried=True)
        elif event.kind in _BY_WORLD:
            stayed = event.kind is EventKind.CRUSHED and event.target is None
            fates[starts[event.origin]] = Fate(None, _BY_WORLD[event.kind], carried=not stayed)
    return fates


def _start(event: Event, starts: Mapping[int | None, int]) -> int:
    """Where a piece that a move takes stood: where it was taken, unless its own action exhausted it."""
    return starts[event.origin] if event.kind is EventKind.EXHAUSTED else event.origin
