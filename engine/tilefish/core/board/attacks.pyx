from tilefish.core.board.lines cimport LineAt, slide_along
from tilefish.core.board.position cimport Position, occupied as occupied_squares
from tilefish.core.board.rule_tables cimport Rules, Sheaf, Slide, Slot, line_through
from tilefish.core.types cimport Bitboard, Kind, Side, Square, bit, pop
from tilefish.core.board.stones cimport can_follow, sequence_gives_check


cdef Bitboard unusual_riders_to(const Sheaf* sheaf, const Position* at, Square square, Side by) noexcept nogil:
    """The same as `riders_to` for any sheaf."""
    cdef Bitboard riders = 0
    cdef int i
    for i in range(sheaf.full_count):
        riders |= at.by_kind[sheaf.full[i]]
    for i in range(sheaf.partial_count):
        riders |= at.by_kind[sheaf.partial[i].kind] & sheaf.partial[i].partial.capture_from[by][square]
    return riders & at.by_side[by]


cdef Bitboard lame_attackers(const Rules* rules, const Position* at, Square square, Bitboard occupied,
                             Side by) noexcept nogil:
    cdef const Slot* slot
    cdef Bitboard found = 0
    cdef int i, j
    for i in range(rules.lame_capturer_count):
        slot = &rules.slot[rules.lame_capturer[i]]
        for j in range(slot.lame_onto.begin[by][square], slot.lame_onto.begin[by][square + 1]):
            if slot.lame_onto.leaps[j].capture and not slot.lame_onto.leaps[j].path & occupied:
                found |= bit(slot.lame_onto.leaps[j].origin) & at.by_kind[rules.lame_capturer[i]]
    return found


cdef Bitboard quiet_movers(const Rules* rules, const Position* at, Square square, Bitboard occupied, Side by,
                           Bitboard among) noexcept nogil:
    """Those of some pieces of a side that could move to a square if it were empty."""
    cdef Bitboard found = 0, reach, pieces
    cdef const Slot* slot
    cdef const Slide* slide
    cdef const LineAt* line
    cdef Kind kind
    cdef int i
    for kind in range(rules.kinds):
        pieces = at.by_kind[kind] & among
        if not pieces:
            continue
        slot = &rules.slot[kind]
        found |= slot.quiet_from[by][square] & pieces
        for i in range(slot.slide_count):
            slide = &slot.slides[i]
            line = line_through(rules, square, slide.axis)
            if pieces & line.line:
                reach = slide_along(line, occupied) & pieces
                found |= reach if slide.partial == NULL else reach & slide.partial.quiet_from[by][square]
        if slot.has_lame:
            for i in range(slot.lame_onto.begin[by][square], slot.lame_onto.begin[by][square + 1]):
                if slot.lame_onto.leaps[i].quiet and not slot.lame_onto.leaps[i].path & occupied:
                    found |= bit(slot.lame_onto.leaps[i].origin) & pieces
    return found


cdef Bitboard unusual_reach(const Rules* rules, const Slot* slot, Side side, Square square, Bitboard occupied,
                            Bitboard* quiet) noexcept nogil:
    """`reach_of` as a call, for loops over plain slots that it would burden. Returns where a piece could capture."""
    cdef Bitboard capture
    reach_of(rules, slot, side, square, occupied, quiet, &capture)
    return capture


cdef bint in_check_among_stones(const Rules* rules, const Position* at, Side side) noexcept nogil:
    """The whole rule where sequences over stones can give check."""
    cdef Square king = at.king[side]
    cdef Bitboard direct = attackers(rules, at, king, occupied_squares(at), 1 - side)
    if direct:
        if not rules.stones & bit(king):
            return True
        while direct:
            if can_follow(rules, at, pop(&direct), king):
                return True
    return sequence_gives_check(rules, at, king, 1 - side)
