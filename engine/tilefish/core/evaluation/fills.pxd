"""Bitboards of squares beside others and ahead of them: what pawns guard, shelter and have to pass."""

from tilefish.core.types cimport FILE_A, FILE_H, STRIDE, WHITE, Bitboard, Side, ahead_of


cdef inline Bitboard beside(Bitboard squares) noexcept nogil:
    """The squares right beside some squares on their ranks."""
    return (squares & ~FILE_A) >> 1 | (squares & ~FILE_H) << 1


cdef inline Bitboard fill(Bitboard squares, Side side) noexcept nogil:
    """Front fill: squares and all squares ahead of them, as a side goes."""
    if side == WHITE:
        squares |= squares << STRIDE
        squares |= squares << 2 * STRIDE
        return squares | squares << 4 * STRIDE
    squares |= squares >> STRIDE
    squares |= squares >> 2 * STRIDE
    return squares | squares >> 4 * STRIDE


cdef inline Bitboard ahead(Bitboard squares, Side side) noexcept nogil:
    """The squares ahead of some squares on their files."""
    return fill(ahead_of(squares, side), side)
