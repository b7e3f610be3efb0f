"""Space: room for pieces behind and between the own pawns."""

from tilefish.core.evaluation.fills cimport ahead
from tilefish.core.evaluation.terms cimport TERM_SPACE, Sum, add
from tilefish.core.types cimport Bitboard, Side, popcount

cdef enum:
    FULL_HOUSE = 256          # the square of how many pieces a weight is for


cdef inline void add_space(Sum* total, Side side) noexcept nogil:
    """Squares of a side's own half that no enemy pawn attacks, twice if behind an own pawn and not attacked at all. They
    are worth more the more pieces need them."""
    cdef Bitboard own = total.at.by_side[side], pawns = total.pawns[side]
    cdef Bitboard safe = total.rules.space_area[side] & ~pawns & ~total.pawn_attacks[1 - side]
    cdef Bitboard behind = safe & ahead(pawns, 1 - side) & ~(total.attacks[1 - side] | total.king_attacks[1 - side])
    cdef int pieces = popcount(own)
    add(total, TERM_SPACE, side,
        total.rules.weights.space * (popcount(safe) + popcount(behind)) * pieces * pieces // FULL_HOUSE, 0)
