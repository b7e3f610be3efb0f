"""Quiescence search: captures and promotions; all evasions in check."""

from tilefish.core.search.worker cimport Worker
from tilefish.core.types cimport Value

cdef Value quiesce(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil
