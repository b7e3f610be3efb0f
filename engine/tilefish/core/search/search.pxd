"""The search: iterative deepening over principal variation search and quiescence."""

from tilefish.core.search.worker cimport Worker

cdef int search(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil
cdef int quiesce(Worker* worker, int ply, int alpha, int beta) noexcept nogil
cdef bint must_stop(Worker* worker) noexcept nogil
