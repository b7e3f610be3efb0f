"""One function for each kind of node, its steps in order."""

from tilefish.core.board.attacks cimport in_check
from tilefish.core.clock cimport now, read_flag, read_time, write_flag, write_time
from tilefish.core.search.correction cimport correct
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.search.lazy_evaluation cimport doubt, guess, may_be_wrong, static_value, value_here
from tilefish.core.evaluation.exchange cimport exchange_wins
from tilefish.core.search.pause_gate cimport is_shut, stand_aside
from tilefish.core.board.make cimport make, make_null, stands_safely
from tilefish.core.board.movegen cimport count_legal, has_moves
from tilefish.core.board.moves cimport ORDINARY, PROMOTION, Move, origin_of, tag_of, target_of
from tilefish.core.search.nodes cimport enter, extend_line, from_table, is_decisive, to_table
from tilefish.core.search.ordering cimport is_killer, is_noisy, quiet_history, reward
from tilefish.core.search.picker cimport (
    LOSING, QUIET, Picker, begin_picking, end_picking, gives_check, next_move, pick_from_root,
)
from tilefish.core.board.position cimport Position, likely_key
from tilefish.core.search.root cimport announce, note
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport NO_SQUARE, bit, u64
from tilefish.core.search.transposition_table cimport (
    BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, NO_VALUE, Known, fetch, probe, store,
)
from tilefish.core.search.trace cimport (
    AFTER_PASS, AGAIN_DEEPER, AGAIN_OPEN, AS_MOVE, BY_CHECK, BY_SINGULARITY, DEEPEST_PLY, DRAW_BY_RULE, EXCHANGE,
    FUTILITY, KING_LOST, LATE_MOVE, MATE_DISTANCE, MULTI_CUT, NO_EXTENSION, NO_MOVE, NO_REASON, NULL_MOVE, RAZORED,
    RAZORING, REVERSE_FUTILITY, STAND_PAT, TT_CUTOFF, VERIFICATION, WITHOUT_BEST, Extension, Reason, begin_visit,
    end_visit, trace_depth, trace_internal_reduction, trace_reason, trace_skip, trace_static_value, trace_visit,
    unlikely,
)
from tilefish.core.search.worker cimport (
    INFINITE, MATE, MATED_SOON, MAX_PLY, USE_CHECK_EXTENSION, USE_DELTA_PRUNING, USE_EXCHANGE_PRUNING,
    USE_FUTILITY, USE_INTERNAL_REDUCTION, USE_LATE_PRUNING, USE_MATE_DISTANCE, USE_NULL_MOVE, USE_QUIESCENCE,
    USE_RAZORING, USE_REDUCTIONS, USE_REVERSE_FUTILITY, USE_SINGULAR, USE_TABLE, Frame, Worker,
    begin_quiescence, in_fallback, is_stopped, technique, time_used,
)

cdef enum:
    DRAW = 0
    REVERSE_FUTILITY_DEPTH = 7
    COUNT_NEAR = 90           # quiet plies from which on the table, which knows of no count, is not believed
    TRIED_MOST = 64           # so many moves tried in vain are remembered
    EVASIONS_MOST = 4         # in quiescence; on belts both sides can be in check for as long as they like
    VERIFY_FROM = 8           # a pass that is good enough from this depth on is not taken on trust


# --- stopping ------------------------------------------------------------------------------------------------


cdef bint must_stop(Worker* worker) noexcept nogil:
    """Whether a limit ends the search. Waits at the gate first, if that is shut. Asked now and then, and with a limit
    of nodes at each of them."""
    cdef u64 hard
    cdef bint polls = worker.nodes & worker.poll_mask == 0
    if in_fallback(worker):
        if polls and now() >= worker.fallback_end:
            write_flag(worker.stop, 1)
        return is_stopped(worker)
    if polls and is_shut(worker.control.gate):
        _wait(worker)
    if not worker.first:
        return False
    if worker.control.nodes and worker.nodes >= worker.control.nodes:
        write_flag(&worker.control.stop, 1)
        return True
    if polls and not read_flag(&worker.control.pondering):
        hard = read_time(&worker.control.hard)
        if hard and time_used(worker.control) >= hard:
            write_flag(&worker.control.stop, 1)
            return True
    return False


