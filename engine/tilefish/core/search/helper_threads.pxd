"""Counts the running helper threads of a search and waits for them."""

from tilefish.core.search.pause_gate cimport Monitor

cdef struct HelperThreads:
    Monitor monitor
    int running               # threads that were started and have not finished; guarded by the monitor

cdef int init_helpers(HelperThreads* helpers) noexcept nogil
cdef void destroy_helpers(HelperThreads* helpers) noexcept nogil
cdef void worker_started(HelperThreads* helpers) noexcept nogil
cdef void worker_finished(HelperThreads* helpers) noexcept nogil
cdef void wait_all(HelperThreads* helpers) noexcept nogil
