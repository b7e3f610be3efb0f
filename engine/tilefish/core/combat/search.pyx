"""One function for each kind of node, its steps in order: decisions, dice, and the end where only kills are
looked at.

Scores are those of the side to move. What a roll of the die is worth, and why pruning does not change it, is told
in `chance.pxd`. Everything that could change a score is in `worker.GUESSES`: without these, the search comes to
exactly what looking at everything would come to.
"""

from libc.string cimport memcpy

from tilefish.core.combat.chance cimport (
    KING_WORTH, Chance, Window, begin_chance, highest, lowest, take_in, window_of,
)
from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.evaluate cimport evaluate_combat
from tilefish.core.combat.generator cimport list_actions
from tilefish.core.combat.make cimport Roll, act, distinct_rolls
from tilefish.core.combat.ordering cimport (
    SCORE_ATTACK, Offer, end_offer, next_action, offer_actions, offer_kills, offer_roots, reward_action,
)
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport MAX_FACES, CombatRules
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.search.nodes cimport enter, extend_line, from_table, is_decisive, to_table
from tilefish.core.search.root cimport announce, note
from tilefish.core.types cimport NO_SQUARE
from tilefish.core.search.transposition_table cimport (
    BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, NO_VALUE, Known, fetch, probe, store,
)
from tilefish.core.search.trace cimport (
    AGAIN_DEEPER, AGAIN_OPEN, AS_MOVE, DEEPEST_PLY, DRAW_BY_RULE, FIRST_ANSWER, FUTILITY, KING_LOST, LATE_MOVE,
    MATE_DISTANCE, NO_EXTENSION, NO_MOVE, NO_REASON, OUTCOME, REVERSE_FUTILITY, STAND_PAT, STAR1, STAR2, TT_CUTOFF,
    Reason, begin_visit, end_visit, trace_action, trace_depth, trace_reason, trace_skip, trace_static_value,
    trace_visit, unlikely,
)
from tilefish.core.search.worker cimport (
    INFINITE, MATE, MATED_SOON, MAX_PLY, USE_FUTILITY, USE_LATE_PRUNING, USE_MATE_DISTANCE,
    USE_QUIESCENCE, USE_REDUCTIONS, USE_REVERSE_FUTILITY, USE_STAR1, USE_STAR2, USE_TABLE, Frame,
    begin_quiescence, is_stopped, technique,
)

cdef enum:
    DRAW = 0
    TRIED_MOST = 64           # so many actions tried in vain are remembered


# --- what is known without searching -------------------------------------------------------------------------


