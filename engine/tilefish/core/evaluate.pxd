"""What a position is worth to the side to move, in centipawns, term by term.

Every term is added by `_add`, which also writes it down where a trace is asked for: so the table that `eval`
prints is what the search sees.
"""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.score cimport Score
from tilefish.core.squares cimport u64

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
    PAWN_ENTRIES = 2048
    PAWN_SHIFT = 53           # leaves so many of 64 bits as number the entries

cdef struct PawnFacts:
    # What only the pawns decide. Zeros are true of a board without pawns.
    u64 pawns[2]
    u64 files[2]
    u64 passed[2]
    Score score

cdef struct PawnTable:
    PawnFacts facts[PAWN_ENTRIES]

cdef int glance(const Rules* rules, const Position* at) noexcept nogil
cdef int evaluate(const Rules* rules, const Position* at, Trace* trace, bint endgames,
                  PawnTable* known_pawns) noexcept nogil
