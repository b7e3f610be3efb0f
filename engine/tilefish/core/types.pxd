"""The types of the core, and the size of its board.

A square is `rank * STRIDE + file` on every board, however small.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t u64
ctypedef uint32_t u32
ctypedef uint16_t u16
ctypedef uint8_t u8

ctypedef u64 Bitboard         # one bit a square
ctypedef u64 Key              # Zobrist hash
ctypedef int Square
ctypedef int Piece            # kind * 2 + side
ctypedef int Kind
ctypedef int Side
ctypedef int Value            # centipawns, or a mate score
ctypedef int Depth            # plies

cdef extern from *:
    int popcount "__builtin_popcountll"(Bitboard bits) noexcept nogil
    Square first "__builtin_ctzll"(Bitboard bits) noexcept nogil

cdef enum:
    MAX_SIDE = 8              # the most files, and the most ranks
    STRIDE = 8                # from a square to the next one on its file
    RANK_SHIFT = 3            # of STRIDE
    SQUARES = MAX_SIDE * STRIDE
    NO_SQUARE = SQUARES
    WHITE = 0
    BLACK = 1

cdef extern from *:
    """
    #define TF_FILE_A 0x0101010101010101ULL
    #define TF_FILE_H (TF_FILE_A << 7)
    #define TF_RANK_1 0xffULL
    #define TF_RANK_8 (TF_RANK_1 << 56)
    #define TF_EVERYWHERE (~0ULL)
    """
    const Bitboard FILE_A "TF_FILE_A"
    const Bitboard FILE_H "TF_FILE_H"            # the last file of the widest board
    const Bitboard RANK_1 "TF_RANK_1"
    const Bitboard RANK_8 "TF_RANK_8"
    const Bitboard EVERYWHERE "TF_EVERYWHERE"

cdef inline Bitboard bit(Square square) noexcept nogil:
    return <Bitboard>1 << square

cdef inline Square pop(Bitboard* bits) noexcept nogil:
    """Takes the lowest square out of a bitboard that is not empty."""
    cdef Square square = first(bits[0])
    bits[0] &= bits[0] - 1
    return square

cdef inline Square square_at(int file, int rank) noexcept nogil:
    return rank * STRIDE + file

cdef inline int file_of(Square square) noexcept nogil:
    return square & (STRIDE - 1)

cdef inline int rank_of(Square square) noexcept nogil:
    return square >> RANK_SHIFT

cdef inline Square rank_start(Square square) noexcept nogil:
    """The first square of a square's rank."""
    return square & ~(STRIDE - 1)

cdef inline int forward_of(Side side) noexcept nogil:
    """The step to the square ahead, as a side goes."""
    return STRIDE if side == WHITE else -STRIDE

cdef inline Bitboard ahead_of(Bitboard squares, Side side) noexcept nogil:
    """The squares one step ahead, as a side goes."""
    return squares << STRIDE if side == WHITE else squares >> STRIDE

cdef inline bint several(Bitboard bits) noexcept nogil:
    return (bits & (bits - 1)) != 0

cdef inline Bitboard span(Square a, Square b) noexcept nogil:
    """All squares from a to b, both included, by index: on one rank, the squares between them."""
    cdef Square low = a if a < b else b
    cdef Square high = b if a < b else a
    return ((<Bitboard>2 << high) - 1) & ~((<Bitboard>1 << low) - 1)

cdef inline Square displaced(Square square, int dx, int dy) noexcept nogil:
    """The square that lies (dx, dy) away, or NO_SQUARE off the board."""
    cdef int file = file_of(square) + dx
    cdef int rank = rank_of(square) + dy
    if file < 0 or file >= MAX_SIDE or rank < 0 or rank >= MAX_SIDE:
        return NO_SQUARE
    return square_at(file, rank)