cdef void _wait(Worker* worker) noexcept nogil:
    """Waits until the search is granted time again; the clock of its limits stands still."""
    cdef u64 waited = stand_aside(worker.control.gate, &worker.control.stop)
    if worker.first:
        write_time(&worker.control.begun, read_time(&worker.control.begun) + waited)


# --- what is known without searching -------------------------------------------------------------------------


cdef bint _repeats(const Worker* worker, int ply) noexcept nogil:
    """A position that was there before: once since the root, or as often as the variant asks, less one."""
    cdef const Position* at = &worker.frames[ply].at
    cdef int last = worker.keys_before + ply - 1
    cdef int oldest = 0 if worker.rules.belts else last - at.halfmove
    cdef int i, before = 0
    if oldest < 0:
        oldest = 0
    for i in range(last - 2, oldest - 1, -2):
        if worker.keys[i] == at.key:
            before += 1
            if i >= worker.keys_before or before >= worker.rules.repetition - 1:
                return True
    return False


cdef bint _is_draw(const Worker* worker, int ply) noexcept nogil:
    cdef const Rules* rules = worker.rules
    cdef const Position* at = &worker.frames[ply].at
    if rules.repetition and _repeats(worker, ply):
        return True
    if rules.quiet_plies and at.halfmove >= rules.quiet_plies:
        return not worker.frames[ply].checked or count_legal(rules, at) != 0
    return too_little_material(rules, at)


cdef inline int _no_move(const Worker* worker, int ply) noexcept nogil:
    return ply - MATE if worker.frames[ply].checked or worker.rules.stalemate_loss else DRAW


cdef inline bint _ask_table(const Worker* worker, int ply, Known* known) noexcept nogil:
    """Finds what the table knows of a node, its score counted from the root."""
    known.move = 0
    known.bound = BOUND_NONE
    known.depth = 0
    known.score = 0
    known.value = NO_VALUE
    if not technique(worker, USE_TABLE) or not probe(worker.table, worker.frames[ply].at.key, known):
        return False
    known.score = from_table(known.score, ply)
    if known.move:
        fetch(worker.table, likely_key(&worker.frames[ply].at, origin_of(known.move), target_of(known.move)))
    return True


cdef inline void _play(Worker* worker, int ply, Move move) noexcept nogil:
    cdef Frame* here = &worker.frames[ply]
    cdef Frame* after = &worker.frames[ply + 1]
    after.beyond = here.beyond
    here.played = move
    here.played_piece = here.at.board[origin_of(move)]
    make(worker.rules, &here.at, move, &after.at)
    fetch(worker.table, after.at.key)
    worker.keys[worker.keys_before + ply] = after.at.key
    after.checked = _may_give_check(worker.rules, &after.at, move) and in_check(
        worker.rules, &after.at, after.at.turn)


cdef inline bint _may_give_check(const Rules* rules, const Position* after, Move move) noexcept nogil:
    """Whether a look is needed: not where the world is quiet and a move neither comes from a line to the king
    nor goes to where the king can be attacked from."""
    cdef int them = after.turn
    if rules.doubts or (tag_of(move) != ORDINARY and tag_of(move) != PROMOTION):
        return True
    return rules.exposed[them][after.king[them]] & (bit(origin_of(move)) | bit(target_of(move))) != 0


# --- quiescence ----------------------------------------------------------------------------------------------


cdef int quiesce(Worker* worker, int ply, int alpha, int beta) noexcept nogil:
    """Goes on with captures until the position is quiet; in check, with every move."""
    worker.frames[ply].evasions = 0
    begin_quiescence(worker)
    return _quiesce(worker, ply, alpha, beta)


cdef inline int _quiesce(Worker* worker, int ply, int alpha, int beta) noexcept nogil:
    if unlikely(worker.trace != NULL):
        return _quiesce_traced(worker, ply, alpha, beta)
    return _quiesce_node(worker, ply, alpha, beta)


cdef int _quiesce_traced(Worker* worker, int ply, int alpha, int beta) noexcept nogil:
    cdef int outer = begin_visit(worker.trace, ply, _move_to(worker, ply), alpha, beta, 0, worker.nodes)
    cdef int score = _quiesce_node(worker, ply, alpha, beta)
    end_visit(worker.trace, outer, score, worker.nodes, is_stopped(worker))
    return score


