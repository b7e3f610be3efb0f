# Quiescence search of combat games: likely kills, for a few plies. A part of the module `search`, because both call each
# other at every chance node, and calls between modules are not inlined.

cdef Value _quiesce(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                    NodeType node_type) noexcept nogil:
    """Quiescence search: likely kills, for a few plies."""
    cdef Offer offer
    cdef Action action, best_action = 0
    cdef TTData tt
    cdef Value score = 0, best, began = alpha
    cdef bint asks

    # Stop conditions, end of the game
    if enter(&worker.base, ply):
        return 0
    if _is_over(worker, ply, &score):
        return score

    # Transposition table cut-off
    _probe_table(worker, ply, &tt)
    asks = _may_use_table(worker, ply, depth)
    if asks and tt.depth >= depth and is_decisive(&tt, alpha, beta) and node_type != PROBE:
        trace_reason(worker.base.trace, TT_CUTOFF)
        return tt.score

    # Stand pat
    best = _stored_value(worker, ply, &tt)
    trace_static_value(worker.base.trace, best)
    if best >= beta or depth <= -KILLS_DEEP or ply >= MAX_PLY or node_type == PROBE or (
            not enabled(&worker.base, USE_QUIESCENCE)) or worker.base.nodes > worker.base.quiescence_end:
        trace_reason(worker.base.trace, STAND_PAT)
        return best
    alpha = max(alpha, best)

    # Likely kills
    if not offer_kills(&offer, worker, ply):
        return best
    while True:
        action = next_action(&offer)
        if not action:
            break
        score = _value_of(worker, ply, action, depth - 1, alpha, beta, ALL if best_action else node_type)
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

    # Transposition table store
    if asks:
        store(worker.base.table, worker.at[ply].base.key, best_action, to_table(best, ply), depth + KILLS_DEEP,
              BOUND_LOWER if best >= beta else BOUND_EXACT if best > began else BOUND_UPPER, tt.value)
    return best
