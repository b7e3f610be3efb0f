from tilefish.core.board.attacks cimport attackers, capture_origins, quiet_movers, targets_of
from tilefish.core.board.position cimport EMPTY, Position, occupied
from tilefish.core.board.lines cimport LineAt, slide_along
from tilefish.core.board.rule_tables cimport LameLeaps, Rules, Slot, StoneDanger, line_through
from tilefish.core.types cimport EVERYWHERE, Bitboard, Kind, Piece, Side, Square, bit, pop


cdef Bitboard _leaps(const Rules* rules, const Position* at, Square origin, Square stone, int glide,
                     Bitboard victims) noexcept nogil:
    """Where the third leg may end, from one glide square: empty squares, and pieces that may be captured."""
    cdef Piece piece = at.board[origin]
    cdef const Slot* moved = &rules.slot[rules.moved_slot[piece >> 1]]
    cdef Bitboard others = occupied(at) & ~(bit(origin) | bit(stone))
    return targets_of(rules, moved, piece & 1, glide, others, victims & others)


cdef Bitboard _glides(const Rules* rules, const Position* at, Square origin, Square stone) noexcept nogil:
    """Where piece and stone may glide: the origin is empty by then."""
    return rules.ring[stone] & ~(occupied(at) & ~bit(origin))


cdef Bitboard sequence_ends(const Rules* rules, const Position* at, Square origin, Square stone,
                            Bitboard victims) noexcept nogil:
    """All squares where a sequence may end that begins with a landing from origin on stone. `victims` are the pieces
    that it may capture there: none in a combat game."""
    cdef Bitboard glides = _glides(rules, at, origin, stone)
    cdef Bitboard ends = 0
    while glides:
        ends |= _leaps(rules, at, origin, stone, pop(&glides), victims)
    return ends


cdef bint can_follow(const Rules* rules, const Position* at, Square origin, Square stone) noexcept nogil:
    """Whether any glide and leap can follow the landing."""
    cdef Bitboard glides = _glides(rules, at, origin, stone)
    cdef Bitboard victims = at.by_side[1 - (at.board[origin] & 1)]
    while glides:
        if _leaps(rules, at, origin, stone, pop(&glides), victims):
            return True
    return False


cdef Bitboard glides_to(const Rules* rules, const Position* at, Square origin, Square stone, int end,
                        Bitboard victims) noexcept nogil:
    """The glide squares that work for one sequence."""
    cdef Bitboard glides = _glides(rules, at, origin, stone)
    cdef Bitboard working = 0
    cdef int glide
    while glides:
        glide = pop(&glides)
        if _leaps(rules, at, origin, stone, glide, victims) & bit(end):
            working |= bit(glide)
    return working


cdef bint sequence_gives_check(const Rules* rules, const Position* at, Square king, Side by) noexcept nogil:
    """Whether a side could capture the king with the third leg of a sequence."""
    cdef Bitboard stones = rules.stones & ~bit(king)
    cdef Bitboard dangerous
    cdef Square stone
    while stones:
        stone = pop(&stones)
        dangerous = _dangerous(rules, at, stone, king, by)
        if dangerous and _leaps_to_king(rules, at, stone, king, _landers(rules, at, stone, by, dangerous)):
            return True
    return False


cdef bint could_leap_to_king(const Rules* rules, const Position* at, Square king, Side by) noexcept nogil:
    """Whether a side has a piece that can land on a stone as things stand, and whose leap from beside it would reach
    the king on an empty board. With a way for the leap that would be check: this also counts what is in the way."""
    cdef Bitboard stones = rules.stones & ~bit(king)
    cdef Bitboard dangerous
    cdef Square stone
    while stones:
        stone = pop(&stones)
        dangerous = _dangerous(rules, at, stone, king, by)
        if dangerous and _landers(rules, at, stone, by, dangerous):
            return True
    return False


cdef inline Bitboard _dangerous(const Rules* rules, const Position* at, Square stone, Square king,
                                Side by) noexcept nogil:
    """The pieces that could, on an empty board, land on the stone and leap from beside it to the king."""
    cdef const StoneDanger* danger
    cdef Bitboard found = 0
    cdef Kind kind
    for kind in range(rules.kinds):
        danger = &rules.stone_danger[stone][kind][by]
        if danger.ends & bit(king):
            found |= at.by_kind[kind] & danger.origins
    return found & at.by_side[by]


cdef Bitboard _landers(const Rules* rules, const Position* at, Square stone, Side by, Bitboard among) noexcept nogil:
    """Those of some pieces of a side that can land on the stone as things stand."""
    if at.board[stone] == EMPTY:
        return quiet_movers(rules, at, stone, occupied(at), by, among)
    if at.board[stone] & 1 == by:
        return 0
    return attackers(rules, at, stone, occupied(at), by) & among


cdef bint _leaps_to_king(const Rules* rules, const Position* at, Square stone, Square king,
                         Bitboard landers) noexcept nogil:
    """Whether one of the pieces that can land on the stone could glide and leap to the king."""
    cdef const Slot* moved
    cdef Bitboard others
    cdef Square origin
    cdef Piece piece
    while landers:
        origin = pop(&landers)
        piece = at.board[origin]
        moved = &rules.slot[rules.moved_slot[piece >> 1]]
        others = occupied(at) & ~(bit(origin) | bit(stone))
        if _glides(rules, at, origin, stone) & capture_origins(rules, moved, king, others, piece & 1):
            return True
    return False


cdef Bitboard sequence_guards(const Rules* rules, const Position* at, Side side) noexcept nogil:
    """The squares that a piece of the side must not leave untried, lest a sequence of the enemy's reach its
    king. Moving any other piece (not the king) cannot let one through."""
    cdef Square king = at.king[side]
    cdef Bitboard stones = rules.stones, dangerous, landers, guards = 0
    cdef Square stone
    if rules.stones & bit(king):
        return EVERYWHERE
    while stones:
        stone = pop(&stones)
        dangerous = _dangerous(rules, at, stone, king, 1 - side)
        if not dangerous:
            continue
        landers = _landers(rules, at, stone, 1 - side, dangerous)
        if landers:
            if _leaps_to_king(rules, at, stone, king, landers):
                return EVERYWHERE
            guards |= rules.stone_lines[stone][king]
        guards |= _landing_guards(rules, at, stone, dangerous & ~landers, side)
    return guards


cdef Bitboard _landing_guards(const Rules* rules, const Position* at, Square stone, Bitboard dangerous,
                              Side side) noexcept nogil:
    """Own pieces that alone stand between a dangerous piece and the stone."""
    cdef const LineAt* line
    cdef const LameLeaps* lame
    cdef Bitboard own = at.by_side[side], guards = 0, near
    cdef int i, j
    for i in range(rules.axis_count):
        line = line_through(rules, stone, i)
        if line.line & dangerous:
            near = slide_along(line, occupied(at)) & own
            if near and slide_along(line, occupied(at) ^ near) & dangerous:
                guards |= near
    for i in range(rules.kinds):
        if rules.slot[i].has_lame and dangerous & at.by_kind[i]:
            lame = &rules.slot[i].lame_onto
            for j in range(lame.begin[1 - side][stone], lame.begin[1 - side][stone + 1]):
                if dangerous & bit(lame.leaps[j].origin):
                    guards |= lame.leaps[j].path & own
    return guards
