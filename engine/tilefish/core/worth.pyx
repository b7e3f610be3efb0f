from libc.math cimport lround

from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport BLACK, WHITE, bit, pop, u64

from tilefish.rulebook.variant import UNLIMITED

cdef enum:
    MIDDLEGAME = 0
    ENDGAME = 1

# A slide goes on over a square with this chance: boards empty in the endgame. Centipawns a move are chosen so
# that knight, bishop and rook of ordinary chess come out near their well-known values.
cdef double[2] CHANCE_EMPTY = [0.7, 0.85]
cdef double[2] CENTIPAWNS_A_MOVE = [64, 50]
cdef double PAWN_ENDGAME_FACTOR = 1.6     # a pawn is worth more the nearer its promotion

cdef double[2] SQUARE_SHARE = [0.15, 0.1]  # of what a square's mobility is above the average
cdef double[2] KING_SHARE = [-0.15, 0.15]  # the king hides first, and comes out at the end
cdef double[2] PAWN_ADVANCE = [25, 110]    # centipawns for a pawn one step from promotion


cdef int weigh(Rules* rules, variant) except -1:
    """Fills in the values of all kinds, by phase, and their square tables, by phase and side."""
    cdef double mobility[64]
    cdef int index, phase, side
    for index, kind in enumerate(variant.kinds):
        for phase in range(2):
            for side in range(2):
                average = _mobility(rules, kind, side, CHANCE_EMPTY[phase], mobility)
                if side == WHITE:
                    rules.value[phase][index] = _value(kind, phase, average)
                if kind.squares is None:
                    _place_by_mobility(rules, index, kind, phase, side, average, mobility)
                else:
                    _place_by_file(rules, index, kind.squares[phase], phase, side)
    return 0


cdef double _mobility(Rules* rules, kind, int side, double chance_empty, double* mobility) except -1:
    """Fills in how many moves a piece has on each square, on a board part empty, and returns the average. A
    move that may only go, or only capture, counts half."""
    cdef int turn = 1 if side == WHITE else -1
    cdef int origin, file, rank, dx, dy, left
    cdef double weight, chance, total = 0, squares = 0
    steps = [(step, (step.quiet + step.capture) / 2) for step in kind.steps if not step.initial]
    for origin in range(64):
        mobility[origin] = 0
        if not rules.safe & bit(origin):
            continue
        squares += 1
        for step, weight in steps:
            dx, dy = turn * <int>step.dx, turn * <int>step.dy
            file, rank = (origin & 7) + dx, (origin >> 3) + dy
            chance = chance_empty if step.lame else 1
            left = 8 if step.reach == UNLIMITED else step.reach
            while left and 0 <= file < 8 and 0 <= rank < 8 and rules.safe & bit(rank * 8 + file):
                mobility[origin] += weight * chance
                chance *= chance_empty
                file += dx
                rank += dy
                left -= 1
        total += mobility[origin]
    return total / squares if squares else 0


cdef int _value(kind, int phase, double average) except? -1:
    if kind.royal:
        return 0
    if kind.value is not None:
        return kind.value[phase]
    if kind.pawn and phase == ENDGAME:
        average *= PAWN_ENDGAME_FACTOR
    return lround(CENTIPAWNS_A_MOVE[phase] * average)


cdef int _place_by_file(Rules* rules, int index, table, int phase, int side) except -1:
    """A table of the file is White's, from a1; Black sees it upside down."""
    cdef int square, rank, row
    for square in range(64):
        if rules.board & bit(square):
            rank = square >> 3
            row = rank if side == WHITE else rules.ranks - 1 - rank
            rules.square_value[phase][side][index][square] = table[row * rules.files + (square & 7)]
    return 0


cdef int _place_by_mobility(Rules* rules, int index, kind, int phase, int side, double average,
                            const double* mobility) except -1:
    cdef double share = KING_SHARE[phase] if kind.royal else SQUARE_SHARE[phase]
    cdef u64 squares = rules.safe
    cdef int square
    cdef double bonus
    while squares:
        square = pop(&squares)
        if kind.pawn:
            bonus = PAWN_ADVANCE[phase] * _advance(rules, square, side) ** 2
        else:
            bonus = share * CENTIPAWNS_A_MOVE[phase] * (mobility[square] - average)
        rules.square_value[phase][side][index][square] = lround(bonus)
    return 0


cdef double _advance(Rules* rules, int square, int side) noexcept:
    """How far a pawn has come towards its promotion rank: 0 on its first rank, 1 beside the last one; 0 where
    terrain bars the way straight ahead."""
    cdef int forward = 8 if side == WHITE else -8
    cdef int steps = 0, ranks = rules.ranks
    while not rules.promotion_zone[side] & bit(square):
        square += forward
        steps += 1
        if square < 0 or square > 63 or not rules.safe & bit(square):
            return 0
    if steps == 0 or ranks < 3:
        return 1
    return max(0, 1 - (steps - 1) / <double>(ranks - 2))
