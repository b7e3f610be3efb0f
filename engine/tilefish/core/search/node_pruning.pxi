# Pruning of nodes before their moves are searched: reverse futility, razoring, null move, ProbCut. A part of the module
# `search`, as `quiescence.pxi` is.

cdef inline bint _fails_high_lazily(const Worker* worker, const Node* node, Value* value) noexcept nogil:
    """Reverse futility pruning by lazy evaluation: even less its margin it is far above beta."""
    if node.is_singular_search or node.depth > tuned(worker, REVERSE_FUTILITY_DEPTH) or (
            not enabled(worker, USE_REVERSE_FUTILITY)):
        return False
    if not -MATED_SOON < node.beta < MATED_SOON or not lazy_eval(worker, node.ply, value):
        return False
    if value[0] - lazy_margin(worker) - tuned(worker, REVERSE_FUTILITY_MARGIN) * node.depth < node.beta:
        return False
    value[0] = _fail_middle(worker, value[0], node.beta)
    return True


cdef inline Value _fail_middle(const Worker* worker, Value value, Value beta) noexcept nogil:
    """The score of a cut-off by an evaluation, which no search has confirmed: between beta and the evaluation."""
    if not -MATED_SOON < beta < MATED_SOON or not -MATED_SOON < value < MATED_SOON:
        return value
    return value - (value - beta) * tuned(worker, FAIL_MIDDLE) // 64


cdef inline bint _is_pruned(Worker* worker, Node* node, Value* score) noexcept nogil:
    """Razoring, reverse futility pruning, null move pruning and ProbCut."""
    cdef int ply = node.ply
    cdef Depth depth = node.depth
    cdef Value beta = node.beta
    # Razoring: far below alpha only captures can help
    if enabled(worker, USE_RAZORING) and depth <= 2 and (
            node.value + tuned(worker, RAZORING_MARGIN) * depth < node.alpha):
        trace_visit(worker.trace, RAZORING)
        score[0] = quiesce(worker, ply, node.alpha, beta)
        if score[0] <= node.alpha or is_stopped(worker):
            trace_reason(worker.trace, RAZORED)
            return True
    if beta <= -MATED_SOON:
        return False
    # Reverse futility pruning: far above beta no reply brings it down
    if enabled(worker, USE_REVERSE_FUTILITY) and depth <= tuned(worker, REVERSE_FUTILITY_DEPTH) and (
            node.value < MATED_SOON
            and node.value - tuned(worker, REVERSE_FUTILITY_MARGIN) * (depth - node.improving) >= beta):
        score[0] = _fail_middle(worker, node.value, beta)
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
    # ProbCut: a capture that fails high over a raised beta with less depth
    if enabled(worker, USE_PROBCUT) and depth >= tuned(worker, PROBCUT_DEPTH) and beta < MATED_SOON:
        return _probcut(worker, node, score)
    return False


cdef bint _probcut(Worker* worker, Node* node, Value* score) noexcept nogil:
    """Whether a capture or promotion fails high over a raised beta, in quiescence and in a search of less depth."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Value raised = node.beta + tuned(worker, PROBCUT_MARGIN)
    cdef Depth depth = node.depth - PROBCUT_LESS
    cdef Picker picker
    cdef Move move
    cdef bint found = False
    if raised >= MATED_SOON or (node.tt.bound != BOUND_NONE and node.tt.depth >= depth and node.tt.score < raised):
        return False
    begin_picking(&picker, worker, node.ply, node.tt.move, False)
    while not found and not is_stopped(worker):
        move = next_move(&picker)
        if not move or picker.stage == BAD_CAPTURES:
            break
        if exchange_wins(worker.rules, &here.at, move, raised - here.static_value):
            play(worker, node.ply, move)
            score[0] = _raised_score(worker, node, depth, raised)
            found = score[0] >= raised
    end_picking(&picker)
    if is_stopped(worker):
        score[0] = 0
        return True
    if not found:
        return False
    if enabled(worker, USE_TABLE):
        store(worker.table, here.at.key, move, to_table(score[0], node.ply), depth + 1, BOUND_LOWER, node.tt.value)
    score[0] = score[0] if score[0] >= MATED_SOON else score[0] - tuned(worker, PROBCUT_MARGIN)
    trace_reason(worker.trace, PROBCUT)
    return True


cdef Value _raised_score(Worker* worker, const Node* node, Depth depth, Value raised) noexcept nogil:
    """The score of the move that was just played: in quiescence, and of a search if that reaches the raised beta."""
    cdef Value score
    trace_visit(worker.trace, RAISED_BETA)
    score = -quiesce(worker, node.ply + 1, -raised, 1 - raised)
    if score < raised or is_stopped(worker):
        return score
    trace_visit(worker.trace, RAISED_BETA)
    return -_search(worker, node.ply + 1, depth, -raised, 1 - raised, not node.cut)


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
    cdef Depth depth = node.depth - min(3, (node.value - beta) // tuned(worker, NULL_MOVE_VALUE)) - (
        tuned(worker, NULL_MOVE_REDUCTION) + tuned(worker, NULL_MOVE_SLOPE) * node.depth) // 64
    cdef Value score, verified
    make_null(worker.rules, &here.at, &after.at)
    fetch(worker.table, after.at.key)
    if worker.rules.belts and not stands_safely(worker.rules, &after.at, here.at.turn):
        return -INFINITE
    here.played = 0
    here.reduction = 0
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
