"""Who attacks what: attackers of a square, targets of a piece, and check.

`attackers` and `is_attacked` know ordinary captures alone. `in_check` is the whole rule, stone sequences
included.
"""

from tilefish.core.board.lines cimport LineAt, slide_along
from tilefish.core.board.position cimport Position, occupied as occupied_squares
from tilefish.core.board.rule_tables cimport Rules, Sheaf, Slide, Slot, line_through
from tilefish.core.types cimport NO_SQUARE, Bitboard, Side, Square, bit

cdef Bitboard unusual_riders_to(const Sheaf* sheaf, const Position* at, Square square, Side by) noexcept nogil
cdef Bitboard lame_attackers(const Rules* rules, const Position* at, Square square, Bitboard occupied,
                             Side by) noexcept nogil
cdef Bitboard quiet_movers(const Rules* rules, const Position* at, Square square, Bitboard occupied, Side by,
                           Bitboard among) noexcept nogil
cdef Bitboard unusual_reach(const Rules* rules, const Slot* slot, Side side, Square square, Bitboard occupied,
                            Bitboard* quiet) noexcept nogil
cdef bint in_check_among_stones(const Rules* rules, const Position* at, Side side) noexcept nogil


cdef inline Bitboard riders_to(const Sheaf* sheaf, const Position* at, Square square, Side by) noexcept nogil:
    """The pieces of a side that could capture on a square along the lines of a sheaf if nothing stood in between. Not
    all of them need stand on one."""
    if sheaf.is_unusual:
        return unusual_riders_to(sheaf, at, square, by)
    return (at.by_kind[sheaf.full[0]] | at.by_kind[sheaf.full[1]]) & at.by_side[by]


cdef inline Bitboard sliding_attackers(const Rules* rules, const Sheaf* sheaf, const Position* at, Square square,
                                       Bitboard occupied,
                                       Side by) noexcept nogil:
    """The pieces of a side that could capture on a square along the lines of a sheaf."""
    cdef Bitboard found = 0, riders = riders_to(sheaf, at, square, by) & sheaf.lines[square]
    cdef const LineAt* line
    cdef int axis
    if riders:
        for axis in range(sheaf.first_axis, sheaf.axis_end):
            line = line_through(rules, square, axis)
            if riders & line.line:
                found |= slide_along(line, occupied) & riders
    return found


cdef inline Bitboard attackers(const Rules* rules, const Position* at, Square square, Bitboard occupied,
                               Side by) noexcept nogil:
    """The pieces of a side that could capture on a square, given what is occupied."""
    cdef Bitboard found = 0
    cdef int i
    for i in range(rules.leaper_count):
        found |= rules.slot[rules.leaper[i]].capture_from[by][square] & at.by_kind[rules.leaper[i]]
    for i in range(rules.sheaf_count):
        found |= sliding_attackers(rules, &rules.sheaf[i], at, square, occupied, by)
    if rules.lame_capturer_count:
        found |= lame_attackers(rules, at, square, occupied, by)
    return found & at.by_side[by]


cdef inline bint is_attacked(const Rules* rules, const Position* at, Square square, Bitboard occupied,
                             Side by) noexcept nogil:
    """Whether a side could capture on a square, given what is occupied."""
    cdef Bitboard theirs = at.by_side[by]
    cdef int i
    for i in range(rules.leaper_count):
        if rules.slot[rules.leaper[i]].capture_from[by][square] & at.by_kind[rules.leaper[i]] & theirs:
            return True
    for i in range(rules.sheaf_count):
        if sliding_attackers(rules, &rules.sheaf[i], at, square, occupied, by):
            return True
    return rules.lame_capturer_count != 0 and lame_attackers(rules, at, square, occupied, by) & theirs != 0


cdef inline Bitboard capture_origins(const Rules* rules, const Slot* slot, Square square, Bitboard occupied,
                                     Side by) noexcept nogil:
    """The squares from which a piece of that slot and side could capture on a square."""
    cdef Bitboard origins = slot.capture_from[by][square], reach
    cdef const Slide* slide
    cdef int i
    for i in range(slot.slide_count):
        slide = &slot.slides[i]
        reach = slide_along(line_through(rules, square, slide.axis), occupied)
        origins |= reach if slide.partial == NULL else reach & slide.partial.capture_from[by][square]
    if slot.has_lame:
        for i in range(slot.lame_onto.begin[by][square], slot.lame_onto.begin[by][square + 1]):
            if slot.lame_onto.leaps[i].capture and not slot.lame_onto.leaps[i].path & occupied:
                origins |= bit(slot.lame_onto.leaps[i].origin)
    return origins


cdef inline bint in_check(const Rules* rules, const Position* at, Side side) noexcept nogil:
    """Whether the other side, were it to move now, could capture this side's royal piece."""
    cdef Square king = at.king[side]
    if king == NO_SQUARE:
        return False
    if rules.stones:
        return in_check_among_stones(rules, at, side)
    return is_attacked(rules, at, king, occupied_squares(at), 1 - side)


cdef inline Bitboard between(const Rules* rules, int axis, int a, int b) noexcept nogil:
    """The squares of a line that lie between two of its squares."""
    return slide_along(line_through(rules, a, axis), bit(b)) & slide_along(line_through(rules, b, axis), bit(a))


cdef inline Bitboard plain_targets(const Slot* slot, Side side, Square square, Bitboard occupied) noexcept nogil:
    """Where a piece of a plain slot may go, to capture or not; own pieces are not yet excluded."""
    cdef Bitboard targets = slot.quiet[side][square]
    cdef const LineAt* line = slot.lines[square]
    cdef const LineAt* end = line + slot.slide_count
    while line != end:
        targets |= slide_along(line, occupied)
        line += 1
    return targets


cdef inline void reach_of(const Rules* rules, const Slot* slot, Side side, Square square, Bitboard occupied,
                          Bitboard* quiet, Bitboard* capture) noexcept nogil:
    """The squares that a piece could move to if they were empty, and where it could capture."""
    cdef const Slide* slide
    cdef Bitboard reach
    cdef int i
    quiet[0] = slot.quiet[side][square]
    capture[0] = slot.capture[side][square]
    for i in range(slot.slide_count):
        slide = &slot.slides[i]
        reach = slide_along(line_through(rules, square, slide.axis), occupied)
        if slide.partial == NULL:
            quiet[0] |= reach
            capture[0] |= reach
        else:
            quiet[0] |= reach & slide.partial.quiet[side][square]
            capture[0] |= reach & slide.partial.capture[side][square]
    if slot.has_lame:
        for i in range(slot.lame.begin[side][square], slot.lame.begin[side][square + 1]):
            if not slot.lame.leaps[i].path & occupied:
                if slot.lame.leaps[i].quiet:
                    quiet[0] |= bit(slot.lame.leaps[i].target)
                if slot.lame.leaps[i].capture:
                    capture[0] |= bit(slot.lame.leaps[i].target)


cdef inline Bitboard targets_of(const Rules* rules, const Slot* slot, Side side, Square square,
                                Bitboard occupied, Bitboard enemies) noexcept nogil:
    """Where a piece may go: empty squares that it moves to, and enemies that it captures."""
    cdef Bitboard quiet, capture
    if slot.plain:
        return plain_targets(slot, side, square, occupied) & (enemies | ~occupied)
    reach_of(rules, slot, side, square, occupied, &quiet, &capture)
    return (quiet & ~occupied) | (capture & enemies)
