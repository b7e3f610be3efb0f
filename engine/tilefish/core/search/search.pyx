"""Alpha-beta search: principal variation search, step by step."""

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.make cimport make_null, stands_safely
from tilefish.core.board.movegen cimport has_moves
from tilefish.core.board.moves cimport Move, origin_of
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.evaluation.exchange cimport exchange_wins
from tilefish.core.search.correction cimport correct
from tilefish.core.search.lazy_evaluation cimport (
    corrected_value, lazy_eval, lazy_margin, static_value, uses_corrections,
)
from tilefish.core.search.nodes cimport enter, extend_line, is_decisive, to_table
from tilefish.core.search.ordering cimport is_killer, is_noisy, quiet_history, update_last_history, update_histories
from tilefish.core.search.picker cimport (
    BAD_CAPTURES, QUIET, Picker, begin_picking, end_picking, gives_check, next_move, pick_from_root,
)
from tilefish.core.search.root cimport record_root_move, report_current_move
from tilefish.core.search.trace cimport (
    AFTER_PASS, AGAIN_DEEPER, AGAIN_OPEN, AS_MOVE, BY_CHECK, BY_SINGULARITY, DEEPEST_PLY, DRAW_BY_RULE, EXCHANGE,
    FUTILITY, KING_LOST, LATE_MOVE, MATE_DISTANCE, MULTI_CUT, NO_EXTENSION, NO_MOVE, NO_REASON, NULL_MOVE, RAZORED,
    RAZORING, REVERSE_FUTILITY, STAND_PAT, TT_CUTOFF, VERIFICATION, WITHOUT_BEST, Extension, Reason, begin_visit,
    end_visit, trace_depth, trace_internal_reduction, trace_reason, trace_skip, trace_static_value, trace_visit,
    unlikely,
)
from tilefish.core.search.transposition_table cimport (
    BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, NO_VALUE, TTData, fetch, store,
)
from tilefish.core.search.tree cimport COUNT_NEAR, DRAW, is_draw, move_to, no_move, play, probe_table
from tilefish.core.search.worker cimport (
    INFINITE, MATE, MATED_SOON, MAX_PLY, REDUCTION_STEPS, USE_CHECK_EXTENSION, USE_DELTA_PRUNING,
    USE_EXCHANGE_PRUNING, USE_FUTILITY, USE_INTERNAL_REDUCTION, USE_LATE_PRUNING, USE_MATE_DISTANCE, USE_NULL_MOVE,
    USE_QUIESCENCE, USE_RAZORING, USE_REDUCTIONS, USE_REVERSE_FUTILITY, USE_SINGULAR, USE_TABLE, Frame, Worker,
    begin_quiescence, enabled, is_stopped,
)
from tilefish.core.types cimport NO_SQUARE, Bitboard, Depth, Kind, Value

include "quiescence.pxi"


cdef enum:
    REVERSE_FUTILITY_DEPTH = 7
    TRIED_MOST = 64           # limit of moves that get a malus after a fail high
    VERIFY_FROM = 8           # depth from which on a null move cut-off is verified


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
    bint cut                  # expected cut node: a fail high is likely
    bint is_singular_search   # one move is excluded
    bint improving            # static evaluation above that of two plies ago
    TTData tt                 # transposition table entry


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

    # Static evaluation
    _evaluate_node(worker, &node)

    # Razoring, reverse futility pruning, null move pruning
    if not node.is_pv and not worker.frames[ply].checked and not node.is_singular_search:
        if _is_pruned(worker, &node, &score):
            return score

    # Internal iterative reduction
    if enabled(worker, USE_INTERNAL_REDUCTION) and enabled(worker, USE_TABLE) and node.depth >= 4 and (
            not node.tt.move and not node.is_singular_search and (node.is_pv or cut)):
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


cdef inline bint _fails_high_lazily(const Worker* worker, const Node* node, Value* value) noexcept nogil:
    """Reverse futility pruning by lazy evaluation: even less its margin it is far above beta."""
    if node.depth > REVERSE_FUTILITY_DEPTH or node.is_singular_search or not enabled(worker, USE_REVERSE_FUTILITY):
        return False
    if not -MATED_SOON < node.beta < MATED_SOON or not lazy_eval(worker, node.ply, value):
        return False
    return value[0] - lazy_margin(worker) - 80 * node.depth >= node.beta


