from tilefish.core.combat.actions cimport (
    OVEREXTEND, Action, attacks, origin_of, promoted_kind, promotes, rolls_die, tag_of, target_of, victim_of,
)
from tilefish.core.combat.generator cimport list_actions, list_attacks
from tilefish.core.combat.make cimport Prospect, prospect_of
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.search.hints cimport has_hints, hint_score
from tilefish.core.search.ordering cimport shift
from tilefish.core.types cimport Bitboard, Depth, Side, Square, bit, pop
from tilefish.core.search.worker cimport USE_HISTORY, USE_KILLERS, Frame, enabled

cdef enum:
    SCORE_TT_MOVE = 1 << 30
    HIT_WORTH = 8             # centipawns of a hit point, for the order alone
    KING_VALUE = 20000
    MAX_BONUS = 1600


# --- one after the other -------------------------------------------------------------------------------------


cdef bint offer_actions(Offer* offer, CombatWorker* worker, int ply, Action tt_move) noexcept nogil:
    """All legal actions; `tt_move` is the transposition table's. False, and nothing to end, if the move
    buffer is full."""
    cdef int i
    if not _begin(offer, worker):
        return False
    offer.count = list_actions(worker.rules, &worker.at[ply], offer.actions)
    for i in range(offer.count):
        offer.scores[i] = _promise(worker, ply, offer.actions[i])
        if offer.actions[i] == tt_move:
            offer.scores[i] = SCORE_TT_MOVE
    _reserve(offer)
    return True


cdef bint offer_kills(Offer* offer, CombatWorker* worker, int ply) noexcept nogil:
    """The attacks without an ability that are more likely to kill than not."""
    cdef const CombatPosition* at = &worker.at[ply]
    cdef Prospect prospect
    cdef Action action
    cdef Bitboard weak
    cdef int i, listed
    if not _begin(offer, worker):
        return False
    weak = _weak(worker.rules, at)
    listed = list_attacks(worker.rules, at, weak, offer.actions) if weak else 0
    for i in range(listed):
        action = offer.actions[i]
        prospect = prospect_of(worker.rules, at, action)
        if 2 * prospect.kills > worker.rules.faces:
            offer.actions[offer.count] = action
            offer.scores[offer.count] = _attack_score(worker.rules, at, action, &prospect)
            offer.count += 1
    _reserve(offer)
    return True


