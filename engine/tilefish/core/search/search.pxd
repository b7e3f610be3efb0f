"""Principal variation search, with quiescence search behind its last ply."""

from tilefish.core.search.worker cimport Worker
from tilefish.core.types cimport Depth, Value

cdef Value search(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil
