"""Squares and bitboards: the alphabet of the core.

A square is `rank * 8 + file` on every board, however small; a bitboard has one bit a square.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t u64
ctypedef uint32_t u32
ctypedef uint16_t u16
ctypedef uint8_t u8

cdef extern from *:
    int popcount "__builtin_popcountll"(u64 bits) noexcept nogil
    int first "__builtin_ctzll"(u64 bits) noexcept nogil
    bint likely "__builtin_expect"(bint condition, bint expected) noexcept nogil

cdef enum:
    NO_SQUARE = 64
    WHITE = 0
    BLACK = 1

cdef inline u64 bit(int square) noexcept nogil:
    return <u64>1 << square

cdef inline int pop(u64* bits) noexcept nogil:
    """Takes the lowest square out of a bitboard that is not empty."""
    cdef int square = first(bits[0])
    bits[0] &= bits[0] - 1
    return square

cdef inline bint several(u64 bits) noexcept nogil:
    return (bits & (bits - 1)) != 0

cdef inline u64 span(int a, int b) noexcept nogil:
    """All squares from a to b, both included, by index: on one rank, the squares between them."""
    cdef int low = a if a < b else b
    cdef int high = b if a < b else a
    return ((<u64>2 << high) - 1) & ~((<u64>1 << low) - 1)

cdef inline int displaced(int square, int dx, int dy) noexcept nogil:
    """The square that lies (dx, dy) away, or NO_SQUARE beyond the eight by eight."""
    cdef int file = (square & 7) + dx
    cdef int rank = (square >> 3) + dy
    if file < 0 or file > 7 or rank < 0 or rank > 7:
        return NO_SQUARE
    return rank * 8 + file
