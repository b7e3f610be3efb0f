from tilefish.core.board.attacks cimport targets_of
from tilefish.core.board.position cimport occupied
from tilefish.core.types cimport bit, pop, u64


cdef u64 leap_ends(const CombatRules* rules, const CombatPosition* at, int origin, int stone) noexcept nogil:
    """Where a sequence over a stone, on which the piece can land, may end."""
    cdef u64 glides = _glides(rules, at, origin, stone), ends = 0
    while glides:
        ends |= _leaps(rules, at, origin, pop(&glides))
    return ends


cdef u64 glides_between(const CombatRules* rules, const CombatPosition* at, int origin, int stone,
                        int target) noexcept nogil:
    """The glide squares from which the leap to the target is possible."""
    cdef u64 glides = _glides(rules, at, origin, stone), found = 0
    cdef int square
    while glides:
        square = pop(&glides)
        if _leaps(rules, at, origin, square) & bit(target):
            found |= bit(square)
    return found


cdef inline u64 _glides(const CombatRules* rules, const CombatPosition* at, int origin, int stone) noexcept nogil:
    return rules.base.ring[stone] & ~(occupied(&at.base) ^ bit(origin))


cdef inline u64 _leaps(const CombatRules* rules, const CombatPosition* at, int origin, int square) noexcept nogil:
    """The moves of the piece from a glide square, as one that has moved."""
    cdef int piece = at.base.board[origin]
    return targets_of(rules.base, &rules.base.slot[rules.base.moved_slot[piece >> 1]], piece & 1, square,
                      occupied(&at.base) ^ bit(origin), 0)
