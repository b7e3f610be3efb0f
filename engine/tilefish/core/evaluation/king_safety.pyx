from tilefish.core.board.attacks cimport capture_origins, plain_targets, reach_of
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.score cimport middlegame_of
from tilefish.core.board.rule_tables cimport NO_KIND, Rules, Slot, Weights
from tilefish.core.board.stones cimport could_leap_to_king
from tilefish.core.evaluation.fills cimport beside, fill
from tilefish.core.evaluation.terms cimport TERM_KING, Sum, add, add_score, add_times
from tilefish.core.types cimport (
    FILE_A, FILE_H, NO_SQUARE, Bitboard, Kind, Side, Square, ahead_of, bit, file_of, popcount, several,
)

cdef enum:
    LITTLE_DANGER = 100       # counts nothing
    MOST_DANGER = 4000
    MOST_ATTACKERS = 8
    DANGER_SQUARED = 5120     # danger squared, over this, is centipawns of the middlegame
    DANGER_ENDGAME = 20       # danger over this is centipawns of the endgame
    PERCENT = 100


cdef void survey_king(Sum* total, Side side) noexcept nogil:
    """A side's attacks begin with those of its king and pawns."""
    cdef const Rules* rules = total.rules
    cdef Square king = total.at.king[side]
    cdef Bitboard pawns = total.pawn_attacks[side], quiet, attacks = 0
    if king != NO_SQUARE:
        if rules.slot[rules.royal].plain:
            attacks = plain_targets(&rules.slot[rules.royal], side, king, occupied(total.at))
        else:
            reach_of(rules, &rules.slot[rules.royal], side, king, occupied(total.at), &quiet, &attacks)
    total.king_attacks[side] = attacks
    total.attacks[side] = pawns
    total.twice[side] = _twice_by_pawns(total, side)


cdef inline Bitboard _twice_by_pawns(const Sum* total, Side side) noexcept nogil:
    """The squares that two pawns of a side guard."""
    cdef Bitboard pawns = total.pawns[side]
    return ahead_of((pawns & ~FILE_A) >> 1 & (pawns & ~FILE_H) << 1, side) if total.rules.orthodox_pawn else 0


cdef void add_king_safety(Sum* total, Side side) noexcept nogil:
    """Pawns and own pieces beside the king, attacks on its flank, danger by attacks and checks, stone leaps."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef Bitboard friends = rules.ring[total.at.king[side]] & total.at.by_side[side]
    cdef int shield = popcount(friends & total.pawns[side])
    cdef int company = popcount(friends)
    cdef Bitboard flank = total.attacks[1 - side] & rules.flank[side][file_of(total.at.king[side])]
    cdef int flank_attacks = popcount(flank) + popcount(flank & total.twice[1 - side])
    cdef int danger
    add(total, TERM_KING, side, weights.shield * (shield if shield < 3 else 3), 0)
    add(total, TERM_KING, side, weights.king_friends[company if company < 2 else 2], 0)
    add_times(total, TERM_KING, side, flank_attacks, weights.flank_attack)
    if total.zone_attackers[side] > 1 or total.zone_attackers[side] and _has_heaviest(total, 1 - side):
        danger = _danger(total, side, flank_attacks)
        if danger > LITTLE_DANGER:
            add(total, TERM_KING, side, -danger * danger // DANGER_SQUARED, -danger // DANGER_ENDGAME)
    if rules.stones and could_leap_to_king(rules, total.at, total.at.king[side], 1 - side):
        add(total, TERM_KING, side, weights.king_in_stone_reach, weights.king_in_stone_reach)


cdef void add_pawns_before_king(Sum* total, Side side) noexcept nogil:
    """On the king's file and those beside it: own pawns two steps ahead, files without own pawns ahead, enemy pawns. On
    those up to two from it: whether there are any pawns."""
    cdef const Weights* weights = &total.rules.weights
    cdef Bitboard own = total.pawns[side], enemy = total.pawns[1 - side], row, flank, step
    row = bit(total.at.king[side])
    row |= beside(row)
    flank = row | beside(row)
    if not (own | enemy) & (fill(flank, side) | fill(flank, 1 - side)):
        add_score(total, TERM_KING, side, weights.pawnless_flank)
    step = ahead_of(row, side)
    add(total, TERM_KING, side, weights.open_shield * popcount(row & ~fill(own & fill(row, side), 1 - side)), 0)
    step = ahead_of(step, side)
    add(total, TERM_KING, side, weights.shield_far * popcount(step & own), 0)
    add(total, TERM_KING, side, weights.storm[0] * popcount(step & enemy), 0)
    step = ahead_of(step, side)
    add(total, TERM_KING, side, weights.storm[1] * popcount(step & enemy), 0)
    step = ahead_of(step, side)
    add(total, TERM_KING, side, weights.storm[2] * popcount(step & enemy), 0)


cdef inline bint _has_heaviest(const Sum* total, Side side) noexcept nogil:
    """Whether a side has a piece of the dearest kind of the start."""
    cdef Kind heaviest = total.rules.heaviest
    return heaviest == NO_KIND or total.at.by_kind[heaviest] & total.at.by_side[side] != 0


cdef inline int _danger(const Sum* total, Side side, int flank_attacks) noexcept nogil:
    """The danger to a side's king, in thousandths: not linear in what it is worth."""
    cdef const Rules* rules = total.rules
    cdef const Weights* weights = &rules.weights
    cdef const Position* at = total.at
    cdef Side enemy = 1 - side
    cdef Square king = at.king[side]
    cdef Bitboard guarded = total.attacks[side] | total.king_attacks[side], attacks = total.attacks[enemy]
    cdef Bitboard weak = total.king_attacks[side] & attacks & ~total.attacks[side]
    cdef Bitboard safe = ~at.by_side[enemy] & (~guarded | weak & total.twice[enemy])
    cdef Bitboard all_pieces = occupied(at), checks, unsafe = 0
    cdef const Slot* slot
    cdef int attackers = total.zone_attackers[side], danger, i
    cdef int ahead = middlegame_of(total.mobility[enemy] - total.mobility[side])
    cdef Kind kind
    if attackers > MOST_ATTACKERS:
        attackers = MOST_ATTACKERS
    danger = (weights.king_attackers * attackers * attackers + weights.king_attack * total.zone_attacks[side]
              + weights.king_weak * popcount(weak) + weights.king_flank * flank_attacks
              + <int>(<long long>weights.king_mobility * ahead // PERCENT))
    for i in range(rules.officer_count):
        kind = rules.officer[i]
        checks = total.kind_attacks[enemy][kind] & ~at.by_side[enemy]
        if not checks:
            continue
        slot = &rules.slot[kind]
        if slot.plain:    # the enemy's moves are this side's, turned round
            checks &= plain_targets(slot, side, king, all_pieces)
        else:
            checks &= capture_origins(rules, slot, king, all_pieces, enemy)
        if checks & safe:
            danger += weights.safe_check * (3 if several(checks & safe) else 2) // 2
        unsafe |= checks & ~safe
    danger += weights.unsafe_check * popcount(unsafe)
    if not _has_heaviest(total, enemy):
        danger += weights.no_heavy
    return danger if danger < MOST_DANGER else MOST_DANGER
