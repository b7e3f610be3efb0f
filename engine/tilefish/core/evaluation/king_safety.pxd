"""King safety: attacks on the squares where the king could go, checks, the pawns before it."""

from tilefish.core.types cimport Side
from tilefish.core.evaluation.terms cimport Sum

cdef void survey_king(Sum* total, Side side) noexcept nogil
cdef void add_pawns_before_king(Sum* total, Side side) noexcept nogil
cdef void add_king_safety(Sum* total, Side side) noexcept nogil
