"""How many threads help a search, and waiting until they have left."""

from tilefish.core.search.pause_gate cimport Latch

cdef struct Crew:
    Latch latch
    int helping               # threads that have been called and have not left, under the latch

cdef int begin_crew(Crew* crew) noexcept nogil
cdef void end_crew(Crew* crew) noexcept nogil
cdef void join(Crew* crew) noexcept nogil
cdef void leave(Crew* crew) noexcept nogil
cdef void dismiss(Crew* crew) noexcept nogil
