"""What a capture wins when both sides go on capturing on its square with their cheapest pieces."""

from tilefish.core.moves cimport Move
from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules

cdef int taken_value(const Rules* rules, const Position* at, Move move) noexcept nogil
cdef int exchange(const Rules* rules, const Position* at, Move move) noexcept nogil
