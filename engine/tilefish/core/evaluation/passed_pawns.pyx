from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport Rules, Weights
from tilefish.core.evaluation.fills cimport ahead
from tilefish.core.evaluation.terms cimport TERM_PASSED, Sum, add_parts
from tilefish.core.types cimport NO_SQUARE, Bitboard, Side, Square, bit, forward_of, pop

cdef enum:
    FAR_AWAY = 5              # steps of a king; more make no difference


cdef void add_ways_of_passed(Sum* total, Side side) noexcept nogil:
    """Passed pawns: the kings' steps to the square ahead, whether it is free and guarded, whether the way is safe, and
    own pieces behind that slide along files. All by how far the pawn has come."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard passed = total.passed[side], way, guarded = total.attacks[side] | total.king_attacks[side]
    cdef Bitboard attacked = total.attacks[1 - side] | total.king_attacks[1 - side]
    cdef Square square, next_square
    cdef int part, steps
    while passed:
        square = pop(&passed)
        part = rules.passed_part[rules.pawn_way[side][square]]
        if not part:
            continue
        next_square = square + forward_of(side)
        way = ahead(bit(square), side) & rules.board
        steps = _king_steps(total, side, next_square)
        add_parts(total, TERM_PASSED, side, part * steps, weights.passed_own_king)
        steps = _king_steps(total, 1 - side, next_square)
        add_parts(total, TERM_PASSED, side, part * steps, weights.passed_enemy_king)
        if not occupied(total.at) & bit(next_square):
            add_parts(total, TERM_PASSED, side, part, weights.passed_free)
            if not attacked & way:
                add_parts(total, TERM_PASSED, side, part, weights.passed_safe)
            if guarded & bit(next_square):
                add_parts(total, TERM_PASSED, side, part, weights.passed_guarded)
        if total.sliders_on_files[side] & ahead(bit(square), 1 - side):
            add_parts(total, TERM_PASSED, side, part, weights.passed_behind)


cdef inline int _king_steps(const Sum* total, Side side, Square square) noexcept nogil:
    """A king's steps to a square, up to `FAR_AWAY`."""
    cdef int steps = FAR_AWAY
    if total.at.king[side] != NO_SQUARE:
        steps = total.rules.walk[side][total.at.king[side]][square]
    return steps if steps < FAR_AWAY else FAR_AWAY
