# Quiescence search: captures and promotions, at its first ply quiet checks, too; all evasions in check. A part of the module `search`, because calls between
# modules are not inlined: as a module of its own it took 2 % of the speed of all searches.

cdef enum:
    EVASIONS_MOST = 4         # on belts both sides can stay in check for ever


cdef Value quiesce(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil:
    """Quiescence search: captures and promotions, at this ply quiet checks, too; all evasions in check."""
    worker.frames[ply].evasions = 0
    worker.frames[ply].tries_checks = enabled(worker, USE_QUIESCENCE_CHECKS)
    begin_quiescence(worker)
    return _quiesce(worker, ply, alpha, beta)


cdef inline Value _quiesce(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil:
    if unlikely(worker.trace != NULL):
        return _quiesce_traced(worker, ply, alpha, beta)
    return _quiesce_node(worker, ply, alpha, beta)


cdef Value _quiesce_traced(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil:
    cdef int outer = begin_visit(worker.trace, ply, move_to(worker, ply), alpha, beta, 0, worker.nodes)
    cdef Value score = _quiesce_node(worker, ply, alpha, beta)
    end_visit(worker.trace, outer, score, worker.nodes, is_stopped(worker))
    return score


cdef Value _quiesce_node(Worker* worker, int ply, Value alpha, Value beta) noexcept nogil:
    cdef Frame* here = &worker.frames[ply]
    cdef Picker picker
    cdef Move move, best_move = 0
    cdef TTData tt
    cdef Value score, best = -INFINITE, began = alpha, value = NO_VALUE
    cdef bint is_lazy

    # Stop conditions, end of the game, limits of quiescence
    if enter(worker, ply):
        return 0
    if here.at.king[here.at.turn] == NO_SQUARE:
        trace_reason(worker.trace, KING_LOST)
        return ply - MATE
    if is_draw(worker, ply):
        trace_reason(worker.trace, DRAW_BY_RULE)
        return DRAW
    if alpha < DRAW and can_repeat(worker, ply):
        alpha = DRAW
        if alpha >= beta:
            trace_reason(worker.trace, DRAW_BY_RULE)
            return DRAW
    if ply >= MAX_PLY or here.evasions > EVASIONS_MOST or worker.nodes > worker.quiescence_end:
        trace_reason(worker.trace, DEEPEST_PLY)
        return static_value(worker, ply)

    # Stand pat by lazy evaluation
    is_lazy = not here.checked and lazy_eval(worker, ply, &value)
    if is_lazy and value >= beta + lazy_margin(worker):
        trace_reason(worker.trace, STAND_PAT)
        return _fail_middle(worker, value, beta)

    # Transposition table cut-off
    if probe_table(worker, ply, &tt) and here.at.halfmove < COUNT_NEAR and is_decisive(&tt, alpha, beta):
        trace_reason(worker.trace, TT_CUTOFF)
        return tt.score

    # Stand pat
    if not here.checked:
        if not is_lazy or tt.value != NO_VALUE or value > alpha - lazy_margin(worker):
            value = corrected_value(worker, ply, &tt)
        best = value
        trace_static_value(worker.trace, value)
        if best >= beta or not enabled(worker, USE_QUIESCENCE):
            trace_reason(worker.trace, STAND_PAT)
            return _fail_middle(worker, best, beta) if best >= beta else best
        alpha = max(alpha, best)

    # Captures, promotions and quiet checks, or evasions
    begin_quiescence_picking(&picker, worker, ply, tt.move, here.tries_checks)
    while True:
        # Delta pruning: the picker leaves out captures that cannot raise alpha
        if value != NO_VALUE and enabled(worker, USE_DELTA_PRUNING):
            picker.least = alpha - value - tuned(worker, DELTA_MARGIN)
        move = next_move(&picker)
        if not move:
            break
        # SEE pruning: the remaining captures lose material
        if picker.stage == BAD_CAPTURES and best > -MATED_SOON and enabled(worker, USE_EXCHANGE_PRUNING):
            trace_skip(worker.trace, ply, move, EXCHANGE)
            break
        # SEE pruning of quiet checks
        if picker.stage == QUIET and picker.only_checks and not exchange_wins(worker.rules, &here.at, move, 0):
            trace_skip(worker.trace, ply, move, EXCHANGE)
            continue
        play(worker, ply, move)
        worker.frames[ply + 1].evasions = here.evasions + here.checked
        worker.frames[ply + 1].tries_checks = False
        score = -_quiesce(worker, ply + 1, -beta, -alpha)
        if is_stopped(worker):
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                extend_line(worker, ply, move)
                if score >= beta:
                    break
    end_picking(&picker)
    if is_stopped(worker):
        return 0

    # Checkmate and stalemate
    if here.checked and best == -INFINITE:
        trace_reason(worker.trace, NO_MOVE)
        return ply - MATE
    if not here.checked and best == value and picker.noisy_end == 0 and not has_moves(worker.rules, &here.at, 1):
        trace_reason(worker.trace, NO_MOVE)
        return no_move(worker, ply)

    # Transposition table store
    if enabled(worker, USE_TABLE):
        store(worker.table, here.at.key, best_move, to_table(best, ply), 0,
              BOUND_LOWER if best >= beta else BOUND_EXACT if best > began and here.checked else BOUND_UPPER,
              tt.value)
    return best
