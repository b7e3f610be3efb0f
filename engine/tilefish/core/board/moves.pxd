"""A move in 32 bits: origin, target, stone and promotion by six, six, six and four bits, then a tag.

Castling is written as king takes rook. Of a stone sequence the glide is not kept: what happens does not depend
on it. A move whose bits are all zero is no move.
"""

from tilefish.core.types cimport u32

ctypedef u32 Move

cdef enum Tag:
    ORDINARY = 0
    PROMOTION = 1
    EN_PASSANT = 2
    CASTLING = 3
    STONE = 4             # every tag from here on is a stone sequence
    STONE_PROMOTION = 5

cdef inline Move move_of(int origin, int target) noexcept nogil:
    return <u32>origin | <u32>target << 6

cdef inline Move tagged(int origin, int target, Tag tag) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>tag << 22

cdef inline Move promotion_of(int origin, int target, int kind) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>kind << 18 | <u32>PROMOTION << 22

cdef inline Move sequence_of(int origin, int stone, int target) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>stone << 12 | <u32>STONE << 22

cdef inline Move promoting_sequence_of(int origin, int stone, int target, int kind) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>stone << 12 | <u32>kind << 18 | <u32>STONE_PROMOTION << 22

cdef inline int origin_of(Move move) noexcept nogil:
    return move & 63

cdef inline int target_of(Move move) noexcept nogil:
    return move >> 6 & 63

cdef inline int stone_of(Move move) noexcept nogil:
    return move >> 12 & 63

cdef inline int promoted_kind(Move move) noexcept nogil:
    return move >> 18 & 15

cdef inline int tag_of(Move move) noexcept nogil:
    return <int>(move >> 22)

cdef inline bint is_sequence(Move move) noexcept nogil:
    return move >> 22 >= <u32>STONE

cdef inline bint promotes(Move move) noexcept nogil:
    cdef int tag = tag_of(move)
    return tag == PROMOTION or tag == STONE_PROMOTION
