from tilefish.core.position cimport occupied
from tilefish.core.squares cimport pop, u64

cdef enum:
    HP_VALUE = 2              # centipawns of a hit point


cdef int evaluate_combat(const CombatRules* rules, const CombatPosition* position) noexcept nogil:
    """Centipawns, seen from the side to move."""
    cdef u64 pieces = occupied(&position.base)
    cdef int square, piece, worth, total = 0
    while pieces:
        square = pop(&pieces)
        piece = position.base.board[square]
        worth = rules.base.value[0][piece >> 1] + HP_VALUE * position.hp[square]
        total += worth if piece & 1 == position.base.turn else -worth
    return total
