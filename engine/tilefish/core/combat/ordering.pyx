from tilefish.core.combat.actions cimport (
    OVEREXTEND, Action, attacks, origin_of, promoted_kind, promotes, rolls_die, tag_of, target_of, victim_of,
)
from tilefish.core.combat.generator cimport list_actions, list_attacks
from tilefish.core.combat.make cimport Prospect, prospect_of
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.search.hints cimport has_lore, lore_score
from tilefish.core.search.ordering cimport shift
from tilefish.core.types cimport bit, pop, u64
from tilefish.core.search.worker cimport USE_HISTORY, USE_KILLERS, Frame, technique

cdef enum:
    SCORE_KNOWN = 1 << 30
    HIT_WORTH = 8             # centipawns of a hit point, for the order alone
    KING_VALUE = 20000
    MOST_REWARD = 1600


# --- one after the other -------------------------------------------------------------------------------------


cdef bint offer_actions(Offer* offer, CombatWorker* worker, int ply, Action known) noexcept nogil:
    """All legal actions; `known` is what the table would do. False, and nothing to end, if there is no room for
    them."""
    cdef int i
    if not _begin(offer, worker):
        return False
    offer.count = list_actions(worker.rules, &worker.at[ply], offer.actions)
    for i in range(offer.count):
        offer.scores[i] = _promise(worker, ply, offer.actions[i])
        if offer.actions[i] == known:
            offer.scores[i] = SCORE_KNOWN
    _reserve(offer)
    return True


cdef bint offer_kills(Offer* offer, CombatWorker* worker, int ply) noexcept nogil:
    """The attacks without an ability that are more likely to kill than not."""
    cdef const CombatPosition* at = &worker.at[ply]
    cdef Prospect prospect
    cdef Action action
    cdef u64 weak
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


cdef inline u64 _weak(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """The enemies whom some attack might be more likely to kill than not: more than half of the faces are at least
    the middle one."""
    cdef int us = at.base.turn, square
    cdef int roll = (rules.faces + 1) // 2 + max(rules.threat_penalty[us], 0)
    cdef u64 enemies = at.base.by_side[1 - us], found = 0
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
    """The actions of the root that are not yet settled, in the order of the last iteration, those first that it
    knows to be good."""
    cdef int i, from_here = worker.base.root_from
    if not _begin(offer, worker):
        return False
    offer.count = worker.base.root_count - from_here
    for i in range(offer.count):
        offer.actions[i] = worker.base.roots[from_here + i].move
        offer.scores[i] = SCORE_KNOWN if i == 0 else _promise(worker, 0, offer.actions[i])
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
    """Gives back the room. The last offer to begin is the first to end."""
    offer.worker.base.room = offer.actions
    offer.worker.base.scores = offer.scores


cdef inline bint _begin(Offer* offer, CombatWorker* worker) noexcept nogil:
    offer.worker = worker
    offer.actions = worker.base.room
    offer.scores = worker.base.scores
    offer.count = offer.place = 0
    return worker.room_end - worker.base.room >= worker.rules.action_capacity


cdef inline void _reserve(Offer* offer) noexcept nogil:
    offer.worker.base.room = &offer.actions[offer.count]
    offer.worker.base.scores = &offer.scores[offer.count]


# --- what is promising ---------------------------------------------------------------------------------------


cdef inline int _promise(const CombatWorker* worker, int ply, Action action) noexcept nogil:
    """Where an action comes among the others: by what can be seen, and what finished games say of it."""
    cdef int score = _score(worker, ply, action)
    if not has_lore(&worker.base, ply):
        return score
    return _swayed(score, lore_score(&worker.base, worker.at[ply].base.key, action))


cdef inline int _swayed(int score, int experience) noexcept nogil:
    """A score and what experience adds to it. That never makes an attack a quiet action, which would be passed
    over sooner."""
    return max(score + experience, SCORE_ATTACK) if score >= SCORE_ATTACK else score + experience


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
    if technique(&worker.base, USE_KILLERS):
        if action == frame.killers[0]:
            return SCORE_KILLER + 1
        if action == frame.killers[1]:
            return SCORE_KILLER
    if promotes(action):
        score = SCORE_ATTACK + worker.rules.base.value[0][promoted_kind(action)]
    elif rolls_die(action) and not attacks(action):
        score = HIT_WORTH * prospect_of(worker.rules, at, action).hits // worker.rules.faces
    if technique(&worker.base, USE_HISTORY):
        return _swayed(score, worker.base.butterfly[at.base.turn][origin_of(action)][_aim(action)])
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


cdef void reward_action(CombatWorker* worker, int ply, Action best, const Action* tried, int tried_count,
                        int depth) noexcept nogil:
    """An action was good enough to end the search of a node: it gains, those tried before it lose."""
    cdef Frame* frame = &worker.base.frames[ply]
    cdef int side = worker.at[ply].base.turn, bonus = min(16 * depth * depth + 32 * depth, MOST_REWARD), i
    shift(&worker.base.butterfly[side][origin_of(best)][_aim(best)], bonus)
    for i in range(tried_count):
        if tried[i] != best:
            shift(&worker.base.butterfly[side][origin_of(tried[i])][_aim(tried[i])], -bonus)
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
