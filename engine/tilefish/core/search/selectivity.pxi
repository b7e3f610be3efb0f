# Selectivity among the moves of a node: which are pruned, extended or reduced. A part of the module `search`, as
# `quiescence.pxi` is.

cdef inline Reason _prunes_move(Worker* worker, Node* node, Picker* picker, Move move) noexcept nogil:
    """The reason to prune a move: late move, futility, history or SEE pruning; NO_REASON if it is searched."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Depth depth = node.depth
    cdef int left = node.depth, most
    cdef bint quiet = not picker.is_noisy
    if picker.stage == QUIET and not here.checked:
        # Late move pruning
        if enabled(worker, USE_LATE_PRUNING) and depth <= tuned(worker, LATE_PRUNING_DEPTH) and (
                node.move_count > _late_from(worker, node)):
            picker.quiets = False             # skips all later quiet moves, too
            return LATE_MOVE
        # Futility pruning, by the depth after late move reductions
        if enabled(worker, USE_REDUCTIONS):
            left = max(0, depth - _base_reduction(worker, node) // FINE)
        if enabled(worker, USE_FUTILITY) and left <= tuned(worker, FUTILITY_DEPTH) and not node.is_pv and (
                here.static_value + tuned(worker, FUTILITY_MARGIN) + tuned(worker, FUTILITY_SLOPE) * left
                <= node.alpha and not gives_check(picker, move)):
            return FUTILITY
        # History pruning
        if enabled(worker, USE_HISTORY_PRUNING) and left <= tuned(worker, HISTORY_PRUNING_DEPTH) and (
                not node.is_pv
                and quiet_history(worker, node.ply, move) < -tuned(worker, HISTORY_PRUNING_SLOPE) * (left + 1)):
            return HISTORY_PRUNING
    # SEE pruning
    if not enabled(worker, USE_EXCHANGE_PRUNING) or depth > tuned(worker, EXCHANGE_DEPTH):
        return NO_REASON
    most = depth * (tuned(worker, EXCHANGE_QUIET) if quiet else tuned(worker, EXCHANGE_CAPTURE))
    if quiet and not node.is_pv and _risks(worker, &here.at, move, most) and (
            not is_killer(worker, node.ply, move)) and not exchange_wins(worker.rules, &here.at, move, -most):
        return EXCHANGE
    if not quiet and picker.stage == BAD_CAPTURES and not exchange_wins(worker.rules, &here.at, move, -most):
        return EXCHANGE
    return NO_REASON


cdef inline int _late_from(const Worker* worker, const Node* node) noexcept nogil:
    """The move count after which a quiet move is late."""
    cdef int by_depth = tuned(worker, LATE_PRUNING_SLOPE) * node.depth * node.depth // 64
    return (tuned(worker, LATE_PRUNING_MOVES) + by_depth) // (2 - node.improving)


cdef inline bint _risks(const Worker* worker, const Position* at, Move move, int most) noexcept nogil:
    """Whether the moving piece is worth more than `most`: only then the move can lose more."""
    cdef Kind kind = at.board[origin_of(move)] >> 1
    return kind == worker.rules.royal or worker.rules.value[0][kind] > most


cdef inline int _base_reduction(const Worker* worker, const Node* node) noexcept nogil:
    """By depth and move count, in 1/1024 of a ply."""
    return worker.reductions[min(node.depth, REDUCTION_STEPS - 1)][min(node.move_count, REDUCTION_STEPS - 1)]


cdef inline bint _may_be_singular(const Worker* worker, const Node* node) noexcept nogil:
    """Whether the table's move is a candidate for a singular extension."""
    return enabled(worker, USE_SINGULAR) and not node.is_root and node.depth >= tuned(worker, SINGULAR_DEPTH) and (
        not node.is_singular_search and node.tt.depth >= node.depth - 3 and node.tt.bound & BOUND_LOWER != 0
        and -MATED_SOON < node.tt.score < MATED_SOON and node.ply < 2 * worker.control.depth)


cdef inline Value _singular_bound(const Worker* worker, const Node* node) noexcept nogil:
    """The table's score less a margin."""
    return node.tt.score - tuned(worker, SINGULAR_MARGIN) * node.depth // 64


cdef int _singular_extension(Worker* worker, const Node* node, Move move) noexcept nogil:
    """The extension of the table's move: 1 if all others fail low below its score less a margin, 2 if far below; -1 if
    it fails high and others may, too; `CUTS` (multi-cut) if another move reaches that bound, which is at least beta."""
    cdef Value bound = _singular_bound(worker, node), score
    cdef Frame* here = &worker.frames[node.ply]
    here.excluded = move
    trace_visit(worker.trace, WITHOUT_BEST)
    score = _search(worker, node.ply, (node.depth - 1) // 2, bound - 1, bound, node.cut)
    here.excluded = 0
    if score < bound:
        return 1 + (not node.is_pv and score < bound - tuned(worker, DOUBLE_MARGIN)
                    and here.double_extensions < MOST_DOUBLE_EXTENSIONS)
    if bound >= node.beta:
        return CUTS
    return -1 if node.tt.score >= node.beta else 0


cdef inline int _reduction(const Worker* worker, const Node* node, const Picker* picker, Move move) noexcept nogil:
    """Late move reduction, in plies."""
    cdef int reduction = _base_reduction(worker, node)
    if node.cut:
        reduction += tuned(worker, REDUCTION_CUT)
    if node.is_pv:
        reduction -= tuned(worker, REDUCTION_PV)
    elif node.was_pv:
        reduction -= tuned(worker, REDUCTION_WAS_PV)
    if node.improving:
        reduction -= tuned(worker, REDUCTION_IMPROVING)
    if worker.frames[node.ply].checked:
        reduction -= tuned(worker, REDUCTION_CHECKED)
    else:
        reduction -= abs(worker.frames[node.ply].static_value - node.tt.value) * tuned(worker, REDUCTION_CORRECTED)
    if worker.frames[node.ply + 1].checked:
        reduction -= tuned(worker, REDUCTION_CHECK)
    if worker.frames[node.ply + 1].cutoffs > MANY_CUTOFFS:
        reduction += tuned(worker, REDUCTION_CUTOFFS)
    if node.has_noisy_tt_move:
        reduction += tuned(worker, REDUCTION_NOISY_TT)
    if picker.is_noisy:
        reduction -= tuned(worker, REDUCTION_NOISY)
    else:
        reduction -= quiet_history(worker, node.ply, move) * FINE // tuned(worker, REDUCTION_HISTORY)
    return reduction // FINE if reduction > 0 else 0