cdef int bounded_value(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """What a position looks worth."""
    cdef int value = evaluate_combat(rules, at)
    return KING_WORTH if value > KING_WORTH else -KING_WORTH if value < -KING_WORTH else value


cdef bint _is_over(CombatWorker* worker, int ply, int* score) noexcept nogil:
    """Whether a position has its score by the rules, but for want of an action."""
    cdef const CombatPosition* at = &worker.at[ply]
    cdef int us = at.base.turn
    if at.base.king[us] == NO_SQUARE:
        trace_reason(worker.base.trace, KING_LOST)
        score[0] = DRAW if at.base.king[1 - us] == NO_SQUARE else ply - MATE
        return True
    if at.base.king[1 - us] == NO_SQUARE:
        trace_reason(worker.base.trace, KING_LOST)
        score[0] = MATE - ply
        return True
    if worker.rules.base.repetition and _repeats(worker, ply):
        trace_reason(worker.base.trace, DRAW_BY_RULE)
        score[0] = DRAW
        return True
    if _is_drawn_out(worker.rules, at):
        trace_reason(worker.base.trace, DRAW_BY_RULE)
        score[0] = ply - MATE if _has_lost_by_stalemate(worker, at) else DRAW
        return True
    return False


cdef bint _repeats(const CombatWorker* worker, int ply) noexcept nogil:
    """A position that was there before: once since the root, or as often as the variant asks, less one. Healing can
    undo damage, so that the whole past counts."""
    cdef int last = worker.base.keys_before + ply - 1, before = 0, i
    for i in range(last - 2, -1, -2):
        if worker.base.keys[i] == worker.base.keys[last]:
            before += 1
            if i >= worker.base.keys_before or before >= worker.rules.base.repetition - 1:
                return True
    return False


cdef inline bint _is_drawn_out(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """Whether a side that has an action would have a draw."""
    return (rules.quiet_plies != 0 and at.base.halfmove >= rules.quiet_plies) or (
        too_little_material(rules.base, &at.base))


cdef bint _has_lost_by_stalemate(CombatWorker* worker, const CombatPosition* at) noexcept nogil:
    """Whether there is no action, and that loses: it comes before every draw."""
    cdef Offer offer
    cdef bint stuck
    if not worker.rules.base.stalemate_loss or not offer_actions(&offer, worker, 0, 0):
        return False
    stuck = list_actions(worker.rules, at, offer.actions) == 0
    end_offer(&offer)
    return stuck


cdef inline bint _may_ask_table(const CombatWorker* worker, int ply, int depth) noexcept nogil:
    """Not where the count of quiet plies, of which the table knows nothing, could end the game below."""
    cdef int quiet_plies = worker.rules.quiet_plies
    return technique(&worker.base, USE_TABLE) and (
        quiet_plies == 0 or worker.at[ply].base.halfmove + max(depth, 0) + KILLS_DEEP < quiet_plies)


cdef inline void _ask_table(const CombatWorker* worker, int ply, Known* known) noexcept nogil:
    """Finds what the table knows of a node, its score counted from the root. Plies of quiescence are counted as
    depth there."""
    known.move = 0
    known.bound = BOUND_NONE
    known.depth = -1
    known.value = NO_VALUE
    if technique(&worker.base, USE_TABLE) and probe(worker.base.table, worker.at[ply].base.key, known):
        known.score = from_table(known.score, ply)
        known.depth -= KILLS_DEEP


cdef inline int _value_here(const CombatWorker* worker, int ply, Known* known) noexcept nogil:
    """What a position looks worth, as the table remembers it or anew."""
    if known.value == NO_VALUE:
        known.value = bounded_value(worker.rules, &worker.at[ply])
    return known.value


# --- dice ----------------------------------------------------------------------------------------------------


cdef int _value_of(CombatWorker* worker, int ply, Action action, int depth, int alpha, int beta,
                   Hope hope) noexcept nogil:
    """What an action is worth to the side that acts (fail-soft). `depth` is what is left after it."""
    cdef Chance chance
    cdef Roll rolls[MAX_FACES]
    cdef int outer = 0, score, count = distinct_rolls(worker.rules, &worker.at[ply], action, rolls)
    if count == 1:
        _play(worker, ply, action, rolls[0].face)
        return -_search(worker, ply + 1, depth, -beta, -alpha, _answer(hope))
    begin_chance(&chance, rolls, count)
    if unlikely(worker.base.trace != NULL):
        outer = begin_visit(worker.base.trace, ply + 1, action, -beta, -alpha, depth, worker.base.nodes)
    if hope == LOW and technique(&worker.base, USE_STAR2) and (
            _is_refuted(worker, ply, action, depth, alpha, beta, &chance) or is_stopped(&worker.base)):
        trace_reason(worker.base.trace, STAR2)
        score = highest(&chance)
    else:
        score = _mean_of(worker, ply, action, depth, alpha, beta, hope, &chance)
    if unlikely(worker.base.trace != NULL):
        end_visit(worker.base.trace, outer, -score, worker.base.nodes, is_stopped(&worker.base))
    return score


cdef int _mean_of(CombatWorker* worker, int ply, Action action, int depth, int alpha, int beta, Hope hope,
                  Chance* chance) noexcept nogil:
    """Looks at the outcomes of a die, the likeliest first, until the rest cannot matter (Star1). The line goes on
    after the likeliest one."""
    cdef Frame* after = &worker.base.frames[ply + 1]
    cdef Action line[MAX_PLY]
    cdef Window window
    cdef int i, score, line_length = 0
    cdef bint star = technique(&worker.base, USE_STAR1)
    for i in range(chance.count):
        window.alpha, window.beta = -INFINITE, INFINITE
        if star:
            window = window_of(chance, i, alpha, beta)
        if chance.outcomes[i].low < chance.outcomes[i].high:
            _play(worker, ply, action, chance.outcomes[i].face)
            trace_visit(worker.base.trace, OUTCOME)
            score = -_search(worker, ply + 1, depth, -window.beta, -window.alpha,
                             _answer(OPEN if i and hope == LINE else hope))
            if is_stopped(&worker.base):
                return 0
            take_in(&chance.outcomes[i], score, &window)
        if i == 0 and hope == LINE:
            line_length = after.line_length
            memcpy(line, after.line, line_length * sizeof(Action))
        if star and lowest(chance) >= beta:
            trace_reason(worker.base.trace, STAR1)
            break
        if star and highest(chance) <= alpha:
            trace_reason(worker.base.trace, STAR1)
            after.line_length = 0
            return highest(chance)
    after.line_length = line_length
    memcpy(after.line, line, line_length * sizeof(Action))
    return lowest(chance)


cdef bint _is_refuted(CombatWorker* worker, int ply, Action action, int depth, int alpha, int beta,
                      Chance* chance) noexcept nogil:
    """Whether one answer to each outcome, the one that looks best, suffices to keep a roll from being worth more than
    alpha (Star2). What is found out about the outcomes is kept in any case."""
    cdef Window window
    cdef int i, score
    for i in range(chance.count):
        window = window_of(chance, i, alpha, beta)
        _play(worker, ply, action, chance.outcomes[i].face)
        trace_visit(worker.base.trace, FIRST_ANSWER)
        score = -_search(worker, ply + 1, depth, -window.beta, -window.alpha, PROBE)
        if is_stopped(&worker.base):
            return False
        if score < window.beta:       # otherwise the first answer is no good, and says nothing
            chance.outcomes[i].high = min(chance.outcomes[i].high, score)
        if highest(chance) <= alpha:
            return True
    return False


cdef inline Hope _answer(Hope hope) noexcept nogil:
    """What the other side may expect."""
    return LOW if hope == HIGH else HIGH if hope == LOW else hope


cdef inline void _play(CombatWorker* worker, int ply, Action action, int face) noexcept nogil:
    act(worker.rules, &worker.at[ply], action, face, &worker.at[ply + 1])
    trace_action(worker.base.trace, action, face)
    fetch(worker.base.table, worker.at[ply + 1].base.key)
    worker.base.keys[worker.base.keys_before + ply] = worker.at[ply + 1].base.key


# --- quiescence ----------------------------------------------------------------------------------------------


cdef int _quiesce(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    """Goes on with attacks that may kill, for a few plies; nobody has to."""
    cdef Offer offer
    cdef Action action, best_action = 0
    cdef Known known
    cdef int score = 0, best, began = alpha
    cdef bint asks

    # stop, leave, or end
    if enter(&worker.base, ply):
        return 0
    if _is_over(worker, ply, &score):
        return score

    # ask the table
    _ask_table(worker, ply, &known)
    asks = _may_ask_table(worker, ply, depth)
    if asks and known.depth >= depth and is_decisive(&known, alpha, beta) and hope != PROBE:
        trace_reason(worker.base.trace, TT_CUTOFF)
        return known.score

    # stand pat
    best = known.value
    if best == NO_VALUE:
        best = known.value = bounded_value(worker.rules, &worker.at[ply])
        if technique(&worker.base, USE_TABLE):    # for the search that often comes after a probe
            store(worker.base.table, worker.at[ply].base.key, 0, 0, 0, BOUND_NONE, best)
    trace_static_value(worker.base.trace, best)
    if best >= beta or depth <= -KILLS_DEEP or ply >= MAX_PLY or hope == PROBE or (
            not technique(&worker.base, USE_QUIESCENCE)) or worker.base.nodes > worker.base.quiescence_end:
        trace_reason(worker.base.trace, STAND_PAT)
        return best
    alpha = max(alpha, best)

    # kills
    if not offer_kills(&offer, worker, ply):
        return best
    while True:
        action = next_action(&offer)
        if not action:
            break
        score = _value_of(worker, ply, action, depth - 1, alpha, beta, LOW if best_action else hope)
        if is_stopped(&worker.base):
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_action = action
                extend_line(&worker.base, ply, action)
                if score >= beta:
                    break
    end_offer(&offer)
    if is_stopped(&worker.base):
        return 0
    if asks:
        store(worker.base.table, worker.at[ply].base.key, best_action, to_table(best, ply), depth + KILLS_DEEP,
              BOUND_LOWER if best >= beta else BOUND_EXACT if best > began else BOUND_UPPER, known.value)
    return best


# --- decisions -----------------------------------------------------------------------------------------------


cdef struct Node:
    # What `search_combat` knows of the decision that it is at.
    int ply
    int depth
    int alpha
    int beta
    Hope hope
    int value                 # what it looks worth
    int seen                  # actions looked at, or passed over
    Known known               # what the table says


cdef int search_combat(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    """The value of a decision within the window (fail-soft). A probe gives a value that it is at least worth; one
    that is not above alpha says nothing."""
    return _search(worker, ply, depth, alpha, beta, hope)


cdef inline int _search(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    if unlikely(worker.base.trace != NULL):
        return _search_traced(worker, ply, depth, alpha, beta, hope)
    return _search_node(worker, ply, depth, alpha, beta, hope)


cdef int _search_traced(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    cdef int outer = begin_visit(
        worker.base.trace, ply, _action_to(worker, ply), alpha, beta, depth, worker.base.nodes)
    cdef int score = _search_node(worker, ply, depth, alpha, beta, hope)
    end_visit(worker.base.trace, outer, score, worker.base.nodes, is_stopped(&worker.base))
    return score


cdef inline Action _action_to(const CombatWorker* worker, int ply) noexcept nogil:
    """The action that led to a node, for the trace."""
    return worker.base.trace.move if ply else 0


cdef int _search_node(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    cdef Node node
    cdef int score = 0
    if depth <= 0 or ply >= MAX_PLY:
        if depth >= 0:
            begin_quiescence(&worker.base)
        return _quiesce(worker, ply, min(depth, 0), alpha, beta, hope)
    if enter(&worker.base, ply):
        return 0
    _begin(&node, ply, depth, alpha, beta, hope)
    if ply and _is_over(worker, ply, &score):
        return score
    if ply and technique(&worker.base, USE_MATE_DISTANCE) and hope != PROBE:
        # a mate that was found already is nearer than any to be found here
        node.alpha = max(alpha, ply - MATE)
        node.beta = min(beta, MATE - ply - 1)
        if node.alpha >= node.beta:
            trace_reason(worker.base.trace, MATE_DISTANCE)
            return node.alpha
    _ask_table(worker, ply, &node.known)
    if ply and _is_known(worker, &node):
        trace_reason(worker.base.trace, TT_CUTOFF)
        return node.known.score
    node.value = _value_here(worker, ply, &node.known)
    trace_static_value(worker.base.trace, node.value)
    worker.base.frames[ply + 2].killers[0] = worker.base.frames[ply + 2].killers[1] = 0
    if ply and hope != LINE and _looks_won(worker, &node):
        trace_reason(worker.base.trace, REVERSE_FUTILITY)
        return node.value
    return _decide(worker, &node)


cdef inline void _begin(Node* node, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil:
    node.ply = ply
    node.depth = depth
    node.alpha = alpha
    node.beta = beta
    node.hope = hope
    node.seen = 0


cdef inline bint _is_known(const CombatWorker* worker, const Node* node) noexcept nogil:
    """Whether the table answers for the node. It does not where the line is wanted."""
    if node.hope == LINE or node.known.depth < node.depth or not _may_ask_table(worker, node.ply, node.depth):
        return False
    if node.hope == PROBE:
        return node.known.bound & BOUND_LOWER != 0 and node.known.score > node.alpha
    return is_decisive(&node.known, node.alpha, node.beta)


cdef inline bint _looks_won(const CombatWorker* worker, const Node* node) noexcept nogil:
    """Reverse futility: so far above that nothing will bring it down."""
    return technique(&worker.base, USE_REVERSE_FUTILITY) and node.depth <= 3 and (
        -MATED_SOON < node.beta < MATED_SOON and node.value - 150 * node.depth >= node.beta)


cdef int _decide(CombatWorker* worker, Node* node) noexcept nogil:
    """Looks at one action after the other, until one is good enough or there are no more."""
    cdef int ply = node.ply
    cdef Offer offer
    cdef Action tried[TRIED_MOST]
    cdef Action action, best_action = 0
    cdef int score, best = -INFINITE, began = node.alpha, tried_count = 0
    cdef Reason reason
    if not (offer_actions(&offer, worker, ply, node.known.move) if ply else offer_roots(&offer, worker)):
        return node.value
    while True:
        action = next_action(&offer)
        if not action:
            break
        node.seen += 1
        if ply and best > -MATED_SOON:
            reason = _why_hopeless(worker, node, &offer)
            if reason != NO_REASON:
                trace_skip(worker.base.trace, ply, action, reason)
                continue
        if ply == 0:
            announce(&worker.base, node.depth, node.seen, action)
        score = _look_at(worker, node, action, &offer)
        if is_stopped(&worker.base):
            break
        if ply == 0:
            note(&worker.base, action, score, node.alpha, node.beta, node.seen == 1)
        if score > best:
            best = score
            if score > node.alpha:
                best_action = action
                node.alpha = score
                extend_line(&worker.base, ply, action)
                if score >= node.beta:
                    reward_action(worker, ply, action, tried, tried_count, node.depth)
                    break
        if node.hope == PROBE:
            break
        if tried_count < TRIED_MOST:
            tried[tried_count] = action
            tried_count += 1
    end_offer(&offer)
    if is_stopped(&worker.base):
        return 0
    if node.seen == 0:
        trace_reason(worker.base.trace, NO_MOVE)
        return ply - MATE if worker.rules.base.stalemate_loss else DRAW
    if node.hope == PROBE and best <= began:
        return best
    if _may_ask_table(worker, ply, node.depth) and not (worker.base.root_from or worker.base.some_left_out):
        store(worker.base.table, worker.at[ply].base.key, best_action, to_table(best, ply), node.depth + KILLS_DEEP,
              _bound(node, best, began), node.known.value)
    return best


cdef inline int _bound(const Node* node, int best, int began) noexcept nogil:
    """What a score says about the node."""
    if best >= node.beta or node.hope == PROBE:
        return BOUND_LOWER
    return BOUND_EXACT if best > began else BOUND_UPPER


cdef inline Reason _why_hopeless(const CombatWorker* worker, const Node* node, const Offer* offer) noexcept nogil:
    """Why an action may be passed over: late and quiet, or too little for alpha."""
    if offer.score >= SCORE_ATTACK or node.hope == LINE or node.depth > 3:
        return NO_REASON
    if technique(&worker.base, USE_LATE_PRUNING) and node.seen > 6 + 6 * node.depth * node.depth:
        return LATE_MOVE
    if technique(&worker.base, USE_FUTILITY) and node.value + 100 + 150 * node.depth <= node.alpha:
        return FUTILITY
    return NO_REASON


cdef inline int _look_at(CombatWorker* worker, const Node* node, Action action, const Offer* offer) noexcept nogil:
    """The value of an action: the first one's in the whole window, that of the others only if they turn out to be
    better, late ones less deeply first."""
    cdef int ply = node.ply, left = node.depth - 1, reduction = 0, score
    if node.seen == 1 or node.hope == PROBE:
        return _value_of(worker, ply, action, left, node.alpha, node.beta, OPEN if node.hope == PROBE else node.hope)
    if technique(&worker.base, USE_REDUCTIONS) and node.depth >= 3 and node.seen > 4 and (
            offer.score < SCORE_ATTACK):
        reduction = 1 + (node.seen > 16 and node.depth >= 4)
    trace_depth(worker.base.trace, AS_MOVE, reduction, NO_EXTENSION)
    score = _value_of(worker, ply, action, left - reduction, node.alpha, node.alpha + 1, LOW)
    if score > node.alpha and reduction:
        trace_visit(worker.base.trace, AGAIN_DEEPER)
        score = _value_of(worker, ply, action, left, node.alpha, node.alpha + 1, LOW)
    if node.alpha < score < node.beta:
        trace_visit(worker.base.trace, AGAIN_OPEN)
        score = _value_of(worker, ply, action, left, node.alpha, node.beta, LINE if node.hope == LINE else OPEN)
    return score
