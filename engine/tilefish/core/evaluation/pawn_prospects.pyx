from tilefish.core.board.rule_tables cimport Rules, Weights
from tilefish.core.board.score cimport Score
from tilefish.core.evaluation.fills cimport ahead, beside, fill
from tilefish.core.evaluation.terms cimport TERM_PAWNS, Sum, add_parts, add_times
from tilefish.core.types cimport Bitboard, Side, Square, bit, pop, popcount


cdef void add_pawn_prospects(Sum* total, Side side) noexcept nogil:
    """Supported and phalanx pawns by how far they have come, weak pawns on half-open files, levers, candidates."""
    cdef const Weights* weights = &total.rules.weights
    cdef Bitboard pawns = total.pawns[side], enemies = total.pawns[1 - side]
    cdef Bitboard weak = pawns & ~beside(total.pawn_files[side]) | backward(total, side)
    cdef Bitboard unopposed = pawns & ~ahead(enemies, 1 - side)
    _add_parts(total, side, pawns & total.pawn_attacks[side], weights.supported_far)
    _add_parts(total, side, pawns & beside(pawns), weights.phalanx_far)
    _add_parts(total, side, _candidates(total, side, unopposed), weights.candidate)
    add_times(total, TERM_PAWNS, side, popcount(weak & unopposed), weights.weak_open)
    add_times(total, TERM_PAWNS, side,
              popcount(enemies & total.pawn_attacks[side] & ~total.pawn_attacks[1 - side]), weights.lever)


cdef Bitboard _candidates(const Sum* total, Side side, Bitboard unopposed) noexcept nogil:
    """Pawns that are not passed, with no enemy pawn ahead on their file, and at least as many own pawns beside and behind
    on the files beside it as there are enemy pawns ahead on these."""
    cdef Bitboard found = 0, left = unopposed & ~total.passed[side]
    cdef Square square
    while left:
        square = pop(&left)
        if (popcount(total.pawns[side] & beside(fill(bit(square), 1 - side)))
                >= popcount(total.pawns[1 - side] & beside(ahead(bit(square), side)))):
            found |= bit(square)
    return found


cdef void _add_parts(Sum* total, Side side, Bitboard pawns, Score weight) noexcept nogil:
    """Adds a weight for each of the pawns, by how far it has come on a way that terrain leaves open."""
    cdef const Rules* rules = total.rules
    cdef int parts = 0, left
    while pawns:
        left = rules.pawn_way[side][pop(&pawns)]
        if left:
            parts += rules.passed_part[left]
    add_parts(total, TERM_PAWNS, side, parts, weight)
