from tilefish.core.combat.actions cimport (
    CONSECRATION, DECREE, INTERPOSE, OVEREXTEND, SKIRMISH, STEP_AND_ATTACK, Action, attacks, goes_first,
    origin_of, promoted_kind, promotes, rolls_die, tag_of, target_of, uses_ability, victim_of,
)
from tilefish.core.board.events cimport (
    EXHAUSTED, HEALED, HURT, KILLED, MOVED, PROMOTED, EventLog, EventTag, record,
)
from tilefish.core.combat.effects cimport carry_fighters
from tilefish.core.combat.generator cimport is_threatened
from tilefish.core.combat.position cimport (
    CombatPosition, end_interposing, hp_lost, interpose, place, relocate, remove, set_cooldown, set_decree,
    set_exposed, set_hp, set_uses,
)
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.board.position cimport BLACK_KEY, count_move
from tilefish.core.types cimport NO_SQUARE, Bitboard, Piece, Side, Square, bit, first, u8

# --- playing ---------------------------------------------------------------------------------------------


cdef void act(const CombatRules* rules, const CombatPosition* before, Action action, int face,
              CombatPosition* after) noexcept nogil:
    """Plays a legal action. `face` is what was rolled, before modifiers; it means nothing where none is."""
    _act(rules, before, action, face, after, NULL)


cdef void act_logged(const CombatRules* rules, const CombatPosition* before, Action action, int face,
                     CombatPosition* after, EventLog* log) noexcept nogil:
    """The same, recorded unless the log is NULL."""
    _act(rules, before, action, face, after, log)


cdef inline void _act(const CombatRules* rules, const CombatPosition* before, Action action, int face,
                      CombatPosition* after, EventLog* log) noexcept nogil:
    cdef int stands = origin_of(action), tag = tag_of(action)
    after[0] = before[0]
    count_move(&after.base)
    if goes_first(action):
        stands = _go(rules, after, action, log)
    if tag == CONSECRATION:
        _heal(rules, before, action, face, after, log)
    elif rolls_die(action):
        _attack(rules, before, action, face, after, log)
    if tag == SKIRMISH and target_of(action) != stands:
        stands = _go(rules, after, action, log)
    if tag == INTERPOSE:
        interpose(after, stands)
    elif tag == DECREE:
        set_decree(after, before.base.turn, rules.decree_turns)
        if rules.decree_is_limited:
            set_uses(after, before.base.turn, before.uses[before.base.turn] - 1)
    if tag == OVEREXTEND:
        _hurt(rules, after, stands, rules.recoil[before.base.board[origin_of(action)] >> 1], EXHAUSTED, log)
    _end_turn(rules, after, action, stands, log)


cdef inline int _go(const CombatRules* rules, CombatPosition* at, Action action, EventLog* log) noexcept nogil:
    """Moves the piece, promotes it where it does, and returns where it stands."""
    cdef Square origin = origin_of(action), target = target_of(action)
    record(log, MOVED, origin, target, at.base.board[origin], 0)
    if promotes(action):
        record(log, PROMOTED, target, NO_SQUARE, promoted_kind(action) * 2 + at.base.turn, 0)
        remove(rules, at, origin)
        place(rules, at, promoted_kind(action) * 2 + at.base.turn, target)
    else:
        relocate(rules, at, origin, target)
    return target


cdef inline void _hurt(const CombatRules* rules, CombatPosition* at, Square square, int loss, EventTag death,
                       EventLog* log) noexcept nogil:
    """Takes hit points; with the last one, a piece dies that death."""
    cdef Piece piece = at.base.board[square]
    if loss >= at.hp[square]:
        record(log, death, square, NO_SQUARE, piece, at.hp[square])
        remove(rules, at, square)
    elif loss:
        record(log, HURT, square, NO_SQUARE, piece, loss)
        set_hp(rules, at, square, at.hp[square] - loss)


cdef inline void _attack(const CombatRules* rules, const CombatPosition* before, Action action, int face,
                         CombatPosition* after, EventLog* log) noexcept nogil:
    cdef Aim aim = take_aim(rules, before, action)
    cdef Loss loss = loss_of(rules, before, &aim, face)
    if loss.victim or loss.helper:
        after.base.halfmove = 0
    _hurt(rules, after, aim.victim, loss.victim, KILLED, log)
    if aim.helper != NO_SQUARE:
        _hurt(rules, after, aim.helper, loss.helper, KILLED, log)


cdef inline void _heal(const CombatRules* rules, const CombatPosition* before, Action action, int face,
                       CombatPosition* after, EventLog* log) noexcept nogil:
    cdef Square square = victim_of(action)
    cdef int won = _healing(rules, before, action, face)
    if won:
        record(log, HEALED, square, NO_SQUARE, after.base.board[square], won)
        set_hp(rules, after, square, before.hp[square] + won)


cdef void pass_turn(const CombatRules* rules, const CombatPosition* before, CombatPosition* after,
                    EventLog* log) noexcept nogil:
    """A pass, which the rules of the game do not have; recorded unless the log is NULL."""
    after[0] = before[0]
    count_move(&after.base)
    _end_turn(rules, after, 0, NO_SQUARE, log)


