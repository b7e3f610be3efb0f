from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport Rules, Weights
from tilefish.core.evaluation.fills cimport beside
from tilefish.core.evaluation.terms cimport TERM_THREATS, Sum, add_times
from tilefish.core.types cimport Bitboard, Side, ahead_of, popcount


cdef void add_threats(Sum* total, Side side) noexcept nogil:
    """What a side threatens: officers attacked by pawns or by clearly cheaper pieces, all that is not well guarded,
    and squares that both sides attack."""
    cdef const Weights* weights = &total.rules.weights
    cdef const Position* at = total.at
    cdef Side enemy = 1 - side
    cdef Bitboard kings = at.by_kind[total.rules.royal]
    cdef Bitboard officers = at.by_side[enemy] & ~total.pawns[enemy] & ~kings
    cdef Bitboard attacked = total.attacks[side] | total.king_attacks[side]
    cdef Bitboard guarded = total.attacks[enemy] | total.king_attacks[enemy]
    cdef Bitboard strong = total.pawn_attacks[enemy] | total.twice[enemy] & ~total.twice[side]
    cdef Bitboard weak = at.by_side[enemy] & ~kings & attacked & ~strong
    if weak:
        add_times(total, TERM_THREATS, side, popcount(weak & officers), weights.weak_attacked)
        add_times(total, TERM_THREATS, side, popcount(weak & (~guarded | officers & total.twice[side])), weights.hanging)
        add_times(total, TERM_THREATS, side, popcount(weak & total.king_attacks[side]) != 0, weights.king_threat)
    if officers:
        if officers & attacked:
            add_times(total, TERM_THREATS, side, _by_lesser(total, side, officers & attacked), weights.lesser_threat)
        if total.rules.orthodox_pawn:
            _by_pawns(total, side, officers, attacked | ~guarded)
    add_times(total, TERM_THREATS, side, popcount(attacked & guarded & ~strong), weights.contested)


cdef inline int _by_lesser(const Sum* total, Side side, Bitboard attacked) noexcept nogil:
    """How many of the enemy's attacked officers are attacked by clearly cheaper ones."""
    cdef const Rules* rules = total.rules
    cdef Bitboard attacks = 0, victims
    cdef int place, cheaper = 0, found = 0
    for place in range(rules.officer_count):
        victims = attacked & total.at.by_kind[rules.officer_by_value[place]]
        if not victims:
            continue
        while cheaper < rules.clearly_cheaper[place]:
            attacks |= total.kind_attacks[side][rules.officer_by_value[cheaper]]
            cheaper += 1
        found += popcount(victims & attacks)
    return found


cdef inline void _by_pawns(Sum* total, Side side, Bitboard officers, Bitboard safe) noexcept nogil:
    """Officers that pawns attack, or could attack after a push; pawns that stand on safe squares."""
    cdef const Weights* weights = &total.rules.weights
    cdef Bitboard empty = ~occupied(total.at)
    cdef Bitboard pawns = total.pawns[side], pushes
    add_times(total, TERM_THREATS, side, popcount(ahead_of(beside(pawns & safe), side) & officers), weights.pawn_threat)
    pushes = ahead_of(pawns, side) & empty
    pushes |= ahead_of(ahead_of(pawns & total.rules.double_from[side], side) & empty, side) & empty
    pushes &= safe & ~total.pawn_attacks[1 - side]
    add_times(total, TERM_THREATS, side, popcount(ahead_of(beside(pushes), side) & officers), weights.push_threat)
