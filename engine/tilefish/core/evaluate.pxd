"""What a position is worth to the side to move, in centipawns, term by term.

Every term is added by `_add`, which also writes it down where a trace is asked for: so the table that `eval`
prints is what the search sees.
"""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules

cdef enum Term:
    TERM_MATERIAL
    TERM_SQUARES
    TERM_MOBILITY
    TERM_PAWNS
    TERM_PASSED
    TERM_PIECES
    TERM_KING
    TERM_WORLD
    TERM_ENDGAME
    TERMS

cdef struct Trace:
    int terms[TERMS][2][2]    # side, phase
    int phase                 # PHASES: all pieces on the board, 0: none

cdef enum:
    PHASES = 256

cdef int glance(const Rules* rules, const Position* at) noexcept nogil
cdef int evaluate(const Rules* rules, const Position* at, Trace* trace, bint endgames) noexcept nogil
