"""Pawns by what may come of them: those that have come far together, weak ones on open files, candidates."""

from tilefish.core.evaluation.fills cimport beside, fill
from tilefish.core.evaluation.terms cimport Sum
from tilefish.core.types cimport Bitboard, Side, ahead_of

cdef void add_pawn_prospects(Sum* total, Side side) noexcept nogil


cdef inline Bitboard backward(const Sum* total, Side side) noexcept nogil:
    """Backward pawns: behind all neighbours, with an enemy pawn that guards the square ahead."""
    cdef Bitboard guarded = total.pawn_attacks[1 - side]
    cdef Bitboard pawns = total.pawns[side]
    return pawns & ~beside(fill(pawns, side)) & ahead_of(guarded, 1 - side)
