"""What helps and hinders passed pawns on their way: kings, pieces, attacks."""

from tilefish.core.types cimport Side
from tilefish.core.evaluation.terms cimport Sum

cdef void add_ways_of_passed(Sum* total, Side side) noexcept nogil
