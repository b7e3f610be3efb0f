"""How hard an endgame is to draw: by pawns, passed pawns, wings, and where the kings are."""

from tilefish.core.board.rule_tables cimport Weights
from tilefish.core.evaluation.terms cimport Sum
from tilefish.core.types cimport NO_SQUARE, Bitboard, bit, file_of, popcount, rank_of


cdef inline int complexity(const Sum* total) noexcept nogil:
    """What the better side's endgame is worth more, or less if that is negative."""
    cdef const Weights* weights = &total.rules.weights
    cdef Bitboard pawns = total.pawns[0] | total.pawns[1]
    cdef int white = total.at.king[0], black = total.at.king[1]
    cdef int value = (weights.complexity + weights.complex_pawns * popcount(pawns)
                      + weights.complex_passed * popcount(total.passed[0] | total.passed[1]))
    if pawns & total.rules.wings[0] and pawns & total.rules.wings[1]:
        value += weights.complex_wings
    if white != NO_SQUARE and black != NO_SQUARE:
        value += weights.complex_kings * (
            abs(file_of(white) - file_of(black)) - abs(rank_of(white) - rank_of(black)))
        if bit(white) & total.rules.enemy_half[0] or bit(black) & total.rules.enemy_half[1]:
            value += weights.complex_advance
    if not total.at.force:
        value += weights.complex_bare
    return value