cdef inline Bitboard _weak(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """The enemies whom some attack might be more likely to kill than not: more than half of the faces are at least
    the middle one."""
    cdef Side us = at.base.turn
    cdef Square square
    cdef int roll = (rules.faces + 1) // 2 + max(rules.threat_penalty[us], 0)
    cdef Bitboard enemies = at.base.by_side[1 - us], found = 0
    if at.decree[us]:
        roll += rules.decree_bonus
    if at.exposed[1 - us] or rules.always_exposed[1 - us]:
        roll += rules.exposed_bonus
    roll = min(max(roll, rules.lowest), rules.highest)
    while enemies:
        square = pop(&enemies)
        if at.hp[square] <= rules.most_damage + roll:
            found |= bit(square)
    return found


cdef bint offer_roots(Offer* offer, CombatWorker* worker) noexcept nogil:
    """The root actions without those of earlier MultiPV lines; the best one of the last iteration first."""
    cdef int i, from_here = worker.base.root_from
    if not _begin(offer, worker):
        return False
    offer.count = worker.base.root_count - from_here
    for i in range(offer.count):
        offer.actions[i] = worker.base.roots[from_here + i].move
        offer.scores[i] = SCORE_TT_MOVE if i == 0 else _promise(worker, 0, offer.actions[i])
    _reserve(offer)
    return True


cdef Action next_action(Offer* offer) noexcept nogil:
    """Takes the action with the highest score, or 0."""
    cdef Action action
    cdef int i, best = offer.place
    if best == offer.count:
        return 0
    for i in range(best + 1, offer.count):
        if offer.scores[i] > offer.scores[best]:
            best = i
    action = offer.actions[best]
    offer.score = offer.scores[best]
    offer.actions[best], offer.scores[best] = offer.actions[offer.place], offer.scores[offer.place]
    offer.place += 1
    return action


cdef void end_offer(Offer* offer) noexcept nogil:
    """Frees the part of the move buffer. Offers end in reverse order."""
    offer.worker.base.move_buffer = offer.actions
    offer.worker.base.scores = offer.scores


cdef inline bint _begin(Offer* offer, CombatWorker* worker) noexcept nogil:
    offer.worker = worker
    offer.actions = worker.base.move_buffer
    offer.scores = worker.base.scores
    offer.count = offer.place = 0
    return worker.buffer_end - worker.base.move_buffer >= worker.rules.action_capacity


cdef inline void _reserve(Offer* offer) noexcept nogil:
    offer.worker.base.move_buffer = &offer.actions[offer.count]
    offer.worker.base.scores = &offer.scores[offer.count]


# --- what is promising ---------------------------------------------------------------------------------------


cdef inline int _promise(const CombatWorker* worker, int ply, Action action) noexcept nogil:
    """The score of an action for move ordering, with its hint."""
    cdef int score = _score(worker, ply, action)
    if not has_hints(&worker.base, ply):
        return score
    return _with_bonus(score, hint_score(&worker.base, worker.at[ply].base.key, action))


cdef inline int _with_bonus(int score, int bonus) noexcept nogil:
    """A score with a bonus. A malus never makes an attack a quiet action, which late move pruning could skip."""
    return max(score + bonus, SCORE_ATTACK) if score >= SCORE_ATTACK else score + bonus


cdef int _score(const CombatWorker* worker, int ply, Action action) noexcept nogil:
    """Likely kills first, by what they are likely to bring; killers; attacks; and the rest by its history."""
    cdef const Frame* frame = &worker.base.frames[ply]
    cdef const CombatPosition* at = &worker.at[ply]
    cdef Prospect prospect
    cdef int score = 0
    if attacks(action):
        prospect = prospect_of(worker.rules, at, action)
        score = _attack_score(worker.rules, at, action, &prospect)
        if score > SCORE_KILL:
            return score
    if enabled(&worker.base, USE_KILLERS):
        if action == frame.killers[0]:
            return SCORE_KILLER + 1
        if action == frame.killers[1]:
            return SCORE_KILLER
    if promotes(action):
        score = SCORE_ATTACK + worker.rules.base.value[0][promoted_kind(action)]
    elif rolls_die(action) and not attacks(action):
        score = HIT_WORTH * prospect_of(worker.rules, at, action).hits // worker.rules.faces
    if enabled(&worker.base, USE_HISTORY):
        return _with_bonus(score, worker.base.butterfly[at.base.turn][origin_of(action)][_aim(action)])
    return score


cdef int _attack_score(const CombatRules* rules, const CombatPosition* at, Action action,
                       const Prospect* prospect) noexcept nogil:
    """By what an attack is likely to win, and cost."""
    cdef int victim = at.base.board[victim_of(action)] >> 1, own = at.base.board[origin_of(action)] >> 1
    cdef int value = KING_VALUE if victim == rules.base.royal else rules.base.value[0][victim]
    cdef int gain = prospect.kills * value + prospect.hits * HIT_WORTH
    if tag_of(action) == OVEREXTEND:
        gain -= rules.faces * HIT_WORTH * rules.recoil[own]
    return gain // rules.faces + (SCORE_KILL + KING_VALUE if prospect.kills else SCORE_ATTACK)


cdef inline int _aim(Action action) noexcept nogil:
    """The square that an action is about, for the histories."""
    return victim_of(action) if rolls_die(action) else target_of(action)


# --- what is learnt ------------------------------------------------------------------------------------------


cdef void update_action_histories(CombatWorker* worker, int ply, Action best, const Action* tried, int tried_count,
                                  Depth depth) noexcept nogil:
    """After a fail high: a bonus for the best action, a malus for the actions tried before it."""
    cdef Frame* frame = &worker.base.frames[ply]
    cdef Side side = worker.at[ply].base.turn
    cdef int bonus = min(16 * depth * depth + 32 * depth, MAX_BONUS), i
    shift(&worker.base.butterfly[side][origin_of(best)][_aim(best)], bonus)
    for i in range(tried_count):
        if tried[i] != best:
            shift(&worker.base.butterfly[side][origin_of(tried[i])][_aim(tried[i])], -bonus)
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
