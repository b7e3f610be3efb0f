"""What ends a game: the reasons, and draws by material."""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport u64

cdef enum Ending:
    GOES_ON
    KING_DESTROYED
    CHECKMATE
    STALEMATE
    REPETITION
    QUIET_PLIES
    MATERIAL

cdef u64 LIGHT_SQUARES

cdef bint too_little_material(const Rules* rules, const Position* at) noexcept nogil
