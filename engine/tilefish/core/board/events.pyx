from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport NO_SQUARE

from enum import StrEnum
from typing import NamedTuple


class EventKind(StrEnum):
    """What happens to a piece in a turn."""

    MOVED = "moved"
    CASTLED = "castled"
    PROMOTED = "promoted"
    CAPTURED = "captured"
    CARRIED = "carried"
    CRUSHED = "crushed"
    DROWNED = "drowned"
    BURNED = "burned"
    FELL = "fell"
    HURT = "hurt"
    HEALED = "healed"
    KILLED = "killed"
    EXHAUSTED = "exhausted"
    SPAWNED = "spawned"


class Event(NamedTuple):
    """One thing that happened in a turn to a piece of a kind and side, on the square `origin`. If the piece went
    or was carried elsewhere, `target` is where: also the water, the lava or the void that destroyed it, and the tile
    where it was crushed; None if it stayed, or fell off the board. All belts run at once: `origin` is where a piece
    stood before that. A rook's part of castling is CASTLED; a PROMOTED piece is of its new kind already. `amount` is
    the hit points that a fighter lost or won. EXHAUSTED is killed by the cost of its own ability."""

    kind: EventKind
    origin: int
    target: int | None
    piece: int
    side: int
    amount: int = 0


_KINDS = tuple(EventKind)


cdef list events_of(RuleTables tables, const EventLog* log):
    """The events of a log, in the order in which they happened, for Python."""
    cdef const LoggedEvent* event
    cdef int i
    found = []
    for i in range(log.count):
        event = &log.events[i]
        found.append(Event(
            _KINDS[<int>event.tag],
            tables.rules_square(event.origin),
            None if event.target == NO_SQUARE else tables.rules_square(event.target),
            event.piece >> 1,
            event.piece & 1,
            event.amount,
        ))
    return found
