"""Expectiminimax, step by step: decision nodes, chance nodes, and a quiescence search of likely kills.

Scores are those of the side to move. `chance.pxd` has the score of a chance node, and why Star1 and Star2 do not
change it. All techniques that can change a score are in `worker.SELECTIVE`: without them the score is that of a
plain expectiminimax.
"""

from libc.string cimport memcpy

from tilefish.core.combat.chance cimport (
    KING_WORTH, Chance, Outcome, Question, Window, begin_chance, highest, lowest, next_question, set_guess,
    update_bounds, update_by_answer, window_of,
)
from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.evaluate cimport evaluate_combat
from tilefish.core.combat.generator cimport list_actions
from tilefish.core.combat.make cimport Roll, act, distinct_rolls
from tilefish.core.combat.ordering cimport (
    SCORE_ATTACK, Offer, end_offer, next_action, offer_actions, offer_kills, offer_roots, update_action_histories,
)
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport MAX_FACES, CombatRules
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.search.nodes cimport enter, extend_line, from_table, is_decisive, to_table
from tilefish.core.search.root cimport record_root_move, report_current_move
from tilefish.core.types cimport NO_SQUARE, Depth, Side, Value
from tilefish.core.search.transposition_table cimport (
    BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, NO_VALUE, TTData, fetch, probe, store,
)
from tilefish.core.search.trace cimport (
    AGAIN_DEEPER, AGAIN_OPEN, AS_MOVE, DEEPEST_PLY, DRAW_BY_RULE, FIRST_ANSWER, FUTILITY, KING_LOST, LATE_MOVE,
    MATE_DISTANCE, NO_EXTENSION, NO_MOVE, NO_REASON, OUTCOME, REVERSE_FUTILITY, STAND_PAT, STAR1, STAR2, TT_CUTOFF,
    Reason, begin_visit, end_visit, trace_action, trace_depth, trace_reason, trace_skip, trace_static_value,
    trace_visit, unlikely,
)
from tilefish.core.search.worker cimport (
    INFINITE, MATE, MATED_SOON, MAX_PLY, USE_FUTILITY, USE_LATE_PRUNING, USE_MATE_DISTANCE, USE_QUIESCENCE,
    USE_REDUCTIONS, USE_REVERSE_FUTILITY, USE_STAR1, USE_STAR2, USE_TABLE, Frame, begin_quiescence, enabled,
    is_stopped,
)

cdef enum:
    DRAW = 0
    ASKED_MOST = 3            # null windows for each outcome of a roll
    TRIED_MOST = 64           # limit of actions that get a malus after a fail high


# --- end of the game, table, evaluation ----------------------------------------------------------------------


