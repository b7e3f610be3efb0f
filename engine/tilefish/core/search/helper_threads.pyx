"""The helpers of a search. Whoever called them waits here rather than for Python's threads: an interrupt from the
keyboard must not let it go on while they work with memory that it frees."""

from tilefish.core.search.pause_gate cimport begin_latch, end_latch, lock_latch, tell_latch, unlock_latch, wait_latch


cdef int begin_crew(Crew* crew) noexcept nogil:
    """A crew of nobody. Returns whether that failed."""
    crew.helping = 0
    return begin_latch(&crew.latch)


cdef void end_crew(Crew* crew) noexcept nogil:
    end_latch(&crew.latch)


cdef void join(Crew* crew) noexcept nogil:
    """One more, counted by whoever calls it before it begins."""
    lock_latch(&crew.latch)
    crew.helping += 1
    unlock_latch(&crew.latch)


cdef void leave(Crew* crew) noexcept nogil:
    """The last thing that a helper does."""
    lock_latch(&crew.latch)
    crew.helping -= 1
    tell_latch(&crew.latch)
    unlock_latch(&crew.latch)


cdef void dismiss(Crew* crew) noexcept nogil:
    """Waits until all have left."""
    lock_latch(&crew.latch)
    while crew.helping:
        wait_latch(&crew.latch)
    unlock_latch(&crew.latch)
