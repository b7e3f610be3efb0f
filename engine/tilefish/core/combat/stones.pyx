from tilefish.core.board.attacks cimport targets_of
from tilefish.core.board.position cimport occupied
from tilefish.core.types cimport Bitboard, Piece, Square, bit, pop


cdef Bitboard leap_ends(const CombatRules* rules, const CombatPosition* at, Square origin, Square stone) noexcept nogil:
    """Where a sequence over a stone, on which the piece can land, may end."""
    cdef Bitboard glides = _glides(rules, at, origin, stone), ends = 0
    while glides:
        ends |= _leaps(rules, at, origin, pop(&glides))
    return ends


cdef Bitboard glides_between(const CombatRules* rules, const CombatPosition* at, Square origin, Square stone,
                             Square target) noexcept nogil:
    """The glide squares from which the leap to the target is possible."""
    cdef Bitboard glides = _glides(rules, at, origin, stone), found = 0
    cdef Square square
    while glides:
        square = pop(&glides)
        if _leaps(rules, at, origin, square) & bit(target):
            found |= bit(square)
    return found


cdef inline Bitboard _glides(const CombatRules* rules, const CombatPosition* at, Square origin,
                             Square stone) noexcept nogil:
    return rules.base.ring[stone] & ~(occupied(&at.base) ^ bit(origin))


cdef inline Bitboard _leaps(const CombatRules* rules, const CombatPosition* at, Square origin,
                            Square square) noexcept nogil:
    """The moves of the piece from a glide square, as one that has moved."""
    cdef Piece piece = at.base.board[origin]
    return targets_of(rules.base, &rules.base.slot[rules.base.moved_slot[piece >> 1]], piece & 1, square,
                      occupied(&at.base) ^ bit(origin), 0)
