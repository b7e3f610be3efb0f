# Chance nodes of combat games. A part of the module `search`, as quiescence is: they call each other at every roll.

cdef Value _value_of(CombatWorker* worker, int ply, Action action, Depth depth, Value alpha, Value beta,
                     NodeType node_type) noexcept nogil:
    """The score of an action for the side that acts (fail-soft); a chance node if faces differ. `depth` is what is
    left after the action."""
    cdef Chance chance
    cdef Roll rolls[MAX_FACES]
    cdef int outer = 0, count = distinct_rolls(worker.rules, &worker.at[ply], action, rolls)
    cdef Value score
    if count == 1:
        _play(worker, ply, action, rolls[0].face)
        return -_search(worker, ply + 1, depth, -beta, -alpha, _reply_type(node_type))

    # Chance node: null windows, Star2, then Star1
    begin_chance(&chance, rolls, count)
    if unlikely(worker.base.trace != NULL):
        outer = begin_visit(worker.base.trace, ply + 1, action, -beta, -alpha, depth, worker.base.nodes)
    if _may_ask(worker, depth, alpha, beta, node_type) and (
            _is_settled(worker, ply, action, depth, alpha, beta, &chance) or is_stopped(&worker.base)):
        trace_reason(worker.base.trace, STAR1)
        score = lowest(&chance) if lowest(&chance) >= beta else highest(&chance)
    elif node_type == ALL and enabled(&worker.base, USE_STAR2) and (
            _is_refuted(worker, ply, action, depth, alpha, beta, &chance) or is_stopped(&worker.base)):
        trace_reason(worker.base.trace, STAR2)
        score = highest(&chance)
    else:
        score = _mean_of(worker, ply, action, depth, alpha, beta, node_type, &chance)
    if unlikely(worker.base.trace != NULL):
        end_visit(worker.base.trace, outer, -score, worker.base.nodes, is_stopped(&worker.base))
    return score


cdef inline bint _may_ask(const CombatWorker* worker, Depth depth, Value alpha, Value beta,
                          NodeType node_type) noexcept nogil:
    """Whether a chance node has a null window, and outcomes that are more than an evaluation."""
    return beta - alpha == 1 and (node_type == ALL or node_type == CUT) and depth > -KILLS_DEEP and (
        -KING_WORTH <= alpha and beta <= KING_WORTH and enabled(&worker.base, USE_STAR1))


cdef bint _is_settled(CombatWorker* worker, int ply, Action action, Depth depth, Value alpha, Value beta,
                      Chance* chance) noexcept nogil:
    """Null windows: whether the roll is at least beta or at most alpha, from one search with a null window for each
    outcome. Star1 alone would leave the windows of the first outcomes open, and so those of all chance nodes below
    them. The bounds found for the outcomes stay in any case."""
    cdef Question question
    cdef int i
    cdef Value score
    for i in range(chance.count):
        _guess(worker, ply, action, depth, &chance.outcomes[i])
    for i in range(ASKED_MOST * chance.count):
        if is_stopped(&worker.base) or _is_decided(chance, alpha, beta):
            break
        if not next_question(chance, alpha, beta, &question):
            return False
        _play(worker, ply, action, chance.outcomes[question.which].face)
        trace_visit(worker.base.trace, OUTCOME)
        score = -_search(worker, ply + 1, depth, -question.window.beta, -question.window.alpha,
                         ALL if question.upwards else CUT)
        if not is_stopped(&worker.base):
            update_by_answer(&chance.outcomes[question.which], score, &question)
    worker.base.frames[ply + 1].line_length = 0
    return _is_decided(chance, alpha, beta)


cdef inline bint _is_decided(const Chance* chance, Value alpha, Value beta) noexcept nogil:
    """Whether the bounds of the outcomes decide a null window."""
    return lowest(chance) >= beta or highest(chance) <= alpha


cdef void _guess(CombatWorker* worker, int ply, Action action, Depth depth, Outcome* outcome) noexcept nogil:
    """Guesses the score of an outcome from the table or the evaluation. It is exact if a king falls."""
    cdef TTData tt
    cdef Value score
    _play(worker, ply, action, outcome.face)
    if _has_lost_king(&worker.at[ply + 1], ply + 1, &score):
        outcome.low = outcome.high = -score
        set_guess(outcome, -score)
        return
    _probe_table(worker, ply + 1, &tt)
    score = _stored_value(worker, ply + 1, &tt)
    if depth <= 0:
        if not _is_drawn(worker, ply + 1):
            enter(&worker.base, ply + 1)    # a leaf: this may be all that is seen of it
            outcome.high = -score           # the reply can stand pat
    elif tt.bound == BOUND_EXACT or (tt.bound == BOUND_LOWER and tt.score > score) or (
            tt.bound == BOUND_UPPER and tt.score < score):
        score = tt.score
    set_guess(outcome, -score)


cdef Value _mean_of(CombatWorker* worker, int ply, Action action, Depth depth, Value alpha, Value beta,
                    NodeType node_type, Chance* chance) noexcept nogil:
    """Star1: searches the outcomes of a die, the likeliest first, until the rest cannot matter. The principal variation
    continues after the likeliest one."""
    cdef Frame* after = &worker.base.frames[ply + 1]
    cdef Action line[MAX_PLY]
    cdef Window window
    cdef int i, line_length = 0
    cdef Value score
    cdef bint star = enabled(&worker.base, USE_STAR1)
    for i in range(chance.count):
        window.alpha, window.beta = -INFINITE, INFINITE
        if star:
            window = window_of(chance, i, alpha, beta)
        if chance.outcomes[i].low < chance.outcomes[i].high:
            _play(worker, ply, action, chance.outcomes[i].face)
            trace_visit(worker.base.trace, OUTCOME)
            score = -_search(worker, ply + 1, depth, -window.beta, -window.alpha,
                             _reply_type(FULL if i and node_type == PV else node_type))
            if is_stopped(&worker.base):
                return 0
            update_bounds(&chance.outcomes[i], score, &window)
        if i == 0 and node_type == PV:
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


cdef bint _is_refuted(CombatWorker* worker, int ply, Action action, Depth depth, Value alpha, Value beta,
                      Chance* chance) noexcept nogil:
    """Star2: whether one answer to each outcome, the most promising one, proves that the roll is at most alpha. The
    bounds found for the outcomes stay in any case."""
    cdef Window window
    cdef int i
    cdef Value score
    for i in range(chance.count):
        window = window_of(chance, i, alpha, beta)
        _play(worker, ply, action, chance.outcomes[i].face)
        trace_visit(worker.base.trace, FIRST_ANSWER)
        score = -_search(worker, ply + 1, depth, -window.beta, -window.alpha, PROBE)
        if is_stopped(&worker.base):
            return False
        if score < window.beta:       # otherwise the probe proves nothing
            chance.outcomes[i].high = min(chance.outcomes[i].high, score)
        if highest(chance) <= alpha:
            return True
    return False


cdef inline NodeType _reply_type(NodeType node_type) noexcept nogil:
    """The node type of the reply."""
    return ALL if node_type == CUT else CUT if node_type == ALL else node_type


cdef inline void _play(CombatWorker* worker, int ply, Action action, int face) noexcept nogil:
    act(worker.rules, &worker.at[ply], action, face, &worker.at[ply + 1])
    trace_action(worker.base.trace, action, face)
    fetch(worker.base.table, worker.at[ply + 1].base.key)
    worker.base.keys[worker.base.keys_before + ply] = worker.at[ply + 1].base.key