cdef inline void _end_turn(const CombatRules* rules, CombatPosition* at, Action action, int stands,
                           EventLog* log) noexcept nogil:
    """What happens with the turn's end: counters fall, belts run, effects pass, and the other side is to move."""
    cdef Side us = at.base.turn
    cdef Square king, square
    cdef int power_cooldown
    cdef Bitboard cooling = at.cooling & at.base.by_side[us]
    while cooling:
        square = first(cooling)
        cooling &= cooling - 1
        set_cooldown(at, square, at.cooldown[square] - 1)
    if uses_ability(action) and not promotes(action) and rules.cools[us] and at.base.by_side[us] & bit(stands):
        power_cooldown = rules.cooldown[at.base.board[stands] >> 1]
        set_cooldown(at, stands, power_cooldown)
    if rules.base.belts:
        carry_fighters(rules, at, log)
    if at.decree[us] and tag_of(action) != DECREE:
        set_decree(at, us, at.decree[us] - 1)
    king = at.base.king[us]
    set_exposed(at, us, king != NO_SQUARE and is_threatened(rules, at, king, 1 - us))
    end_interposing(at, at.base.by_side[1 - us])
    at.base.turn = <u8>(1 - us)
    at.base.key ^= BLACK_KEY


# --- the die ---------------------------------------------------------------------------------------------


cdef Aim take_aim(const CombatRules* rules, const CombatPosition* before, Action action) noexcept nogil:
    """All that a face of the die does not change. What counts is the board before the action."""
    cdef Aim aim
    cdef Side us = before.base.turn, them = 1 - us
    cdef int tag = tag_of(action)
    cdef Bitboard beside, helpers
    aim.victim = victim_of(action)
    beside = rules.base.ring[aim.victim] & before.base.by_side[them]
    helpers = beside & before.interposing
    aim.helper = first(helpers) if helpers else NO_SQUARE
    aim.damage = rules.damage[before.base.board[origin_of(action)] >> 1]
    aim.shield = rules.shield[them] if beside else 0
    aim.decree = rules.decree_bonus if before.decree[us] else 0
    aim.exposed = rules.exposed_bonus if before.exposed[them] or rules.always_exposed[them] else 0
    aim.threat = 0
    if tag == STEP_AND_ATTACK or tag == OVEREXTEND:
        if is_threatened(rules, before, target_of(action), them):
            aim.threat = rules.threat_penalty[us]
    return aim


cdef Loss loss_of(const CombatRules* rules, const CombatPosition* before, const Aim* aim, int face) noexcept nogil:
    cdef Loss loss
    cdef int roll = min(max(face + aim.decree + aim.exposed + aim.threat, rules.lowest), rules.highest)
    cdef int damage = max(aim.damage + roll - aim.shield, 0)
    loss.helper = 0
    if aim.helper != NO_SQUARE:
        loss.helper = min(damage // 2, <int>before.hp[aim.helper])
        damage -= damage // 2
    loss.victim = min(damage, <int>before.hp[aim.victim])
    return loss


cdef inline int _healing(const CombatRules* rules, const CombatPosition* before, Action action,
                         int face) noexcept nogil:
    cdef int bonus = rules.decree_bonus if before.decree[before.base.turn] else 0
    return min(face + bonus, hp_lost(rules, before, victim_of(action)))


cdef int distinct_rolls(const CombatRules* rules, const CombatPosition* at, Action action, Roll* rolls) noexcept nogil:
    """The faces that lead to different positions, each with its weight, and how many they are. `rolls` has room
    for MAX_FACES. An action without a die has one roll, of face 0 and weight 1."""
    cdef int face, count = 0, result, last = -1
    cdef Aim aim
    cdef Loss loss
    if not rolls_die(action):
        rolls[0].face, rolls[0].weight = 0, 1
        return 1
    if attacks(action):
        aim = take_aim(rules, at, action)
    for face in range(1, rules.faces + 1):
        if attacks(action):
            loss = loss_of(rules, at, &aim, face)
            result = loss.victim << 8 | loss.helper
        else:
            result = _healing(rules, at, action, face)
        if result == last:      # more on the die is never less in the end: same results are neighbours
            rolls[count - 1].weight += 1
            continue
        last = result
        rolls[count].face, rolls[count].weight = <u8>face, 1
        count += 1
    return count


cdef Prospect prospect_of(const CombatRules* rules, const CombatPosition* at, Action action) noexcept nogil:
    """What an action that rolls is likely to do."""
    cdef Prospect prospect
    cdef Aim aim
    cdef Loss loss
    cdef int face
    prospect.hits = prospect.kills = 0
    if attacks(action):
        aim = take_aim(rules, at, action)
    for face in range(1, rules.faces + 1):
        if attacks(action):
            loss = loss_of(rules, at, &aim, face)
            prospect.hits += loss.victim + loss.helper
            prospect.kills += loss.victim == <int>at.hp[aim.victim]
        else:
            prospect.hits += _healing(rules, at, action, face)
    return prospect
