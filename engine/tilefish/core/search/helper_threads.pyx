"""Waiting for helper threads. Python's own `Thread.join` can be interrupted from the keyboard, and the caller would
then free memory that a helper still uses."""

from tilefish.core.search.pause_gate cimport (
    destroy_monitor, init_monitor, lock_monitor, notify_monitor, unlock_monitor, wait_monitor,
)


cdef int init_helpers(HelperThreads* helpers) noexcept nogil:
    """No helpers yet. Returns nonzero on failure."""
    helpers.running = 0
    return init_monitor(&helpers.monitor)


cdef void destroy_helpers(HelperThreads* helpers) noexcept nogil:
    destroy_monitor(&helpers.monitor)


# `leave_running` of the pause gate counts down alike: other threads, under another lock.
cdef void worker_started(HelperThreads* helpers) noexcept nogil:
    """Counts a helper. Called by the thread that starts it, before it runs."""
    lock_monitor(&helpers.monitor)
    helpers.running += 1
    unlock_monitor(&helpers.monitor)


cdef void worker_finished(HelperThreads* helpers) noexcept nogil:
    """The last call of a helper."""
    lock_monitor(&helpers.monitor)
    helpers.running -= 1
    notify_monitor(&helpers.monitor)
    unlock_monitor(&helpers.monitor)


cdef void wait_all(HelperThreads* helpers) noexcept nogil:
    """Waits until all helpers have finished."""
    lock_monitor(&helpers.monitor)
    while helpers.running:
        wait_monitor(&helpers.monitor)
    unlock_monitor(&helpers.monitor)
