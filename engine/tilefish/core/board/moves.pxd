"""A move in 32 bits: origin, target, stone and promotion by six, six, six and four bits, then a tag.

Castling is written as king takes rook. Of a stone sequence the glide is not kept: what happens does not depend
on it. All bits zero: not a move.
"""

from tilefish.core.types cimport SQUARES, Kind, Square, u32

ctypedef u32 Move

cdef enum Tag:
    ORDINARY = 0
    PROMOTION = 1
    EN_PASSANT = 2
    CASTLING = 3
    STONE = 4
    STONE_PROMOTION = 5

cdef enum:
    # sets of tags, for `has_tag`
    SEQUENCE_TAGS = 1 << STONE | 1 << STONE_PROMOTION
    PROMOTION_TAGS = 1 << PROMOTION | 1 << STONE_PROMOTION

cdef inline Move move_of(Square origin, Square target) noexcept nogil:
    return <u32>origin | <u32>target << 6

cdef inline Move tagged(Square origin, Square target, Tag tag) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>tag << 22

cdef inline Move promotion_of(Square origin, Square target, Kind kind) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>kind << 18 | <u32>PROMOTION << 22

cdef inline Move sequence_of(Square origin, Square stone, Square target) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>stone << 12 | <u32>STONE << 22

cdef inline Move promoting_sequence_of(Square origin, Square stone, Square target, Kind kind) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>stone << 12 | <u32>kind << 18 | <u32>STONE_PROMOTION << 22

cdef inline Square origin_of(Move move) noexcept nogil:
    return move & (SQUARES - 1)

cdef inline Square target_of(Move move) noexcept nogil:
    return move >> 6 & (SQUARES - 1)

cdef inline Square stone_of(Move move) noexcept nogil:
    return move >> 12 & (SQUARES - 1)

cdef inline Kind promoted_kind(Move move) noexcept nogil:
    return move >> 18 & 15

cdef inline int tag_of(Move move) noexcept nogil:
    return <int>(move >> 22)

cdef inline bint has_tag(Move move, u32 tags) noexcept nogil:
    """Whether the tag of a move is one of a set."""
    return tags >> tag_of(move) & 1

cdef inline bint is_sequence(Move move) noexcept nogil:
    return has_tag(move, SEQUENCE_TAGS)

cdef inline bint promotes(Move move) noexcept nogil:
    return has_tag(move, PROMOTION_TAGS)
