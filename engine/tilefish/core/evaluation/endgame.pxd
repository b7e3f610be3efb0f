"""Endgame knowledge, for positions with few pieces: races of pawns, driving a lone king to the edge, and what
cannot be won. Adds to what `evaluate` counts, and scales it down.

Everything follows from the tables: kings walk as far as the terrain lets them, pawns promote where the
variant says, and a stalemate is worth what the rules say.
"""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Bitboard

cdef enum Endgame:
    NO_ENDGAME
    PAWN_RACE                 # kings and pawns
    MATING_ATTACK             # a lone king, or one whose pawns cannot move, against pieces that can mate it
    MINOR_PIECES              # nothing but minor pieces and pawns
    COMPLEX                   # anything else of few pieces

cdef enum:
    FEW_PIECES = 8            # with the kings; with more it is not an endgame
    FULL_SCALE = 64

cdef struct Verdict:
    int bonus[2]              # centipawns, by side
    int scale[2]              # how much of an advantage of that side counts, of FULL_SCALE

cdef Endgame classify(const Rules* rules, const Position* at) noexcept nogil
cdef void judge(const Rules* rules, const Position* at, const Bitboard* passed, Verdict* verdict) noexcept nogil