cdef int _quiesce_node(Worker* worker, int ply, int alpha, int beta) noexcept nogil:
    cdef Frame* here = &worker.frames[ply]
    cdef Picker picker
    cdef Move move, best_move = 0
    cdef Known known
    cdef int score, best = -INFINITE, began = alpha, value = NO_VALUE
    cdef bint guessed

    # stop, leave, or end
    if enter(worker, ply):
        return 0
    if here.at.king[here.at.turn] == NO_SQUARE:
        trace_reason(worker.trace, KING_LOST)
        return ply - MATE
    if _is_draw(worker, ply):
        trace_reason(worker.trace, DRAW_BY_RULE)
        return DRAW
    if ply >= MAX_PLY or here.evasions > EVASIONS_MOST or worker.nodes > worker.quiescence_end:
        trace_reason(worker.trace, DEEPEST_PLY)
        return static_value(worker, ply)

    # stand pat at a glance
    guessed = not here.checked and guess(worker, ply, &value)
    if guessed and value >= beta + doubt(worker):
        trace_reason(worker.trace, STAND_PAT)
        return value

    # ask the table
    if _ask_table(worker, ply, &known) and here.at.halfmove < COUNT_NEAR and is_decisive(&known, alpha, beta):
        trace_reason(worker.trace, TT_CUTOFF)
        return known.score

    # stand pat
    if not here.checked:
        if not guessed or known.value != NO_VALUE or value > alpha - doubt(worker):
            value = value_here(worker, ply, &known)
        best = value
        trace_static_value(worker.trace, value)
        if best >= beta or not technique(worker, USE_QUIESCENCE):
            trace_reason(worker.trace, STAND_PAT)
            return best
        alpha = max(alpha, best)

    # captures, or every way out of check
    begin_picking(&picker, worker, ply, known.move, False)
    while True:
        if value != NO_VALUE and technique(worker, USE_DELTA_PRUNING):
            picker.least = alpha - value - 199   # what cannot raise alpha even if it wins its victim for nothing
        move = next_move(&picker)
        if not move:
            break
        if picker.stage == LOSING and best > -MATED_SOON and technique(worker, USE_EXCHANGE_PRUNING):
            trace_skip(worker.trace, ply, move, EXCHANGE)
            break
        _play(worker, ply, move)
        worker.frames[ply + 1].evasions = here.evasions + here.checked
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

    # a side without a move
    if here.checked and best == -INFINITE:
        trace_reason(worker.trace, NO_MOVE)
        return ply - MATE
    if not here.checked and best == value and picker.noisy_end == 0 and not has_moves(worker.rules, &here.at, 1):
        trace_reason(worker.trace, NO_MOVE)
        return _no_move(worker, ply)
    if technique(worker, USE_TABLE):
        store(worker.table, here.at.key, best_move, to_table(best, ply), 0,
              BOUND_LOWER if best >= beta else BOUND_EXACT if best > began and here.checked else BOUND_UPPER,
              known.value)
    return best


# --- the full search -----------------------------------------------------------------------------------------


cdef struct Node:
    # What `search` knows of the node that it is at.
    int ply
    int depth
    int alpha
    int beta
    int value                 # the static value, corrected by the table; NO_VALUE in check
    int seen                  # moves looked at, or passed over
    bint is_root
    bint is_pv                # the window is open: the value, not a bound, is wanted
    bint cut                  # a fail high is expected
    bint alone                # one move is left out, to see what the others are worth
    bint improving            # better than at the side's last move
    Known known               # what the table says


