"""What ends a game: the reasons, and draws by material."""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules

cdef enum Ending:
    GOES_ON
    KING_DESTROYED
    CHECKMATE
    STALEMATE
    REPETITION
    QUIET_PLIES
    MATERIAL

cdef bint too_little_material(const Rules* rules, const Position* at) noexcept nogil