cdef Value bounded_value(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """The static evaluation, within `KING_WORTH`."""
    cdef Value value = evaluate_combat(rules, at)
    return KING_WORTH if value > KING_WORTH else -KING_WORTH if value < -KING_WORTH else value


cdef bint _is_over(CombatWorker* worker, int ply, Value* score) noexcept nogil:
    """End of the game, except for a side without an action."""
    cdef const CombatPosition* at = &worker.at[ply]
    if _has_lost_king(at, ply, score):
        trace_reason(worker.base.trace, KING_LOST)
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


cdef inline bint _is_drawn(const CombatWorker* worker, int ply) noexcept nogil:
    """Draw by repetition, quiet plies or material, or an end by stalemate instead."""
    return (worker.rules.base.repetition and _repeats(worker, ply)) or _is_drawn_out(worker.rules, &worker.at[ply])


cdef inline bint _has_lost_king(const CombatPosition* at, int ply, Value* score) noexcept nogil:
    """End of the game by the loss of a king, or of both."""
    cdef Side us = at.base.turn
    if at.base.king[us] == NO_SQUARE:
        score[0] = DRAW if at.base.king[1 - us] == NO_SQUARE else ply - MATE
        return True
    if at.base.king[1 - us] == NO_SQUARE:
        score[0] = MATE - ply
        return True
    return False


cdef bint _repeats(const CombatWorker* worker, int ply) noexcept nogil:
    """Draw by repetition: once since the root, or, with the game, one time less than the variant's rule says. Healing
    can undo damage, so that the whole history counts."""
    cdef int last = worker.base.keys_before + ply - 1, before = 0, i
    for i in range(last - 2, -1, -2):
        if worker.base.keys[i] == worker.base.keys[last]:
            before += 1
            if i >= worker.base.keys_before or before >= worker.rules.base.repetition - 1:
                return True
    return False


cdef inline bint _is_drawn_out(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """Draw by quiet plies or material, if the side to move has an action."""
    return (rules.quiet_plies != 0 and at.base.halfmove >= rules.quiet_plies) or (
        too_little_material(rules.base, &at.base))


cdef bint _has_lost_by_stalemate(CombatWorker* worker, const CombatPosition* at) noexcept nogil:
    """Whether the side to move has no action and loses by that. This comes before every draw."""
    cdef Offer offer
    cdef bint stuck
    if not worker.rules.base.stalemate_loss or not offer_actions(&offer, worker, 0, 0):
        return False
    stuck = list_actions(worker.rules, at, offer.actions) == 0
    end_offer(&offer)
    return stuck


cdef inline bint _may_use_table(const CombatWorker* worker, int ply, Depth depth) noexcept nogil:
    """Not where the count of quiet plies could end the game below: keys have no count."""
    cdef int quiet_plies = worker.rules.quiet_plies
    return enabled(&worker.base, USE_TABLE) and (
        quiet_plies == 0 or worker.at[ply].base.halfmove + max(depth, 0) + KILLS_DEEP < quiet_plies)


cdef inline void _probe_table(const CombatWorker* worker, int ply, TTData* tt) noexcept nogil:
    """Probes the transposition table. Mate scores are counted from the root; the table's depth includes the plies of
    quiescence."""
    tt.move = 0
    tt.score = 0
    tt.bound = BOUND_NONE
    tt.depth = -1
    tt.value = NO_VALUE
    if enabled(&worker.base, USE_TABLE) and probe(worker.base.table, worker.at[ply].base.key, tt):
        tt.score = from_table(tt.score, ply)
        tt.depth -= KILLS_DEEP


cdef inline Value _static_value(const CombatWorker* worker, int ply, TTData* tt) noexcept nogil:
    """The static evaluation, from the table entry or computed."""
    if tt.value == NO_VALUE:
        tt.value = bounded_value(worker.rules, &worker.at[ply])
    return tt.value


cdef inline Value _stored_value(CombatWorker* worker, int ply, TTData* tt) noexcept nogil:
    """The static evaluation; a new one is stored at once, since the same node is often visited again."""
    if tt.value == NO_VALUE:
        tt.value = bounded_value(worker.rules, &worker.at[ply])
        if enabled(&worker.base, USE_TABLE):
            store(worker.base.table, worker.at[ply].base.key, 0, 0, 0, BOUND_NONE, tt.value)
    return tt.value


include "chance_nodes.pxi"
include "quiescence.pxi"


# --- decision nodes ------------------------------------------------------------------------------------------


cdef struct Node:
    # What `search_combat` keeps about its node.
    int ply
    Depth depth
    Value alpha
    Value beta
    NodeType node_type
    Value value               # the static evaluation
    int action_count          # actions searched or pruned
    TTData tt                 # transposition table entry


cdef Value search_combat(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                         NodeType node_type) noexcept nogil:
    """The score of a decision node within the window (fail-soft). A probe gives a lower bound; one that is not above
    alpha proves nothing."""
    return _search(worker, ply, depth, alpha, beta, node_type)


cdef inline Value _search(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                          NodeType node_type) noexcept nogil:
    if unlikely(worker.base.trace != NULL):
        return _search_traced(worker, ply, depth, alpha, beta, node_type)
    return _search_node(worker, ply, depth, alpha, beta, node_type)


cdef Value _search_traced(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                          NodeType node_type) noexcept nogil:
    cdef int outer = begin_visit(
        worker.base.trace, ply, _action_to(worker, ply), alpha, beta, depth, worker.base.nodes)
    cdef Value score = _search_node(worker, ply, depth, alpha, beta, node_type)
    end_visit(worker.base.trace, outer, score, worker.base.nodes, is_stopped(&worker.base))
    return score


cdef inline Action _action_to(const CombatWorker* worker, int ply) noexcept nogil:
    """The action that led to a node, for the trace."""
    return worker.base.trace.move if ply else 0


cdef Value _search_node(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                        NodeType node_type) noexcept nogil:
    cdef Node node
    cdef Value score = 0
    # Quiescence search
    if depth <= 0 or ply >= MAX_PLY:
        if depth >= 0:
            begin_quiescence(&worker.base)
        return _quiesce(worker, ply, min(depth, 0), alpha, beta, node_type)
    if enter(&worker.base, ply):
        return 0
    _begin(&node, ply, depth, alpha, beta, node_type)

    # End of the game
    if ply and _is_over(worker, ply, &score):
        return score

    # Mate distance pruning: a shorter mate is already found
    if ply and enabled(&worker.base, USE_MATE_DISTANCE) and node_type != PROBE:
        node.alpha = max(alpha, ply - MATE)
        node.beta = min(beta, MATE - ply - 1)
        if node.alpha >= node.beta:
            trace_reason(worker.base.trace, MATE_DISTANCE)
            return node.alpha

    # Transposition table cut-off
    _probe_table(worker, ply, &node.tt)
    if ply and _has_tt_cutoff(worker, &node):
        trace_reason(worker.base.trace, TT_CUTOFF)
        return node.tt.score

    # Static evaluation
    node.value = _static_value(worker, ply, &node.tt)
    trace_static_value(worker.base.trace, node.value)
    worker.base.frames[ply + 2].killers[0] = worker.base.frames[ply + 2].killers[1] = 0

    # Reverse futility pruning
    if ply and node_type != PV and _fails_high_statically(worker, &node):
        trace_reason(worker.base.trace, REVERSE_FUTILITY)
        return node.value
    return _search_actions(worker, &node)


cdef inline void _begin(Node* node, int ply, Depth depth, Value alpha, Value beta, NodeType node_type) noexcept nogil:
    node.ply = ply
    node.depth = depth
    node.alpha = alpha
    node.beta = beta
    node.node_type = node_type
    node.action_count = 0


cdef inline bint _has_tt_cutoff(const CombatWorker* worker, const Node* node) noexcept nogil:
    """Whether the table entry gives a cut-off. Not in PV nodes, whose line is wanted."""
    if node.node_type == PV or node.tt.depth < node.depth or not _may_use_table(worker, node.ply, node.depth):
        return False
    if node.node_type == PROBE:
        return node.tt.bound & BOUND_LOWER != 0 and node.tt.score > node.alpha
    return is_decisive(&node.tt, node.alpha, node.beta)


cdef inline bint _fails_high_statically(const CombatWorker* worker, const Node* node) noexcept nogil:
    """Reverse futility pruning: far above beta no reply brings it down."""
    return enabled(&worker.base, USE_REVERSE_FUTILITY) and node.depth <= 3 and (
        -MATED_SOON < node.beta < MATED_SOON and node.value - 150 * node.depth >= node.beta)


cdef Value _search_actions(CombatWorker* worker, Node* node) noexcept nogil:
    """The action loop."""
    cdef int ply = node.ply
    cdef Offer offer
    cdef Action tried[TRIED_MOST]
    cdef Action action, best_action = 0
    cdef Value score, best = -INFINITE, began = node.alpha
    cdef int tried_count = 0
    cdef Reason reason
    if not (offer_actions(&offer, worker, ply, node.tt.move) if ply else offer_roots(&offer, worker)):
        return node.value
    while True:
        action = next_action(&offer)
        if not action:
            break
        node.action_count += 1

        # Late move pruning, futility pruning
        if ply and best > -MATED_SOON:
            reason = _prunes_action(worker, node, &offer)
            if reason != NO_REASON:
                trace_skip(worker.base.trace, ply, action, reason)
                continue

        # Search the action
        if ply == 0:
            report_current_move(&worker.base, node.depth, node.action_count, action)
        score = _search_action(worker, node, action, &offer)
        if is_stopped(&worker.base):
            break
        if ply == 0:
            record_root_move(&worker.base, action, score, node.alpha, node.beta, node.action_count == 1)

        # New best action
        if score > best:
            best = score
            if score > node.alpha:
                best_action = action
                node.alpha = score
                extend_line(&worker.base, ply, action)
                # Fail-high: update histories
                if score >= node.beta:
                    update_action_histories(worker, ply, action, tried, tried_count, node.depth)
                    break
        if node.node_type == PROBE:
            break
        if tried_count < TRIED_MOST:
            tried[tried_count] = action
            tried_count += 1
    end_offer(&offer)
    if is_stopped(&worker.base):
        return 0

    # No action: stalemate
    if node.action_count == 0:
        trace_reason(worker.base.trace, NO_MOVE)
        return ply - MATE if worker.rules.base.stalemate_loss else DRAW
    if node.node_type == PROBE and best <= began:
        return best

    # Transposition table store
    if _may_use_table(worker, ply, node.depth) and not (worker.base.root_from or worker.base.is_restricted):
        store(worker.base.table, worker.at[ply].base.key, best_action, to_table(best, ply), node.depth + KILLS_DEEP,
              _bound(node, best, began), node.tt.value)
    return best


cdef inline int _bound(const Node* node, Value best, Value began) noexcept nogil:
    """The bound of the node's score."""
    if best >= node.beta or node.node_type == PROBE:
        return BOUND_LOWER
    return BOUND_EXACT if best > began else BOUND_UPPER


cdef inline Reason _prunes_action(const CombatWorker* worker, const Node* node, const Offer* offer) noexcept nogil:
    """The reason to prune a quiet action: late move pruning or futility pruning; NO_REASON if it is searched."""
    if offer.score >= SCORE_ATTACK or node.node_type == PV or node.depth > 3:
        return NO_REASON
    # Late move pruning
    if enabled(&worker.base, USE_LATE_PRUNING) and node.action_count > 6 + 6 * node.depth * node.depth:
        return LATE_MOVE
    # Futility pruning
    if enabled(&worker.base, USE_FUTILITY) and node.value + 100 + 150 * node.depth <= node.alpha:
        return FUTILITY
    return NO_REASON


cdef inline Value _search_action(CombatWorker* worker, const Node* node, Action action,
                                 const Offer* offer) noexcept nogil:
    """The score of an action: late move reduction, principal variation search."""
    cdef int ply = node.ply, left = node.depth - 1, reduction = 0
    cdef Value score
    if node.action_count == 1 or node.node_type == PROBE:
        return _value_of(worker, ply, action, left, node.alpha, node.beta,
                         FULL if node.node_type == PROBE else node.node_type)
    # Late move reductions
    if enabled(&worker.base, USE_REDUCTIONS) and node.depth >= 3 and node.action_count > 4 and (
            offer.score < SCORE_ATTACK):
        reduction = 1 + (node.action_count > 16 and node.depth >= 4)
    # Principal variation search: null window first, full window if the action raises alpha
    trace_depth(worker.base.trace, AS_MOVE, reduction, NO_EXTENSION)
    score = _value_of(worker, ply, action, left - reduction, node.alpha, node.alpha + 1, ALL)
    if score > node.alpha and reduction:
        trace_visit(worker.base.trace, AGAIN_DEEPER)
        score = _value_of(worker, ply, action, left, node.alpha, node.alpha + 1, ALL)
    if node.alpha < score < node.beta:
        trace_visit(worker.base.trace, AGAIN_OPEN)
        score = _value_of(worker, ply, action, left, node.alpha, node.beta, PV if node.node_type == PV else FULL)
    return score
