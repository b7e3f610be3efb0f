"""Alpha-beta search: principal variation search, step by step."""

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.make cimport make_null, stands_safely
from tilefish.core.board.movegen cimport has_moves
from tilefish.core.board.moves cimport Move, origin_of, promotes
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.evaluation.exchange cimport exchange_wins
from tilefish.core.search.correction cimport correct
from tilefish.core.search.lazy_evaluation cimport (
    corrected_value, last_moves, lazy_eval, lazy_margin, static_value, uses_corrections,
)
from tilefish.core.search.parameters cimport (
    AGAIN_DEEPER_MARGIN, CHECK_EXTENSION_DEPTH, DELTA_MARGIN, DOUBLE_MARGIN, EXCHANGE_CAPTURE, EXCHANGE_DEPTH,
    EXCHANGE_QUIET, FAIL_MIDDLE, FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_SLOPE, HINDSIGHT_MARGIN,
    HINDSIGHT_REDUCTION, HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_SLOPE, INTERNAL_REDUCTION_DEPTH,
    LATE_PRUNING_DEPTH, LATE_PRUNING_MOVES, LATE_PRUNING_SLOPE, NULL_MOVE_REDUCTION, NULL_MOVE_SLOPE,
    NULL_MOVE_VALUE, PROBCUT_DEPTH, PROBCUT_MARGIN, RAZORING_MARGIN, REDUCTION_CHECK, REDUCTION_CHECKED,
    REDUCTION_CORRECTED, REDUCTION_CUT, REDUCTION_CUTOFFS, REDUCTION_HISTORY, REDUCTION_IMPROVING, REDUCTION_NOISY,
    REDUCTION_NOISY_TT, REDUCTION_PV, REDUCTION_WAS_PV, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
    SINGULAR_DEPTH, SINGULAR_MARGIN,
)
from tilefish.core.search.nodes cimport enter, extend_line, is_decisive, to_table
from tilefish.core.search.ordering cimport (
    is_killer, is_noisy, quiet_history, update_by_evaluation, update_histories, update_last_history,
)
from tilefish.core.search.picker cimport (
    BAD_CAPTURES, QUIET, Picker, begin_picking, begin_quiescence_picking, end_picking, gives_check, next_move,
    pick_from_root,
)
from tilefish.core.search.root cimport record_root_move, report_current_move
from tilefish.core.search.trace cimport (
    AFTER_PASS, AGAIN_DEEPER, AGAIN_OPEN, AS_MOVE, BY_CHECK, BY_DOUBLE_SINGULARITY, BY_SINGULARITY, DEEPEST_PLY,
    DRAW_BY_RULE, EXCHANGE, FUTILITY, HISTORY_PRUNING, KING_LOST, LATE_MOVE, MATE_DISTANCE, MULTI_CUT,
    NO_EXTENSION, NO_MOVE, NO_REASON, NULL_MOVE, PROBCUT, RAISED_BETA, RAZORED, RAZORING, REVERSE_FUTILITY,
    STAND_PAT, TT_CUTOFF, VERIFICATION, WITHOUT_BEST, Extension, Reason, begin_visit, end_visit, trace_depth,
    trace_internal_reduction, trace_reason, trace_skip, trace_static_value, trace_visit, unlikely,
)
from tilefish.core.search.transposition_table cimport (
    BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, NO_VALUE, PV_FLAG, TTData, fetch, store,
)
from tilefish.core.search.tree cimport COUNT_NEAR, DRAW, can_repeat, is_draw, move_to, no_move, play, probe_table
from tilefish.core.search.worker cimport (
    INFINITE, MATE, MATED_SOON, MAX_PLY, REDUCTION_STEPS, USE_CHECK_EXTENSION, USE_DELTA_PRUNING,
    USE_EXCHANGE_PRUNING, USE_FUTILITY, USE_HISTORY_PRUNING, USE_INTERNAL_REDUCTION, USE_LATE_PRUNING,
    USE_MATE_DISTANCE, USE_NULL_MOVE, USE_PROBCUT, USE_QUIESCENCE, USE_QUIESCENCE_CHECKS, USE_RAZORING, USE_REDUCTIONS,
    USE_REVERSE_FUTILITY, USE_SINGULAR, USE_TABLE, Frame, Worker, begin_quiescence, enabled, is_stopped, tuned,
)
from tilefish.core.types cimport NO_SQUARE, Bitboard, Depth, Kind, Value

include "quiescence.pxi"