cdef inline void _evaluate_node(Worker* worker, Node* node) noexcept nogil:
    """Static evaluation, corrected by the table's score where its bound allows; `improving`."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef TTData* tt = &node.tt
    here.static_value = node.value = NO_VALUE
    node.improving = False
    worker.frames[node.ply + 2].killers[0] = worker.frames[node.ply + 2].killers[1] = 0
    if here.checked:
        return
    here.static_value = node.value = corrected_value(worker, node.ply, tt)
    trace_static_value(worker.trace, here.static_value)
    if tt.bound == BOUND_EXACT or (tt.bound == BOUND_LOWER and tt.score > node.value) or (
            tt.bound == BOUND_UPPER and tt.score < node.value):
        node.value = tt.score
    node.improving = node.ply >= 2 and here.static_value > worker.frames[node.ply - 2].static_value


cdef inline bint _is_pruned(Worker* worker, Node* node, Value* score) noexcept nogil:
    """Razoring, reverse futility pruning and null move pruning."""
    cdef int ply = node.ply
    cdef Depth depth = node.depth
    cdef Value beta = node.beta
    # Razoring: far below alpha only captures can help
    if enabled(worker, USE_RAZORING) and depth <= 2 and node.value + 250 * depth < node.alpha:
        trace_visit(worker.trace, RAZORING)
        score[0] = quiesce(worker, ply, node.alpha, beta)
        if score[0] <= node.alpha or is_stopped(worker):
            trace_reason(worker.trace, RAZORED)
            return True
    if beta <= -MATED_SOON:
        return False
    # Reverse futility pruning: far above beta no reply brings it down
    if enabled(worker, USE_REVERSE_FUTILITY) and depth <= REVERSE_FUTILITY_DEPTH and (
            node.value < MATED_SOON and node.value - 80 * (depth - node.improving) >= beta):
        score[0] = node.value
        trace_reason(worker.trace, REVERSE_FUTILITY)
        return True
    # Null move pruning: if even a pass fails high, a move does
    if enabled(worker, USE_NULL_MOVE) and depth >= 3 and node.value >= beta and (
            worker.frames[ply].static_value >= beta and ply > 0 and worker.frames[ply - 1].played != 0
            and ply >= worker.null_from) and _may_null_move(worker, &worker.frames[ply].at):
        score[0] = _null_move(worker, node)
        if is_stopped(worker):
            score[0] = 0
            return True
        if score[0] >= beta:
            score[0] = beta if score[0] >= MATED_SOON else score[0]
            trace_reason(worker.trace, NULL_MOVE)
            return True
    return False


cdef inline bint _may_null_move(const Worker* worker, const Position* at) noexcept nogil:
    """Whether null move pruning is sound: not with king and pawns alone, not with few moves
    where a stalemate loses (zugzwang), and not with a king on a belt."""
    cdef const Rules* rules = worker.rules
    cdef Bitboard pieces = at.by_side[at.turn] & ~at.by_kind[rules.royal]
    if rules.pawn < rules.kinds:
        pieces &= ~at.by_kind[rules.pawn]
    if not pieces:
        return False
    if rules.stalemate_loss and not has_moves(rules, at, 6):
        return False
    return not (rules.belts & at.by_kind[rules.royal])


cdef Value _null_move(Worker* worker, const Node* node) noexcept nogil:
    """The score after a null move, searched with reduced depth; -INFINITE if the belts of a pass would endanger the
    king or the verification search fails."""
    cdef int ply = node.ply
    cdef Value beta = node.beta
    cdef Frame* here = &worker.frames[ply]
    cdef Frame* after = &worker.frames[ply + 1]
    cdef Depth depth = node.depth - 4 - node.depth // 4 - min(3, (node.value - beta) // 200)
    cdef Value score, verified
    make_null(worker.rules, &here.at, &after.at)
    fetch(worker.table, after.at.key)
    if worker.rules.belts and not stands_safely(worker.rules, &after.at, here.at.turn):
        return -INFINITE
    here.played = 0
    here.continuation = NULL
    after.positional_rest = here.positional_rest
    worker.keys[worker.keys_before + ply] = after.at.key
    after.checked = in_check(worker.rules, &after.at, after.at.turn)
    trace_visit(worker.trace, AFTER_PASS)
    score = -_search(worker, ply + 1, depth, -beta, 1 - beta, not node.cut)
    if score < beta or node.depth < VERIFY_FROM or worker.null_from or is_stopped(worker):
        return score
    # Verification search: guards against zugzwang
    worker.null_from = ply + 3 * depth // 4
    trace_visit(worker.trace, VERIFICATION)
    verified = _search(worker, ply, depth, beta - 1, beta, False)
    worker.null_from = 0
    return score if verified >= beta else -INFINITE


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
            if extension < 0:
                best = node.tt.score - 2 * node.depth
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
              BOUND_LOWER if best >= node.beta else BOUND_EXACT if node.is_pv and best > began else BOUND_UPPER,
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
    correct(&worker.corrections, &here.at, best - here.static_value, node.depth)


cdef inline Reason _prunes_move(Worker* worker, Node* node, Picker* picker, Move move) noexcept nogil:
    """The reason to prune a move: late move pruning, futility pruning or SEE pruning; NO_REASON if it is searched."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Depth depth = node.depth
    cdef int left = node.depth
    cdef bint quiet = not picker.is_noisy
    if picker.stage == QUIET and not here.checked:
        # Late move pruning
        if enabled(worker, USE_LATE_PRUNING) and depth <= 6 and (
                node.move_count > (6 + 2 * depth * depth) // (2 - node.improving)):
            picker.quiets = False             # skips all later quiet moves, too
            return LATE_MOVE
        # Futility pruning, by the depth after late move reductions
        if enabled(worker, USE_REDUCTIONS):
            left = max(0, depth - _base_reduction(worker, node))
        if enabled(worker, USE_FUTILITY) and left <= 6 and not node.is_pv and (
                here.static_value + 100 + 90 * left <= node.alpha) and not gives_check(picker, move):
            return FUTILITY
    # SEE pruning
    if not enabled(worker, USE_EXCHANGE_PRUNING) or depth > 6:
        return NO_REASON
    if quiet and not node.is_pv and _risks(worker, &here.at, move, 60 * depth) and (
            not is_killer(worker, node.ply, move)) and not exchange_wins(
                worker.rules, &here.at, move, -60 * depth):
        return EXCHANGE
    if not quiet and picker.stage == BAD_CAPTURES and not exchange_wins(worker.rules, &here.at, move, -90 * depth):
        return EXCHANGE
    return NO_REASON


cdef inline bint _risks(const Worker* worker, const Position* at, Move move, int most) noexcept nogil:
    """Whether the moving piece is worth more than `most`: only then the move can lose more."""
    cdef Kind kind = at.board[origin_of(move)] >> 1
    return kind == worker.rules.royal or worker.rules.value[0][kind] > most


cdef inline int _base_reduction(const Worker* worker, const Node* node) noexcept nogil:
    return worker.reductions[min(node.depth, REDUCTION_STEPS - 1)][min(node.move_count, REDUCTION_STEPS - 1)]


cdef inline bint _may_be_singular(const Worker* worker, const Node* node) noexcept nogil:
    """Whether the table's move is a candidate for a singular extension."""
    return enabled(worker, USE_SINGULAR) and not node.is_root and node.depth >= 7 and not node.is_singular_search and (
        node.tt.depth >= node.depth - 3 and node.tt.bound & BOUND_LOWER != 0
        and -MATED_SOON < node.tt.score < MATED_SOON and node.ply < 2 * worker.control.depth)


cdef int _singular_extension(Worker* worker, const Node* node, Move move) noexcept nogil:
    """1 if all other moves fail low below the table's score less a margin; -1 (multi-cut) if that bound is at least
    beta and another move reaches it; else 0."""
    cdef Value margin = node.tt.score - 2 * node.depth, score
    worker.frames[node.ply].excluded = move
    trace_visit(worker.trace, WITHOUT_BEST)
    score = _search(worker, node.ply, (node.depth - 1) // 2, margin - 1, margin, node.cut)
    worker.frames[node.ply].excluded = 0
    if score < margin:
        return 1
    return -1 if margin >= node.beta else 0


cdef inline Value _search_move(Worker* worker, const Node* node, const Picker* picker, Move move,
                               int extension) noexcept nogil:
    """The score of a move that was just played: extension, late move reduction, principal variation search."""
    cdef int ply = node.ply, reduction = 0, left
    cdef Value alpha = node.alpha, beta = node.beta, score = 0
    cdef bint gives_check = worker.frames[ply + 1].checked
    cdef Extension why = BY_SINGULARITY if extension else NO_EXTENSION
    # Check extension
    if gives_check and extension == 0 and enabled(worker, USE_CHECK_EXTENSION) and (
            ply < 2 * worker.control.depth) and (node.is_pv or node.depth <= 8) and picker.stage != BAD_CAPTURES:
        extension = 1
        why = BY_CHECK
    left = node.depth - 1 + extension
    # Late move reductions
    if enabled(worker, USE_REDUCTIONS) and node.depth >= 3 and node.move_count > 1 + node.is_root and (
            not picker.is_noisy and not gives_check):
        reduction = _base_reduction(worker, node) + node.cut - node.is_pv - node.improving
        reduction -= worker.frames[ply].checked + quiet_history(worker, ply, move) // 9000
        reduction = max(0, min(reduction, left - 1))
    # Principal variation search: null window first, full window if the move raises alpha
    if node.move_count > 1:
        trace_depth(worker.trace, AS_MOVE, reduction, why)
        score = -_search(worker, ply + 1, left - reduction, -alpha - 1, -alpha, True)
        if score > alpha and reduction:
            trace_depth(worker.trace, AGAIN_DEEPER, 0, why)
            score = -_search(worker, ply + 1, left, -alpha - 1, -alpha, not node.cut)
    if node.move_count == 1 or (node.is_pv and score > alpha):
        trace_depth(worker.trace, AS_MOVE if node.move_count == 1 else AGAIN_OPEN, 0, why)
        score = -_search(worker, ply + 1, left, -beta, -alpha, False if node.is_pv else not node.cut)
    return score
