"""What happens in a turn, recorded by `make_logged` and `act_logged`. A search records nothing."""

from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport NO_SQUARE, SQUARES, Piece, Square, u8

cdef enum EventTag:
    # in the order of `EventKind`
    MOVED
    CASTLED
    PROMOTED
    CAPTURED
    CARRIED
    CRUSHED
    DROWNED
    BURNED
    FELL
    HURT
    HEALED
    KILLED
    EXHAUSTED

cdef enum:
    MOST_EVENTS = SQUARES + 16   # the world does one thing to a piece, a move only a few

cdef struct LoggedEvent:
    u8 tag
    u8 origin
    u8 target                 # or NO_SQUARE
    u8 piece
    u8 amount

cdef struct EventLog:
    int count
    LoggedEvent events[MOST_EVENTS]

cdef inline void record(EventLog* log, EventTag tag, Square origin, Square target, Piece piece,
                        int amount) noexcept nogil:
    """Records an event, unless there is no log."""
    cdef LoggedEvent* event
    if log == NULL:
        return
    event = &log.events[log.count]
    event.tag = tag
    event.origin = <u8>origin
    event.target = <u8>target
    event.piece = <u8>piece
    event.amount = <u8>amount
    log.count += 1

cdef list events_of(RuleTables tables, const EventLog* log)
