"""`PauseGate`: a search in a thread of its own runs for a granted time and pauses between grants.

`grant` opens the gate until a time of the clock, waits for that time and then until no thread of the search runs:
after it the search does nothing at all. The search polls the gate as often as the clock, and closes it for itself
when the time is over: the granting thread may sleep on the processor that the search keeps busy, and wake late.
"""

from tilefish.core.clock cimport now, read_flag, read_time, write_flag, write_time
from tilefish.core.types cimport u64

cdef enum:
    HAND_OVER = 1000000       # nanoseconds that a grant ends early, at most a tenth of it: a thread may wake late
    LONGEST = 1000000000      # seconds


cdef bint is_paused(PauseState* pause) noexcept nogil:
    """Whether the search must pause now."""
    cdef u64 until = read_time(&pause.until)
    return read_flag(&pause.closed) or (until and now() >= until)


cdef void enter_running(PauseState* pause, int* stop) noexcept nogil:
    """Waits until the gate is open or `stop` is set (NULL: no such flag), then counts the thread as running."""
    lock_monitor(&pause.monitor)
    while is_paused(pause) and not (stop != NULL and read_flag(stop)):
        wait_monitor(&pause.monitor)
    pause.running += 1
    unlock_monitor(&pause.monitor)


cdef void leave_running(PauseState* pause) noexcept nogil:
    """Counts the thread as paused or finished."""
    lock_monitor(&pause.monitor)
    pause.running -= 1
    notify_monitor(&pause.monitor)
    unlock_monitor(&pause.monitor)


cdef u64 wait_while_paused(PauseState* pause, int* stop) noexcept nogil:
    """Waits while the search is paused, and returns the nanoseconds of that."""
    cdef u64 begun = now()
    leave_running(pause)
    enter_running(pause, stop)
    return now() - begun


cdef void notify_waiting(PauseState* pause) noexcept nogil:
    """Makes paused threads check their stop flag."""
    lock_monitor(&pause.monitor)
    notify_monitor(&pause.monitor)
    unlock_monitor(&pause.monitor)


cdef class PauseGate:
    """The pause gate of one searcher; open until `close`."""

    def __cinit__(self):
        self.state.closed = self.state.running = self.state.is_finished = 0
        self.state.is_open_for_good = 1
        self.state.until = 0
        if init_monitor(&self.state.monitor):
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        destroy_monitor(&self.state.monitor)

    def close(self):
        """Pauses from now on. Called before a new search."""
        lock_monitor(&self.state.monitor)
        write_flag(&self.state.closed, 1)
        self.state.is_finished = self.state.is_open_for_good = 0
        unlock_monitor(&self.state.monitor)

    def pause(self):
        """Pauses a search that runs without pauses, until `open`. Nothing after its end."""
        lock_monitor(&self.state.monitor)
        if not self.state.is_finished:
            write_flag(&self.state.closed, 1)
            self.state.is_open_for_good = 0
        unlock_monitor(&self.state.monitor)

    def open(self):
        """Lets the search run without pauses."""
        lock_monitor(&self.state.monitor)
        self.state.is_open_for_good = 1
        self._open_until(0)
        unlock_monitor(&self.state.monitor)

    def enter(self):
        """Called by the search thread before it begins: waits until the gate is open."""
        with nogil:
            enter_running(&self.state, NULL)

    def finish(self):
        """Called by the search thread at its end: the gate stays open and `grant` returns."""
        lock_monitor(&self.state.monitor)
        self.state.running -= 1
        self.state.is_finished = self.state.is_open_for_good = 1
        self._open_until(0)
        unlock_monitor(&self.state.monitor)

    def grant(self, double seconds):
        """Opens the gate for `seconds`, or until the search is done. Returns the seconds used when no thread of
        the search runs any more, as a rule a little early. A gate that `open` opened for good stays open."""
        cdef u64 begun = now(), granted = <u64>(min(max(0.0, seconds), LONGEST) * 1e9)
        cdef u64 until = begun + granted - min(granted // 10, HAND_OVER)
        with nogil:
            lock_monitor(&self.state.monitor)
            if not self.state.is_open_for_good:
                self._open_until(until)
            while not self.state.is_finished and now() < until:
                wait_monitor_until(&self.state.monitor, until)
            if not self.state.is_open_for_good:
                write_flag(&self.state.closed, 1)
            while not self.state.is_open_for_good and self.state.running:
                wait_monitor(&self.state.monitor)
            unlock_monitor(&self.state.monitor)
        return (now() - begun) / 1e9

    cdef void _open_until(self, u64 until) noexcept nogil:
        """Opens the gate until a time of the clock (0: for good). The caller holds the monitor."""
        write_time(&self.state.until, until)
        write_flag(&self.state.closed, 0)
        notify_monitor(&self.state.monitor)
