from libc.math cimport lround

from tilefish.core.combat.rule_tables cimport (
    HIT_MODES, HIT_SCALE, MOST_HP, POWER_ADVANCE, POWER_CONSECRATION, POWER_DECREE, POWER_INTERPOSE,
    POWER_OVEREXTEND, POWER_SKIRMISH,
)
from tilefish.core.board.rule_tables cimport Rules, Weights
from tilefish.core.board.score cimport score_of
from tilefish.core.types cimport Bitboard, Kind, Side, bit, square_at

from tilefish.core.board.values import start_pieces
from tilefish.rules.model.combat import MAX_HP

assert MAX_HP == MOST_HP

cdef enum:
    PERCENT = 100


cdef int appraise_combat(CombatRules* rules, variant) except -1:
    """Fills in what the evaluation looks up, after everything else of the rules is there."""
    cdef Kind kind
    for kind in range(rules.base.kinds):
        _price(rules, kind)
        _count_hits(rules, kind)
        rules.readiness[kind] = _readiness(&rules.base.weights, rules.power[kind])
    rules.centre = _middle(rules.base)
    _find_homes(rules, variant)
    return 0


cdef inline int _value(const Rules* rules, int phase, Kind kind) noexcept:
    return rules.weights.king_life if kind == rules.royal else rules.value[phase][kind]


cdef void _price(CombatRules* rules, Kind kind) noexcept:
    """A piece loses its vitality hit point by hit point, and the rest of its value with the last one."""
    cdef const Weights* weights = &rules.base.weights
    cdef int most = rules.hp[kind], hp, phase
    cdef int lost[2]
    cdef double value = (_value(rules.base, 0, kind) + _value(rules.base, 1, kind)) / 2.0
    cdef double vital = value * weights.vitality / PERCENT
    for hp in range(most + 1):
        for phase in range(2):
            lost[phase] = _value(rules.base, phase, kind) * weights.vitality * (most - hp) // (PERCENT * most)
        rules.condition[kind][hp] = score_of(
            weights.hit_point * hp - lost[0], weights.hit_point * hp - lost[1])
    rules.hp_price[kind] = lround(HIT_SCALE * (vital / most + weights.hit_point))
    rules.life_price[kind] = lround(value - vital)


cdef void _count_hits(CombatRules* rules, Kind kind) noexcept:
    """The average hit of a kind's attacks, and the chance to kill, by the victim's hit points."""
    cdef int mode, modifier, hp, face, damage, taken, kills
    cdef Side side
    cdef double mean = 0
    for mode in range(HIT_MODES):
        modifier = (rules.decree_bonus if mode & 1 else 0) + (rules.exposed_bonus if mode & 2 else 0)
        for hp in range(1, MOST_HP + 1):
            taken = kills = 0
            for face in range(1, rules.faces + 1):
                damage = max(0, rules.damage[kind] + min(max(face + modifier, rules.lowest), rules.highest))
                taken += min(damage, hp)
                kills += damage >= hp
            rules.hit[mode][kind][hp] = HIT_SCALE * taken // rules.faces
            rules.kill[mode][kind][hp] = HIT_SCALE * kills // rules.faces
    mean = rules.hit[0][kind][MOST_HP] / <double>HIT_SCALE
    for side in range(2):
        rules.shielded_share[side][kind] = (
            lround(HIT_SCALE * max(0, mean - rules.shield[side]) / mean) if mean > 0 else HIT_SCALE)


cdef int _readiness(const Weights* weights, int power) noexcept:
    """What the ability itself is worth while it is there."""
    if power == POWER_DECREE:
        return weights.decree_ready
    if power == POWER_OVEREXTEND:
        return weights.overextend_ready
    if power == POWER_INTERPOSE:
        return weights.interpose_ready
    if power == POWER_CONSECRATION:
        return weights.consecration_ready
    if power == POWER_SKIRMISH:
        return weights.skirmish_ready
    if power == POWER_ADVANCE:
        return weights.advance_ready
    return 0


cdef Bitboard _middle(const Rules* rules) noexcept:
    """The inner half of the files on the inner half of the ranks."""
    cdef Bitboard found = 0
    cdef int file, rank
    for rank in range(rules.ranks // 4, rules.ranks - rules.ranks // 4):
        for file in range(rules.files // 4, rules.files - rules.files // 4):
            found |= bit(square_at(file, rank))
    return found


cdef int _find_homes(CombatRules* rules, variant) except -1:
    """Where officers stand when a game begins."""
    cdef Kind kind
    cdef Side side
    for square, (kind, side) in start_pieces(variant).items():
        if kind != rules.base.royal and kind != rules.base.pawn:
            rules.home[side][kind] |= bit(square_at(square % rules.base.files, square // rules.base.files))
    return 0
