from tilefish.core.position cimport Position, occupied as occupied_squares
from tilefish.core.rules cimport LineAt, Rules, Sheaf, Slide, Slot, line_through, slide_along
from tilefish.core.squares cimport bit, pop, u64
from tilefish.core.stones cimport can_follow, sequence_gives_check


cdef u64 attackers(const Rules* rules, const Position* at, int square, u64 occupied, int by) noexcept nogil:
    """The pieces of a side that could capture on a square, given what is occupied."""
    cdef u64 found = 0, riders
    cdef const Sheaf* sheaf
    cdef const LineAt* line
    cdef int i, axis
    for i in range(rules.leaper_count):
        found |= rules.slot[rules.leaper[i]].capture_from[by][square] & at.by_kind[rules.leaper[i]]
    for i in range(rules.sheaf_count):
        sheaf = &rules.sheaf[i]
        riders = riders_to(sheaf, at, square, by)
        if riders & sheaf.lines[square]:
            for axis in range(sheaf.first_axis, sheaf.axis_end):
                line = line_through(rules, square, axis)
                if riders & line.line:
                    found |= slide_along(line, occupied) & riders
    if rules.lame_capturer_count:
        found |= _lame_attackers(rules, at, square, occupied, by)
    return found & at.by_side[by]


cdef bint is_attacked(const Rules* rules, const Position* at, int square, u64 occupied, int by) noexcept nogil:
    """Whether a side could capture on a square, given what is occupied."""
    cdef u64 theirs = at.by_side[by], riders
    cdef const Sheaf* sheaf
    cdef const LineAt* line
    cdef int i, axis
    for i in range(rules.leaper_count):
        if rules.slot[rules.leaper[i]].capture_from[by][square] & at.by_kind[rules.leaper[i]] & theirs:
            return True
    for i in range(rules.sheaf_count):
        sheaf = &rules.sheaf[i]
        riders = riders_to(sheaf, at, square, by)
        if riders & sheaf.lines[square]:
            for axis in range(sheaf.first_axis, sheaf.axis_end):
                line = line_through(rules, square, axis)
                if riders & line.line and slide_along(line, occupied) & riders:
                    return True
    return rules.lame_capturer_count != 0 and _lame_attackers(rules, at, square, occupied, by) & theirs != 0


cdef u64 _lame_attackers(const Rules* rules, const Position* at, int square, u64 occupied, int by) noexcept nogil:
    cdef const Slot* slot
    cdef u64 found = 0
    cdef int i, j
    for i in range(rules.lame_capturer_count):
        slot = &rules.slot[rules.lame_capturer[i]]
        for j in range(slot.lame_onto.begin[by][square], slot.lame_onto.begin[by][square + 1]):
            if slot.lame_onto.leaps[j].capture and not slot.lame_onto.leaps[j].path & occupied:
                found |= bit(slot.lame_onto.leaps[j].origin) & at.by_kind[rules.lame_capturer[i]]
    return found


cdef u64 quiet_movers(const Rules* rules, const Position* at, int square, u64 occupied, int by,
                      u64 among) noexcept nogil:
    """Those of some pieces of a side that could move to a square if it were empty."""
    cdef u64 found = 0, reach, pieces
    cdef const Slot* slot
    cdef const Slide* slide
    cdef const LineAt* line
    cdef int kind, i
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


cdef u64 capture_origins(const Rules* rules, const Slot* slot, int square, u64 occupied, int by) noexcept nogil:
    """The squares from which a piece of that slot and side could capture on a square."""
    cdef u64 origins = slot.capture_from[by][square], reach
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


cdef bint in_check_among_stones(const Rules* rules, const Position* at, int side) noexcept nogil:
    """The whole rule where sequences over stones can give check."""
    cdef int king = at.king[side]
    cdef u64 direct = attackers(rules, at, king, occupied_squares(at), 1 - side)
    if direct:
        if not rules.stones & bit(king):
            return True
        while direct:
            if can_follow(rules, at, pop(&direct), king):
                return True
    return sequence_gives_check(rules, at, king, 1 - side)