cdef enum:
    TRIED_MOST = 64           # limit of moves that get a malus after a fail high
    VERIFY_FROM = 8           # depth from which on a null move cut-off is verified
    PROBCUT_LESS = 4          # plies that its search has less
    MANY_CUTOFFS = 3          # of nodes behind moves of this one: it is likely to fail low
    MOST_DOUBLE_EXTENSIONS = 6
    FINE = 1024               # reductions are in parts of a ply
    CUTS = -9                 # an extension that says: multi-cut


cdef struct Node:
    # What `search` keeps about its node.
    int ply
    Depth depth
    Value alpha
    Value beta
    Value value               # the static evaluation, corrected by the table's score; NO_VALUE in check
    int move_count            # moves searched or pruned
    bint is_root
    bint is_pv                # PV node: an open window
    bint was_pv               # now, or in a search before
    bint cut                  # expected cut node: a fail high is likely
    bint is_singular_search   # one move is excluded
    bint improving            # static evaluation above that of two plies ago
    bint has_noisy_tt_move    # the table's move captures or promotes
    TTData tt                 # transposition table entry


include "node_pruning.pxi"
include "selectivity.pxi"


cdef Value search(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil:
    """The score of a node within the window (fail-soft). `cut`: expected cut node."""
    return _search(worker, ply, depth, alpha, beta, cut)


cdef inline Value _search(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil:
    if unlikely(worker.trace != NULL) and depth > 0:
        return _search_traced(worker, ply, depth, alpha, beta, cut)
    return _search_node(worker, ply, depth, alpha, beta, cut)


cdef Value _search_traced(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil:
    cdef int outer = begin_visit(worker.trace, ply, move_to(worker, ply), alpha, beta, depth, worker.nodes)
    cdef Value score = _search_node(worker, ply, depth, alpha, beta, cut)
    end_visit(worker.trace, outer, score, worker.nodes, is_stopped(worker))
    return score


cdef Value _search_node(Worker* worker, int ply, Depth depth, Value alpha, Value beta, bint cut) noexcept nogil:
    cdef Node node
    cdef Value score = 0
    if depth <= 0:
        return quiesce(worker, ply, alpha, beta)
    if enter(worker, ply):
        return 0
    _begin(worker, &node, ply, depth, alpha, beta, cut)

    # End of the game, mate distance pruning
    if not node.is_root and _is_over(worker, &node, &score):
        return score

    # Reverse futility pruning by lazy evaluation, before the table is probed
    if not node.is_pv and not worker.frames[ply].checked and _fails_high_lazily(worker, &node, &score):
        trace_reason(worker.trace, REVERSE_FUTILITY)
        return score

    # Transposition table cut-off
    if not node.is_singular_search and probe_table(worker, ply, &node.tt) and _has_tt_cutoff(worker, &node):
        trace_reason(worker.trace, TT_CUTOFF)
        return node.tt.score

    node.was_pv = node.is_pv or node.tt.was_pv

    # Static evaluation
    _evaluate_node(worker, &node)

    # Razoring, reverse futility pruning, null move pruning, ProbCut
    if not node.is_pv and not worker.frames[ply].checked and not node.is_singular_search:
        if _is_pruned(worker, &node, &score):
            return score

    node.has_noisy_tt_move = node.tt.move and is_noisy(worker, ply, node.tt.move)

    # Internal iterative reduction
    if enabled(worker, USE_INTERNAL_REDUCTION) and enabled(worker, USE_TABLE) and (
            node.depth >= tuned(worker, INTERNAL_REDUCTION_DEPTH) and not node.tt.move
            and not node.is_singular_search and (node.is_pv or cut)):
        node.depth -= 1
        trace_internal_reduction(worker.trace)
    return _search_moves(worker, &node)


cdef inline void _begin(const Worker* worker, Node* node, int ply, Depth depth, Value alpha, Value beta,
                        bint cut) noexcept nogil:
    node.ply = ply
    node.depth = depth
    node.alpha = alpha
    node.beta = beta
    node.move_count = 0
    node.is_root = ply == 0
    node.is_pv = beta - alpha > 1
    node.cut = cut
    node.is_singular_search = worker.frames[ply].excluded != 0
    node.tt.move = 0
    node.tt.bound = BOUND_NONE
    node.tt.was_pv = False
    node.tt.value = NO_VALUE


cdef inline bint _is_over(Worker* worker, Node* node, Value* score) noexcept nogil:
    """End of the game, ply limit, mate distance pruning."""
    cdef const Frame* here = &worker.frames[node.ply]
    # The king is gone
    if here.at.king[here.at.turn] == NO_SQUARE:
        score[0] = node.ply - MATE
        trace_reason(worker.trace, KING_LOST)
        return True
    # Draw by repetition, quiet plies or material
    if not node.is_singular_search and is_draw(worker, node.ply):
        score[0] = DRAW
        trace_reason(worker.trace, DRAW_BY_RULE)
        return True
    # Upcoming repetition: the score is at least a draw
    if node.alpha < DRAW and not node.is_singular_search and can_repeat(worker, node.ply):
        node.alpha = DRAW
        if node.alpha >= node.beta:
            score[0] = DRAW
            trace_reason(worker.trace, DRAW_BY_RULE)
            return True
    # Ply limit
    if node.ply >= MAX_PLY:
        score[0] = static_value(worker, node.ply)
        trace_reason(worker.trace, DEEPEST_PLY)
        return True
    # Mate distance pruning: a shorter mate is already found
    if enabled(worker, USE_MATE_DISTANCE):
        node.alpha = max(node.alpha, node.ply - MATE)
        node.beta = min(node.beta, MATE - node.ply - 1)
        score[0] = node.alpha
        if node.alpha >= node.beta:
            trace_reason(worker.trace, MATE_DISTANCE)
            return True
    return False


cdef inline bint _has_tt_cutoff(const Worker* worker, const Node* node) noexcept nogil:
    """Whether the table entry gives a cut-off. Not with many quiet plies: keys have no move count."""
    if node.is_pv or node.tt.depth < node.depth or worker.frames[node.ply].at.halfmove >= COUNT_NEAR:
        return False
    return is_decisive(&node.tt, node.alpha, node.beta)


cdef inline void _evaluate_node(Worker* worker, Node* node) noexcept nogil:
    """Static evaluation, corrected by the table's score where its bound allows; `improving`."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef TTData* tt = &node.tt
    here.static_value = node.value = NO_VALUE
    node.improving = False
    worker.frames[node.ply + 2].killers[0] = worker.frames[node.ply + 2].killers[1] = 0
    worker.frames[node.ply + 2].cutoffs = 0
    if here.checked:
        return
    here.static_value = node.value = corrected_value(worker, node.ply, tt)
    trace_static_value(worker.trace, here.static_value)
    if tt.bound == BOUND_EXACT or (tt.bound == BOUND_LOWER and tt.score > node.value) or (
            tt.bound == BOUND_UPPER and tt.score < node.value):
        node.value = tt.score
    node.improving = _is_improving(worker, node.ply)
    if node.ply and not node.is_singular_search:
        update_by_evaluation(worker, node.ply, here.static_value)
        node.depth = max(1, node.depth + _hindsight(worker, node.ply))


cdef inline int _hindsight(const Worker* worker, int ply) noexcept nogil:
    """What the evaluation says of a move that was reduced: 1 ply more if it was not bad, 1 less if it was."""
    cdef const Frame* before = &worker.frames[ply - 1]
    cdef Value both = worker.frames[ply].static_value + before.static_value
    if before.reduction == 0 or before.static_value == NO_VALUE:
        return 0
    if before.reduction >= tuned(worker, HINDSIGHT_REDUCTION) and both <= 0:
        return 1
    return -1 if before.reduction > 1 and both > tuned(worker, HINDSIGHT_MARGIN) else 0


cdef inline bint _is_improving(const Worker* worker, int ply) noexcept nogil:
    """Whether the static evaluation is above that of two plies ago, or of four if the side was in check then."""
    cdef int back
    for back in range(2, min(ply, 4) + 1, 2):
        if worker.frames[ply - back].static_value != NO_VALUE:
            return worker.frames[ply].static_value > worker.frames[ply - back].static_value
    return False


cdef Value _search_moves(Worker* worker, Node* node) noexcept nogil:
    """The move loop."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Picker picker
    cdef Move tried[TRIED_MOST]
    cdef Move move, best_move = 0
    cdef Value score, best = -INFINITE, began = node.alpha
    cdef Depth extension
    cdef int tried_count = 0
    cdef Reason reason
    if node.is_root:
        pick_from_root(&picker, worker)
    else:
        begin_picking(&picker, worker, node.ply, node.tt.move, True)
    while True:
        move = next_move(&picker)
        if not move:
            break
        if move == here.excluded:
            continue
        node.move_count += 1

        # Late move pruning, futility pruning, SEE pruning
        if not node.is_root and best > -MATED_SOON:
            reason = _prunes_move(worker, node, &picker, move)
            if reason != NO_REASON:
                trace_skip(worker.trace, node.ply, move, reason)
                continue

        # Singular extension and multi-cut
        extension = 0
        if move == node.tt.move and _may_be_singular(worker, node):
            extension = _singular_extension(worker, node, move)
            if is_stopped(worker):
                break
            if extension == CUTS:
                best = _singular_bound(worker, node)
                end_picking(&picker)
                trace_reason(worker.trace, MULTI_CUT)
                return best

        # Make the move and search it
        play(worker, node.ply, move)
        if node.is_root:
            report_current_move(worker, node.depth, node.move_count, move)
        score = _search_move(worker, node, &picker, move, extension)
        if is_stopped(worker):
            break
        if node.is_root:
            record_root_move(worker, move, score, node.alpha, node.beta, node.move_count == 1)

        # New best move
        if score > best:
            best = score
            if score > node.alpha:
                best_move = move
                node.alpha = score
                extend_line(worker, node.ply, move)
                # Fail-high: update histories
                if score >= node.beta:
                    update_histories(worker, node.ply, move, tried, tried_count, node.depth)
                    break
        if tried_count < TRIED_MOST:
            tried[tried_count] = move
            tried_count += 1
    end_picking(&picker)
    if is_stopped(worker):
        return 0

    # Fail low: the move that led here was good
    if best <= began and not node.is_root:
        update_last_history(worker, node.ply, node.depth)

    # Checkmate and stalemate
    if node.move_count == 0:
        trace_reason(worker.trace, NO_MOVE)
        return node.alpha if node.is_singular_search else no_move(worker, node.ply)

    # Transposition table store
    if enabled(worker, USE_TABLE) and not node.is_singular_search and not (
            node.is_root and (worker.root_from or worker.is_restricted)):
        store(worker.table, here.at.key, best_move, to_table(best, node.ply), node.depth,
              (BOUND_LOWER if best >= node.beta else BOUND_EXACT if node.is_pv and best > began else BOUND_UPPER)
              | (PV_FLAG if node.was_pv else 0),
              node.tt.value)

    # Correction history
    _update_corrections(worker, node, best_move, best)
    return best


cdef inline void _update_corrections(Worker* worker, const Node* node, Move best_move, Value best) noexcept nogil:
    """Updates the correction history, unless a capture or a check explains the score, or the score is a bound that
    the evaluation satisfies."""
    cdef Frame* here = &worker.frames[node.ply]
    if here.checked or node.is_singular_search or not -MATED_SOON < best < MATED_SOON or (
            not uses_corrections(worker, &here.at)):
        return
    if best_move and is_noisy(worker, node.ply, best_move):
        return
    if (best >= node.beta and best <= here.static_value) or (not best_move and best >= here.static_value):
        return
    correct(&worker.corrections, &here.at, last_moves(worker, node.ply), best - here.static_value, node.depth)


cdef inline Value _search_move(Worker* worker, const Node* node, const Picker* picker, Move move,
                               int extension) noexcept nogil:
    """The score of a move that was just played: extension, late move reduction, principal variation search."""
    cdef int ply = node.ply, reduction = 0, left
    cdef Value alpha = node.alpha, beta = node.beta, score = 0
    cdef bint gives_check = worker.frames[ply + 1].checked
    cdef Extension why = (
        BY_DOUBLE_SINGULARITY if extension > 1 else BY_SINGULARITY if extension > 0 else NO_EXTENSION)
    # Check extension
    if gives_check and extension == 0 and enabled(worker, USE_CHECK_EXTENSION) and (
            ply < 2 * worker.control.depth) and (
                node.is_pv or node.depth <= tuned(worker, CHECK_EXTENSION_DEPTH)) and picker.stage != BAD_CAPTURES:
        extension = 1
        why = BY_CHECK
    left = node.depth - 1 + extension
    worker.frames[ply + 1].double_extensions = worker.frames[ply].double_extensions + (extension > 1)
    # Late move reductions
    if enabled(worker, USE_REDUCTIONS) and node.depth >= 3 and node.move_count > 1 + node.is_root and (
            not promotes(move)):
        reduction = max(0, min(_reduction(worker, node, picker, move), left - 1))
    # Principal variation search: null window first, full window if the move raises alpha
    if node.move_count > 1:
        trace_depth(worker.trace, AS_MOVE, reduction, why)
        worker.frames[ply].reduction = reduction
        score = -_search(worker, ply + 1, left - reduction, -alpha - 1, -alpha, True)
        worker.frames[ply].reduction = 0
        if score > alpha and reduction:
            trace_depth(worker.trace, AGAIN_DEEPER, 0, why)
            left += score > alpha + tuned(worker, AGAIN_DEEPER_MARGIN) and reduction > 1
            score = -_search(worker, ply + 1, left, -alpha - 1, -alpha, not node.cut)
    if node.move_count == 1 or (node.is_pv and score > alpha):
        trace_depth(worker.trace, AS_MOVE if node.move_count == 1 else AGAIN_OPEN, 0, why)
        score = -_search(worker, ply + 1, left, -beta, -alpha, False if node.is_pv else not node.cut)
    return score
