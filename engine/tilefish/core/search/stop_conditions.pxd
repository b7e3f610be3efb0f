"""When a search ends: stop flags, node limit, time limit. A paused search waits here."""

from tilefish.core.search.worker cimport Worker

cdef bint must_stop(Worker* worker) noexcept nogil
