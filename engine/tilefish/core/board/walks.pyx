from tilefish.core.board.attacks cimport targets_of
from tilefish.core.board.endings cimport LIGHT_SQUARES
from tilefish.core.board.rule_tables cimport NO_WAY, Rules, Slot
from tilefish.core.types cimport SQUARES, Bitboard, Side, Square, bit, pop, popcount


cdef void survey(Rules* rules) noexcept:
    """Fills in the tables; the moves of the royal kind must be there."""
    cdef Side side
    cdef Square square
    for side in range(2):
        for square in range(SQUARES):
            _walk_from(rules, side, square)
        _confine(rules, side)
        for square in range(SQUARES):
            rules.corner_way[side][0][square] = _nearest(rules, side, square, _corners(rules, ~LIGHT_SQUARES))
            rules.corner_way[side][1][square] = _nearest(rules, side, square, _corners(rules, LIGHT_SQUARES))


cdef void _walk_from(Rules* rules, Side side, Square origin) noexcept:
    """Floods the empty board with a king's steps."""
    cdef const Slot* slot = &rules.slot[rules.moved_slot[rules.royal]]
    cdef Bitboard front = bit(origin) & rules.safe, seen = front, reached
    cdef Square square
    cdef int steps = 0
    for square in range(SQUARES):
        rules.walk[side][origin][square] = NO_WAY
    while front:
        reached = 0
        while front:
            square = pop(&front)
            rules.walk[side][origin][square] = steps
            reached |= targets_of(rules, slot, side, square, 0, 0)
        front = reached & ~seen
        seen |= reached
        steps += 1


cdef void _confine(Rules* rules, Side side) noexcept:
    """How far out of the way a square is, from 0 (the middle) to 100 (the worst corner): by the mean length of
    the walks from it."""
    cdef double mean[SQUARES]
    cdef double low = NO_WAY, high = 0
    cdef Bitboard squares = rules.safe
    cdef Square square
    while squares:
        square = pop(&squares)
        mean[square] = _mean_walk(rules, side, square)
        low, high = min(low, mean[square]), max(high, mean[square])
    squares = rules.safe
    while squares and high > low:
        square = pop(&squares)
        rules.confinement[side][square] = <int>(100 * (mean[square] - low) / (high - low))


cdef double _mean_walk(const Rules* rules, Side side, Square origin) noexcept:
    cdef Square square
    cdef int total = 0, reached = 0
    for square in range(SQUARES):
        if rules.walk[side][origin][square] != NO_WAY:
            total += rules.walk[side][origin][square]
            reached += 1
    return total / <double>reached


cdef Bitboard _corners(const Rules* rules, Bitboard coloured) noexcept:
    """Of the squares of a colour, those that have the fewest neighbours; islands of one square do not count."""
    cdef Bitboard squares = rules.safe & coloured, corners = 0
    cdef Square square
    cdef int neighbours, fewest = 8
    while squares:
        square = pop(&squares)
        neighbours = popcount(rules.ring[square])
        if 0 < neighbours < fewest:
            fewest, corners = neighbours, 0
        if neighbours == fewest:
            corners |= bit(square)
    return corners


cdef int _nearest(const Rules* rules, Side side, Square origin, Bitboard squares) noexcept:
    """A king's steps to the nearest of some squares."""
    cdef Square square
    cdef int steps = NO_WAY
    while squares:
        square = pop(&squares)
        if rules.walk[side][origin][square] < steps:
            steps = rules.walk[side][origin][square]
    return steps
