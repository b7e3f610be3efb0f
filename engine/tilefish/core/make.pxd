"""Making a move by copy, with everything that the world does after it."""

from tilefish.core.moves cimport Move
from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules

cdef void make(const Rules* rules, const Position* before, Move move, Position* after) noexcept nogil
cdef void make_null(const Rules* rules, const Position* before, Position* after) noexcept nogil
cdef bint stands_safely(const Rules* rules, const Position* after, int side) noexcept nogil
cdef bint keeps_king(const Rules* rules, const Position* before, Move move) noexcept nogil
cdef void settle_en_passant(const Rules* rules, Position* at, int passed) noexcept nogil
