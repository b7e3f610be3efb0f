"""The search: iterative deepening over principal variation search and quiescence."""

from tilefish.core.search.worker cimport Worker
from tilefish.core.types cimport Depth, Value

cdef Value search(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil
cdef Value quiesce(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil
cdef bint must_stop(Worker* worker) noexcept nogil
