"""`Gate`: how a search in a thread of its own is let run for so long, and then waits.

Each thread of the search is inside or outside. Whoever grants time opens the gate, waits, closes it, and waits
until nobody is inside: from then on the search does nothing at all. A search looks at `closed` as often as at
the clock; while it stands aside it is outside.
"""

from tilefish.core.clock cimport now, read_flag, write_flag
from tilefish.core.squares cimport u64


cdef void go_in(Turnstile* gate, int* stop) noexcept nogil:
    """Begins to run, once the gate is open or `stop` is set (NULL: it never is)."""
    lock_latch(&gate.latch)
    while gate.closed and not (stop != NULL and read_flag(stop)):
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
        if begin_latch(&self.turnstile.latch):
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        end_latch(&self.turnstile.latch)

    def close(self):
        """From now on a search waits; for a new one."""
        lock_latch(&self.turnstile.latch)
        write_flag(&self.turnstile.closed, 1)
        self.turnstile.over = 0
        unlock_latch(&self.turnstile.latch)

    def open(self):
        """From now on a search runs."""
        lock_latch(&self.turnstile.latch)
        write_flag(&self.turnstile.closed, 0)
        tell_latch(&self.turnstile.latch)
        unlock_latch(&self.turnstile.latch)

    def enter(self):
        """Called by the thread of a search before it begins: waits until the gate is open."""
        with nogil:
            go_in(&self.turnstile, NULL)

    def finish(self):
        """Called by that thread when all is done: the gate stays open, and nobody waits for it any more."""
        lock_latch(&self.turnstile.latch)
        self.turnstile.inside -= 1
        self.turnstile.over = 1
        write_flag(&self.turnstile.closed, 0)
        tell_latch(&self.turnstile.latch)
        unlock_latch(&self.turnstile.latch)

    def grant(self, double seconds):
        """Opens the gate for so many seconds, or until the search is done, and returns when nothing runs any
        more. Returns the seconds that this took."""
        cdef u64 begun = now(), passed = 0, granted = <u64>(max(0.0, seconds) * 1e9)
        with nogil:
            lock_latch(&self.turnstile.latch)
            write_flag(&self.turnstile.closed, 0)
            tell_latch(&self.turnstile.latch)
            while not self.turnstile.over and passed < granted:
                wait_latch_for(&self.turnstile.latch, granted - passed)
                passed = now() - begun
            if not self.turnstile.over:
                write_flag(&self.turnstile.closed, 1)
            while not self.turnstile.over and self.turnstile.inside:
                wait_latch(&self.turnstile.latch)
            unlock_latch(&self.turnstile.latch)
        return (now() - begun) / 1e9