cdef int search(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    """The value of a node within the window (fail-soft). `cut`: a fail high is expected."""
    return _search(worker, ply, depth, alpha, beta, cut)


cdef inline int _search(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    if unlikely(worker.trace != NULL) and depth > 0:
        return _search_traced(worker, ply, depth, alpha, beta, cut)
    return _search_node(worker, ply, depth, alpha, beta, cut)


cdef int _search_traced(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    cdef int outer = begin_visit(worker.trace, ply, _move_to(worker, ply), alpha, beta, depth, worker.nodes)
    cdef int score = _search_node(worker, ply, depth, alpha, beta, cut)
    end_visit(worker.trace, outer, score, worker.nodes, is_stopped(worker))
    return score


cdef inline Move _move_to(const Worker* worker, int ply) noexcept nogil:
    """For the trace: the move that led to a node, or the one that a visit leaves out."""
    if worker.frames[ply].excluded:
        return worker.frames[ply].excluded
    return worker.frames[ply - 1].played if ply else 0


cdef int _search_node(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    cdef Node node
    cdef int score = 0
    if depth <= 0:
        return quiesce(worker, ply, alpha, beta)
    if enter(worker, ply):
        return 0
    _begin(worker, &node, ply, depth, alpha, beta, cut)
    if not node.is_root and _is_over(worker, &node, &score):
        return score
    if not node.is_pv and not worker.frames[ply].checked and _looks_won(worker, &node, &score):
        trace_reason(worker.trace, REVERSE_FUTILITY)
        return score
    if not node.alone and _ask_table(worker, ply, &node.known) and _is_known(worker, &node):
        trace_reason(worker.trace, TT_CUTOFF)
        return node.known.score
    _look_around(worker, &node)
    if not node.is_pv and not worker.frames[ply].checked and not node.alone:
        if _is_settled_early(worker, &node, &score):
            return score
    # without a move to begin with, a shallower search finds one
    if technique(worker, USE_INTERNAL_REDUCTION) and technique(worker, USE_TABLE) and node.depth >= 4 and (
            not node.known.move and not node.alone and (node.is_pv or cut)):
        node.depth -= 1
        trace_internal_reduction(worker.trace)
    return _search_moves(worker, &node)


cdef inline void _begin(const Worker* worker, Node* node, int ply, int depth, int alpha, int beta,
                        bint cut) noexcept nogil:
    node.ply = ply
    node.depth = depth
    node.alpha = alpha
    node.beta = beta
    node.seen = 0
    node.is_root = ply == 0
    node.is_pv = beta - alpha > 1
    node.cut = cut
    node.alone = worker.frames[ply].excluded != 0
    node.known.move = 0
    node.known.bound = BOUND_NONE
    node.known.value = NO_VALUE


cdef inline bint _is_over(Worker* worker, Node* node, int* score) noexcept nogil:
    """Whether the node has its score by the rules, or can no longer matter."""
    cdef const Frame* here = &worker.frames[node.ply]
    if here.at.king[here.at.turn] == NO_SQUARE:
        score[0] = node.ply - MATE
        trace_reason(worker.trace, KING_LOST)
        return True
    if not node.alone and _is_draw(worker, node.ply):
        score[0] = DRAW
        trace_reason(worker.trace, DRAW_BY_RULE)
        return True
    if node.ply >= MAX_PLY:
        score[0] = static_value(worker, node.ply)
        trace_reason(worker.trace, DEEPEST_PLY)
        return True
    if technique(worker, USE_MATE_DISTANCE):
        # a mate that was found already is nearer than any to be found here
        node.alpha = max(node.alpha, node.ply - MATE)
        node.beta = min(node.beta, MATE - node.ply - 1)
        score[0] = node.alpha
        if node.alpha >= node.beta:
            trace_reason(worker.trace, MATE_DISTANCE)
            return True
    return False


cdef inline bint _is_known(const Worker* worker, const Node* node) noexcept nogil:
    """Whether the table answers for the node. Near the end of a count it does not: it knows of no count."""
    if node.is_pv or node.known.depth < node.depth or worker.frames[node.ply].at.halfmove >= COUNT_NEAR:
        return False
    return is_decisive(&node.known, node.alpha, node.beta)


cdef inline bint _looks_won(const Worker* worker, const Node* node, int* value) noexcept nogil:
    """Reverse futility at a glance: so far above that nothing will bring it down."""
    if node.depth > REVERSE_FUTILITY_DEPTH or node.alone or not technique(worker, USE_REVERSE_FUTILITY):
        return False
    if not -MATED_SOON < node.beta < MATED_SOON or not guess(worker, node.ply, value):
        return False
    return value[0] - doubt(worker) - 80 * node.depth >= node.beta


cdef inline void _look_around(Worker* worker, Node* node) noexcept nogil:
    """Finds out how things stand before any move is looked at."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Known* known = &node.known
    here.static_value = node.value = NO_VALUE
    node.improving = False
    worker.frames[node.ply + 2].killers[0] = worker.frames[node.ply + 2].killers[1] = 0
    if here.checked:
        return
    here.static_value = node.value = value_here(worker, node.ply, known)
    trace_static_value(worker.trace, here.static_value)
    if known.bound == BOUND_EXACT or (known.bound == BOUND_LOWER and known.score > node.value) or (
            known.bound == BOUND_UPPER and known.score < node.value):
        node.value = known.score
    node.improving = node.ply >= 2 and here.static_value > worker.frames[node.ply - 2].static_value


cdef inline bint _is_settled_early(Worker* worker, Node* node, int* score) noexcept nogil:
    """Whether a node is so good or so bad that its moves need no look."""
    cdef int ply = node.ply, depth = node.depth, beta = node.beta
    # razoring: so far below that only captures could help
    if technique(worker, USE_RAZORING) and depth <= 2 and node.value + 250 * depth < node.alpha:
        trace_visit(worker.trace, RAZORING)
        score[0] = quiesce(worker, ply, node.alpha, beta)
        if score[0] <= node.alpha or is_stopped(worker):
            trace_reason(worker.trace, RAZORED)
            return True
    if beta <= -MATED_SOON:
        return False
    # reverse futility: so far above that nothing will bring it down
    if technique(worker, USE_REVERSE_FUTILITY) and depth <= REVERSE_FUTILITY_DEPTH and (
            node.value < MATED_SOON and node.value - 80 * (depth - node.improving) >= beta):
        score[0] = node.value
        trace_reason(worker.trace, REVERSE_FUTILITY)
        return True
    # a pass: if even that is good enough, a move is
    if technique(worker, USE_NULL_MOVE) and depth >= 3 and node.value >= beta and (
            worker.frames[ply].static_value >= beta and ply > 0 and worker.frames[ply - 1].played != 0
            and ply >= worker.null_from) and _may_pass(worker, &worker.frames[ply].at):
        score[0] = _pass(worker, node)
        if is_stopped(worker):
            score[0] = 0
            return True
        if score[0] >= beta:
            score[0] = beta if score[0] >= MATED_SOON else score[0]
            trace_reason(worker.trace, NULL_MOVE)
            return True
    return False


cdef inline bint _may_pass(const Worker* worker, const Position* at) noexcept nogil:
    """Whether a pass tells something: not where zugzwang is at home, and not where the world takes a king."""
    cdef const Rules* rules = worker.rules
    cdef u64 pieces = at.by_side[at.turn] & ~at.by_kind[rules.royal]
    if rules.pawn < rules.kinds:
        pieces &= ~at.by_kind[rules.pawn]
    if not pieces:
        return False
    if rules.stalemate_loss and not has_moves(rules, at, 6):
        return False
    return not (rules.belts & at.by_kind[rules.royal])


cdef int _pass(Worker* worker, const Node* node) noexcept nogil:
    """What is left of an advantage when the other side may move twice; nothing where the world would not let
    the king pass."""
    cdef int ply = node.ply, beta = node.beta
    cdef Frame* here = &worker.frames[ply]
    cdef Frame* after = &worker.frames[ply + 1]
    cdef int depth = node.depth - 4 - node.depth // 4 - min(3, (node.value - beta) // 200)
    cdef int score, verified
    make_null(worker.rules, &here.at, &after.at)
    fetch(worker.table, after.at.key)
    if worker.rules.belts and not stands_safely(worker.rules, &after.at, here.at.turn):
        return -INFINITE
    here.played = 0
    after.beyond = here.beyond
    worker.keys[worker.keys_before + ply] = after.at.key
    after.checked = in_check(worker.rules, &after.at, after.at.turn)
    trace_visit(worker.trace, AFTER_PASS)
    score = -_search(worker, ply + 1, depth, -beta, 1 - beta, not node.cut)
    if score < beta or node.depth < VERIFY_FROM or worker.null_from or is_stopped(worker):
        return score
    # zugzwang? whoever must move may not be as well off
    worker.null_from = ply + 3 * depth // 4
    trace_visit(worker.trace, VERIFICATION)
    verified = _search(worker, ply, depth, beta - 1, beta, False)
    worker.null_from = 0
    return score if verified >= beta else -INFINITE


cdef int _search_moves(Worker* worker, Node* node) noexcept nogil:
    """Looks at one move after the other, until one is good enough or there are no more."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef Picker picker
    cdef Move tried[TRIED_MOST]
    cdef Move move, best_move = 0
    cdef int score, extension, best = -INFINITE, began = node.alpha, tried_count = 0
    cdef Reason reason
    if node.is_root:
        pick_from_root(&picker, worker)
    else:
        begin_picking(&picker, worker, node.ply, node.known.move, True)
    while True:
        move = next_move(&picker)
        if not move:
            break
        if move == here.excluded:
            continue
        node.seen += 1
        if not node.is_root and best > -MATED_SOON:
            reason = _why_hopeless(worker, node, &picker, move)
            if reason != NO_REASON:
                trace_skip(worker.trace, node.ply, move, reason)
                continue
        extension = 0
        if move == node.known.move and _may_be_singular(worker, node):
            extension = _try_others(worker, node, move)
            if is_stopped(worker):
                break
            if extension < 0:
                best = node.known.score - 2 * node.depth
                end_picking(&picker)
                trace_reason(worker.trace, MULTI_CUT)
                return best
        _play(worker, node.ply, move)
        if node.is_root:
            announce(worker, node.depth, node.seen, move)
        score = _look_at(worker, node, &picker, move, extension)
        if is_stopped(worker):
            break
        if node.is_root:
            note(worker, move, score, node.alpha, node.beta, node.seen == 1)
        if score > best:
            best = score
            if score > node.alpha:
                best_move = move
                node.alpha = score
                extend_line(worker, node.ply, move)
                if score >= node.beta:
                    reward(worker, node.ply, move, tried, tried_count, node.depth)
                    break
        if tried_count < TRIED_MOST:
            tried[tried_count] = move
            tried_count += 1
    end_picking(&picker)
    if is_stopped(worker):
        return 0
    if node.seen == 0:
        trace_reason(worker.trace, NO_MOVE)
        return node.alpha if node.alone else _no_move(worker, node.ply)
    if technique(worker, USE_TABLE) and not node.alone and not (
            node.is_root and (worker.root_from or worker.some_left_out)):
        store(worker.table, here.at.key, best_move, to_table(best, node.ply), node.depth,
              BOUND_LOWER if best >= node.beta else BOUND_EXACT if node.is_pv and best > began else BOUND_UPPER,
              node.known.value)
    _learn_from(worker, node, best_move, best)
    return best


cdef inline void _learn_from(Worker* worker, const Node* node, Move best_move, int best) noexcept nogil:
    """Has a score correct the evaluation, unless captures or checks account for it, or it is a bound that the
    evaluation keeps to."""
    cdef Frame* here = &worker.frames[node.ply]
    if here.checked or node.alone or not -MATED_SOON < best < MATED_SOON or not may_be_wrong(worker, &here.at):
        return
    if best_move and is_noisy(worker, node.ply, best_move):
        return
    if (best >= node.beta and best <= here.static_value) or (not best_move and best >= here.static_value):
        return
    correct(&worker.corrections, &here.at, best - here.static_value, node.depth)


cdef inline Reason _why_hopeless(Worker* worker, Node* node, Picker* picker, Move move) noexcept nogil:
    """Why a move may be passed over: late and quiet, or too little for alpha, or losing material."""
    cdef Frame* here = &worker.frames[node.ply]
    cdef int depth = node.depth, left = node.depth
    cdef bint quiet = not picker.is_noisy
    if picker.stage == QUIET and not here.checked:
        if technique(worker, USE_LATE_PRUNING) and depth <= 6 and (
                node.seen > (6 + 2 * depth * depth) // (2 - node.improving)):
            picker.quiets = False             # and so are all that would come after it
            return LATE_MOVE
        if technique(worker, USE_REDUCTIONS):
            left = max(0, depth - _usual_reduction(worker, node))
        if technique(worker, USE_FUTILITY) and left <= 6 and not node.is_pv and (
                here.static_value + 100 + 90 * left <= node.alpha) and not gives_check(picker, move):
            return FUTILITY
    if not technique(worker, USE_EXCHANGE_PRUNING) or depth > 6:
        return NO_REASON
    if quiet and not node.is_pv and _risks(worker, &here.at, move, 60 * depth) and (
            not is_killer(worker, node.ply, move)) and not exchange_wins(
                worker.rules, &here.at, move, -60 * depth):
        return EXCHANGE
    if not quiet and picker.stage == LOSING and not exchange_wins(worker.rules, &here.at, move, -90 * depth):
        return EXCHANGE
    return NO_REASON


cdef inline bint _risks(const Worker* worker, const Position* at, Move move, int most) noexcept nogil:
    """Whether a move puts more than that at stake."""
    cdef int kind = at.board[origin_of(move)] >> 1
    return kind == worker.rules.royal or worker.rules.value[0][kind] > most


cdef inline int _usual_reduction(const Worker* worker, const Node* node) noexcept nogil:
    return worker.reductions[min(node.depth, 63)][min(node.seen, 63)]


cdef inline bint _may_be_singular(const Worker* worker, const Node* node) noexcept nogil:
    """Whether it is worth to find out that the table's move is much better than all others."""
    return technique(worker, USE_SINGULAR) and not node.is_root and node.depth >= 7 and not node.alone and (
        node.known.depth >= node.depth - 3 and node.known.bound & BOUND_LOWER != 0
        and -MATED_SOON < node.known.score < MATED_SOON and node.ply < 2 * worker.control.depth)


cdef int _try_others(Worker* worker, const Node* node, Move move) noexcept nogil:
    """How many plies deeper the table's move deserves to be looked at: one if no other comes near it. Negative:
    others are good enough, too, and the node is cut."""
    cdef int margin = node.known.score - 2 * node.depth, score
    worker.frames[node.ply].excluded = move
    trace_visit(worker.trace, WITHOUT_BEST)
    score = _search(worker, node.ply, (node.depth - 1) // 2, margin - 1, margin, node.cut)
    worker.frames[node.ply].excluded = 0
    if score < margin:
        return 1
    return -1 if margin >= node.beta else 0


cdef inline int _look_at(Worker* worker, const Node* node, const Picker* picker, Move move,
                         int extension) noexcept nogil:
    """The value of a move that was just played: late ones are looked at less deeply first, and again if they
    surprise."""
    cdef int ply = node.ply, alpha = node.alpha, beta = node.beta, score = 0, reduction = 0, left
    cdef bint gives_check = worker.frames[ply + 1].checked
    cdef Extension why = BY_SINGULARITY if extension else NO_EXTENSION
    if gives_check and extension == 0 and technique(worker, USE_CHECK_EXTENSION) and (
            ply < 2 * worker.control.depth) and (node.is_pv or node.depth <= 8) and picker.stage != LOSING:
        extension = 1
        why = BY_CHECK
    left = node.depth - 1 + extension
    if technique(worker, USE_REDUCTIONS) and node.depth >= 3 and node.seen > 1 + node.is_root and (
            not picker.is_noisy and not gives_check):
        reduction = _usual_reduction(worker, node) + node.cut - node.is_pv - node.improving
        reduction -= worker.frames[ply].checked + quiet_history(worker, ply, move) // 6000
        reduction = max(0, min(reduction, left - 1))
    if node.seen > 1:
        trace_depth(worker.trace, AS_MOVE, reduction, why)
        score = -_search(worker, ply + 1, left - reduction, -alpha - 1, -alpha, True)
        if score > alpha and reduction:
            trace_depth(worker.trace, AGAIN_DEEPER, 0, why)
            score = -_search(worker, ply + 1, left, -alpha - 1, -alpha, not node.cut)
    if node.seen == 1 or (node.is_pv and score > alpha):
        trace_depth(worker.trace, AS_MOVE if node.seen == 1 else AGAIN_OPEN, 0, why)
        score = -_search(worker, ply + 1, left, -beta, -alpha, False if node.is_pv else not node.cut)
    return score
