"""The static evaluation: centipawns for the side to move, term by term."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.board.score cimport PHASES, Score
from tilefish.core.types cimport WHITE, Bitboard, Side, Value
from tilefish.core.evaluation.terms cimport Sum, Trace, phase_of, tapered

cdef enum:
    PAWN_ENTRIES = 2048
    PAWN_SHIFT = 53           # 64 bits less those of the index

cdef struct PawnFacts:
    # Pawn hash entry. All zeros are right for a board without pawns.
    Bitboard pawns[2]
    Bitboard files[2]
    Bitboard passed[2]
    Score score
    int kings                 # the squares of both kings that `before_kings` is for; 0: of none
    Score before_kings

cdef struct PawnTable:
    PawnFacts facts[PAWN_ENTRIES]

cdef Value evaluate(const Rules* rules, const Position* at, Trace* trace, bint endgames,
                    PawnTable* pawn_table) noexcept nogil

cdef void begin_sum(Sum* total, const Rules* rules, const Position* at, Trace* trace) noexcept nogil
cdef void add_pawns_and_world(Sum* total) noexcept nogil
cdef void add_outposts(Sum* total, Side side, Bitboard knights) noexcept nogil
cdef void trace_placed(Sum* total) noexcept nogil


cdef inline Value material_and_squares(const Rules* rules, const Position* at, bint endgames) noexcept nogil:
    """Material and squares, tapered. The rest of `evaluate` changes little from move to move."""
    cdef Value score = tapered(at.placed, phase_of(rules, at) if endgames else PHASES)
    return (score if at.turn == WHITE else -score) + rules.weights.tempo
