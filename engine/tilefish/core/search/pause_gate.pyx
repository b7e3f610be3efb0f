"""`Gate`: how a search in a thread of its own is let run for so long, and then waits.

Each thread of the search is inside or outside. Whoever grants time opens the gate until a time of the clock, and
waits for that time and until nobody is inside: from then on the search does nothing at all. A search looks at the
gate as often as at the clock; while it stands aside it is outside. It goes by the clock itself, since whoever
granted the time may sleep on the very processor that the search keeps busy, and be late to wake.
"""

from tilefish.core.clock cimport now, read_flag, read_time, write_flag, write_time
from tilefish.core.types cimport u64

cdef enum:
    HAND_OVER = 1000000       # nanoseconds of a grant, or a tenth of it: so late a processor may wake
    LONGEST = 1000000000      # seconds


cdef bint is_shut(Turnstile* gate) noexcept nogil:
    """Whether a search is to stand aside now."""
    cdef u64 until = read_time(&gate.until)
    return read_flag(&gate.closed) or (until and now() >= until)


cdef void go_in(Turnstile* gate, int* stop) noexcept nogil:
    """Begins to run, once the gate is open or `stop` is set (NULL: it never is)."""
    lock_latch(&gate.latch)
    while is_shut(gate) and not (stop != NULL and read_flag(stop)):
        wait_latch(&gate.latch)
    gate.inside += 1
    unlock_latch(&gate.latch)


cdef void go_out(Turnstile* gate) noexcept nogil:
    """Runs no more."""
    lock_latch(&gate.latch)
    gate.inside -= 1
    tell_latch(&gate.latch)
    unlock_latch(&gate.latch)


cdef u64 stand_aside(Turnstile* gate, int* stop) noexcept nogil:
    """Waits at the closed gate, and returns for how many nanoseconds."""
    cdef u64 begun = now()
    go_out(gate)
    go_in(gate, stop)
    return now() - begun


cdef void wake(Turnstile* gate) noexcept nogil:
    """Has those who wait look again whether they are to stop."""
    lock_latch(&gate.latch)
    tell_latch(&gate.latch)
    unlock_latch(&gate.latch)


cdef class Gate:
    """The gate of one searcher; open unless somebody closes it."""

    def __cinit__(self):
        self.turnstile.closed = self.turnstile.inside = self.turnstile.over = 0
        self.turnstile.free = 1
        self.turnstile.until = 0
        if begin_latch(&self.turnstile.latch):
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        end_latch(&self.turnstile.latch)

    def close(self):
        """From now on a search waits; for a new one."""
        lock_latch(&self.turnstile.latch)
        write_flag(&self.turnstile.closed, 1)
        self.turnstile.over = self.turnstile.free = 0
        unlock_latch(&self.turnstile.latch)

    def open(self):
        """From now on a search runs, whatever it is granted."""
        lock_latch(&self.turnstile.latch)
        self.turnstile.free = 1
        self._let_in(0)
        unlock_latch(&self.turnstile.latch)

    def enter(self):
        """Called by the thread of a search before it begins: waits until the gate is open."""
        with nogil:
            go_in(&self.turnstile, NULL)

    def finish(self):
        """Called by that thread when all is done: the gate stays open, and nobody waits for it any more."""
        lock_latch(&self.turnstile.latch)
        self.turnstile.inside -= 1
        self.turnstile.over = self.turnstile.free = 1
        self._let_in(0)
        unlock_latch(&self.turnstile.latch)

    def grant(self, double seconds):
        """Opens the gate for so many seconds, or until the search is done, and returns when nothing runs any
        more, as a rule before they are over; a gate that somebody opens for good stays open. Returns the seconds
        that this took."""
        cdef u64 begun = now(), granted = <u64>(min(max(0.0, seconds), LONGEST) * 1e9)
        cdef u64 until = begun + granted - min(granted // 10, HAND_OVER)
        with nogil:
            lock_latch(&self.turnstile.latch)
            if not self.turnstile.free:
                self._let_in(until)
            while not self.turnstile.over and now() < until:
                wait_latch_until(&self.turnstile.latch, until)
            if not self.turnstile.free:
                write_flag(&self.turnstile.closed, 1)
            while not self.turnstile.free and self.turnstile.inside:
                wait_latch(&self.turnstile.latch)
            unlock_latch(&self.turnstile.latch)
        return (now() - begun) / 1e9

    cdef void _let_in(self, u64 until) noexcept nogil:
        """Opens the gate until then (0: for good); the caller holds the latch."""
        write_time(&self.turnstile.until, until)
        write_flag(&self.turnstile.closed, 0)
        tell_latch(&self.turnstile.latch)
