"""One function for each kind of node, its steps in order."""

from libc.string cimport memcpy

from tilefish.core.attacks cimport in_check
from tilefish.core.clock cimport now, read_flag, write_flag
from tilefish.core.endings cimport too_little_material
from tilefish.core.evaluate cimport evaluate
from tilefish.core.exchange cimport exchange, taken_value
from tilefish.core.make cimport make, make_null, stands_safely
from tilefish.core.movegen cimport count_legal, legal_moves, noisy_moves
from tilefish.core.moves cimport Move, origin_of, promotes
from tilefish.core.ordering cimport SCORE_KILLER, is_noisy, pick, quiet_history, reward, score_moves
from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport NO_SQUARE, u64
from tilefish.core.table cimport BOUND_EXACT, BOUND_LOWER, BOUND_NONE, BOUND_UPPER, Known, fetch, probe, store
from tilefish.core.worker cimport (
    HIGHEST, INFINITE, MATE, MATED_SOON, MAX_PLY, USE_CHECK_EXTENSION, USE_DELTA_PRUNING, USE_ENDGAMES,
    USE_EXCHANGE_PRUNING, USE_FUTILITY, USE_INTERNAL_REDUCTION, USE_LATE_PRUNING, USE_MATE_DISTANCE, USE_NULL_MOVE,
    USE_QUIESCENCE, USE_RAZORING, USE_REDUCTIONS, USE_REVERSE_FUTILITY, USE_SINGULAR, USE_TABLE, Frame, RootMove,
    Worker, technique,
)

cdef enum:
    DRAW = 0
    UNKNOWN = INFINITE + 1    # no static value: the side is in check
    TRIED_MOST = 64           # so many moves tried in vain are remembered
    LOOK_EVERY = 1023         # nodes between looks at the clock
    VERIFY_FROM = 8           # a pass that is good enough from this depth on is not taken on trust


# --- stopping ------------------------------------------------------------------------------------------------


cdef bint must_stop(Worker* worker) noexcept nogil:
    """Whether the search is over, for whatever reason."""
    if read_flag(&worker.control.stop):
        return True
    if not worker.first or worker.nodes & LOOK_EVERY and not worker.control.nodes:
        return False
    if worker.control.nodes and worker.nodes >= worker.control.nodes:
        write_flag(&worker.control.stop, 1)
        return True
    if worker.nodes & LOOK_EVERY == 0 and worker.control.hard and not read_flag(&worker.control.pondering):
        if now() - worker.control.begun >= worker.control.hard:
            write_flag(&worker.control.stop, 1)
            return True
    return False


# --- what is known without searching -------------------------------------------------------------------------


cdef inline int _to_table(int score, int ply) noexcept nogil:
    """Mates are counted from the position that is stored, not from the root."""
    if score >= MATED_SOON:
        return score + ply
    return score - ply if score <= -MATED_SOON else score


cdef inline int _from_table(int score, int ply) noexcept nogil:
    if score >= MATED_SOON:
        return score - ply
    return score + ply if score <= -MATED_SOON else score


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


cdef bint _is_draw(Worker* worker, int ply, bint checked) noexcept nogil:
    cdef const Rules* rules = worker.rules
    cdef const Position* at = &worker.frames[ply].at
    if rules.repetition and _repeats(worker, ply):
        return True
    if rules.quiet_plies and at.halfmove >= rules.quiet_plies:
        return not checked or count_legal(rules, at) != 0
    return too_little_material(rules, at)


cdef inline int _static(Worker* worker, int ply) noexcept nogil:
    cdef int value = evaluate(worker.rules, &worker.frames[ply].at, NULL, technique(worker, USE_ENDGAMES))
    return HIGHEST if value > HIGHEST else -HIGHEST if value < -HIGHEST else value


cdef inline int _no_move(const Worker* worker, int ply, bint checked) noexcept nogil:
    return ply - MATE if checked or worker.rules.stalemate_loss else DRAW


cdef inline bint _enter(Worker* worker, int ply) noexcept nogil:
    """Begins a node: counts it, and returns whether the search is over."""
    worker.frames[ply].line_length = 0
    worker.nodes += 1
    if ply > worker.deepest:
        worker.deepest = ply
    return must_stop(worker)


cdef inline void _extend_line(Worker* worker, int ply, Move move) noexcept nogil:
    """The best line from here is a move and the best line from the next ply."""
    cdef Frame* here = &worker.frames[ply]
    cdef const Frame* after = &worker.frames[ply + 1]
    cdef int length = after.line_length if after.line_length < MAX_PLY - 1 else MAX_PLY - 1
    here.line[0] = move
    memcpy(&here.line[1], after.line, length * sizeof(Move))
    here.line_length = length + 1


cdef inline void _play(Worker* worker, int ply, Move move) noexcept nogil:
    cdef Frame* here = &worker.frames[ply]
    here.played = move
    here.played_piece = here.at.board[origin_of(move)]
    make(worker.rules, &here.at, move, &worker.frames[ply + 1].at)
    worker.keys[worker.keys_before + ply] = worker.frames[ply + 1].at.key
    fetch(worker.table, worker.frames[ply + 1].at.key)


# --- quiescence ----------------------------------------------------------------------------------------------


cdef int quiesce(Worker* worker, int ply, int alpha, int beta) noexcept nogil:
    """Goes on with captures until the position is quiet; in check, with every move."""
    cdef const Rules* rules = worker.rules
    cdef Frame* here = &worker.frames[ply]
    cdef Move* moves = worker.room
    cdef int* scores = worker.scores
    cdef Move move, best_move = 0
    cdef Known known
    cdef int count, i, score, best, floor = -INFINITE, began = alpha
    cdef bint checked

    # stop, leave, or end
    if _enter(worker, ply):
        return 0
    if here.at.king[here.at.turn] == NO_SQUARE:
        return ply - MATE
    checked = in_check(rules, &here.at, here.at.turn)
    if _is_draw(worker, ply, checked):
        return DRAW
    if ply >= MAX_PLY:
        return _static(worker, ply)

    # ask the table
    known.move = 0
    if technique(worker, USE_TABLE) and probe(worker.table, here.at.key, &known):
        score = _from_table(known.score, ply)
        if known.bound == BOUND_EXACT or known.bound == BOUND_LOWER and score >= beta or (
                known.bound == BOUND_UPPER and score <= alpha):
            return score

    # stand pat
    best = -INFINITE
    if not checked:
        floor = best = _static(worker, ply)
        if best >= beta or not technique(worker, USE_QUIESCENCE):
            return best
        if best > alpha:
            alpha = best

    # captures, or every way out of check
    count = legal_moves(rules, &here.at, moves) if checked else noisy_moves(rules, &here.at, moves)
    if checked and count == 0:
        return ply - MATE
    score_moves(worker, ply, moves, scores, count, known.move)
    worker.room += count
    worker.scores += count
    for i in range(count):
        move = pick(moves, scores, count, i)
        if not checked and best > -MATED_SOON:
            # what cannot raise alpha even if it wins its victim for nothing
            if technique(worker, USE_DELTA_PRUNING) and not promotes(move) and (
                    floor + taken_value(rules, &here.at, move) + 200 <= alpha):
                continue
            # what loses material
            if technique(worker, USE_EXCHANGE_PRUNING) and scores[i] < 0:
                continue
        _play(worker, ply, move)
        score = -quiesce(worker, ply + 1, -beta, -alpha)
        if read_flag(&worker.control.stop):
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                _extend_line(worker, ply, move)
                if score >= beta:
                    break
    worker.room -= count
    worker.scores -= count
    if read_flag(&worker.control.stop):
        return 0

    # a quiet side without a move
    if not checked and best == floor and count == 0 and count_legal(rules, &here.at) == 0:
        return _no_move(worker, ply, False)
    if technique(worker, USE_TABLE):
        store(worker.table, here.at.key, best_move, _to_table(best, ply), 0,
              BOUND_LOWER if best >= beta else BOUND_EXACT if best > began and checked else BOUND_UPPER)
    return best


# --- the full search -----------------------------------------------------------------------------------------


cdef inline bint _may_pass(const Worker* worker, const Position* at) noexcept nogil:
    """Whether a pass tells something: not where zugzwang is at home, and not where the world takes a king."""
    cdef const Rules* rules = worker.rules
    cdef u64 pieces = at.by_side[at.turn] & ~at.by_kind[rules.royal]
    if rules.pawn < rules.kinds:
        pieces &= ~at.by_kind[rules.pawn]
    if not pieces:
        return False
    if rules.stalemate_loss and count_legal(rules, at) < 6:
        return False
    return not (rules.belts & at.by_kind[rules.royal])


cdef int _pass(Worker* worker, int ply, int depth, int value, int beta, bint cut) noexcept nogil:
    """What is left of an advantage when the other side may move twice; nothing where the world would not let
    the king pass."""
    cdef Frame* here = &worker.frames[ply]
    cdef Position* after = &worker.frames[ply + 1].at
    cdef int score, verified
    cdef int reduction = 3 + depth // 4 + ((value - beta) // 200 if value - beta < 600 else 3)
    make_null(worker.rules, &here.at, after)
    if worker.rules.belts and not stands_safely(worker.rules, after, here.at.turn):
        return -INFINITE
    here.played = 0
    worker.keys[worker.keys_before + ply] = after.key
    score = -search(worker, ply + 1, depth - reduction, -beta, 1 - beta, not cut)
    if score < beta or depth < VERIFY_FROM or worker.null_from or read_flag(&worker.control.stop):
        return score
    # zugzwang? whoever must move may not be as well off
    worker.null_from = ply + 3 * (depth - reduction) // 4
    verified = search(worker, ply, depth - reduction, beta - 1, beta, False)
    worker.null_from = 0
    return score if verified >= beta else -INFINITE


cdef inline bint _would_check(Worker* worker, int ply, Move move) noexcept nogil:
    """Whether a move gives check: such ones are never passed over for being late or quiet."""
    _play(worker, ply, move)
    return in_check(worker.rules, &worker.frames[ply + 1].at, worker.frames[ply + 1].at.turn)


cdef inline bint _is_hopeless(Worker* worker, int ply, Move move, int place, int depth, int seen, int alpha,
                              bint quiet, bint is_pv, bint improving) noexcept nogil:
    """Whether a move may be passed over: late and quiet, or too little for alpha, or losing material. `place`
    is its score in the ordering."""
    cdef Frame* here = &worker.frames[ply]
    cdef bint late, futile
    cdef int left = depth
    if quiet and here.static_value != UNKNOWN:
        if technique(worker, USE_REDUCTIONS):
            left -= worker.reductions[depth if depth < 63 else 63][seen if seen < 63 else 63]
        late = technique(worker, USE_LATE_PRUNING) and depth <= 6 and (
            seen > (4 + depth * depth) // (2 - improving))
        futile = technique(worker, USE_FUTILITY) and left <= 6 and not is_pv and (
            here.static_value + 100 + 90 * max(0, left) <= alpha)
        if (late or futile) and not _would_check(worker, ply, move):
            return True
    if not technique(worker, USE_EXCHANGE_PRUNING) or depth > 6 or (is_pv and quiet):
        return False
    if place >= SCORE_KILLER or (not quiet and place >= 0):
        return False
    return exchange(worker.rules, &here.at, move) < (-60 * depth if quiet else -90 * depth)


cdef int search(Worker* worker, int ply, int depth, int alpha, int beta, bint cut) noexcept nogil:
    """The value of a node within the window (fail-soft). `cut`: a fail high is expected."""
    cdef const Rules* rules = worker.rules
    cdef Frame* here = &worker.frames[ply]
    cdef Move* moves
    cdef int* scores
    cdef Move tried[TRIED_MOST]
    cdef Move move, best_move = 0
    cdef Known known
    cdef int count, i, score = 0, best = -INFINITE, began = alpha, seen = 0, tried_count = 0
    cdef int reduction, extension, left, margin, value
    cdef bint is_root = ply == 0, is_pv = beta - alpha > 1
    cdef bint checked, quiet, improving, gives_check, have_known, excluded = here.excluded != 0

    # the horizon
    if depth <= 0:
        return quiesce(worker, ply, alpha, beta)

    # stop, leave, or end
    if _enter(worker, ply):
        return 0
    if here.at.king[here.at.turn] == NO_SQUARE:
        return ply - MATE
    checked = in_check(rules, &here.at, here.at.turn)
    if not is_root:
        if not excluded and _is_draw(worker, ply, checked):
            return DRAW
        if ply >= MAX_PLY:
            return _static(worker, ply)
        # a mate that was found already is nearer than any to be found here
        if technique(worker, USE_MATE_DISTANCE):
            if alpha < ply - MATE:
                alpha = ply - MATE
            if beta > MATE - ply - 1:
                beta = MATE - ply - 1
            if alpha >= beta:
                return alpha

    # ask the table
    known.move = 0
    known.bound = BOUND_NONE
    known.depth = 0
    known.score = 0
    have_known = technique(worker, USE_TABLE) and not excluded and probe(worker.table, here.at.key, &known)
    if have_known:
        known.score = _from_table(known.score, ply)
        if not is_pv and known.depth >= depth and here.at.halfmove < 90 and (
                known.bound == BOUND_EXACT
                or known.bound == BOUND_LOWER and known.score >= beta
                or known.bound == BOUND_UPPER and known.score <= alpha):
            return known.score
    if is_root:
        known.move = worker.roots[worker.root_from].move

    # how things stand
    here.static_value = UNKNOWN if checked else _static(worker, ply)
    value = here.static_value
    if have_known and not checked and (
            known.bound == BOUND_EXACT
            or known.bound == BOUND_LOWER and known.score > value
            or known.bound == BOUND_UPPER and known.score < value):
        value = known.score
    improving = not checked and ply >= 2 and here.static_value > worker.frames[ply - 2].static_value
    worker.frames[ply + 2].killers[0] = worker.frames[ply + 2].killers[1] = 0

    if not is_pv and not checked and not excluded:
        # razoring: so far below that only captures could help
        if technique(worker, USE_RAZORING) and depth <= 2 and value + 250 * depth < alpha:
            score = quiesce(worker, ply, alpha, beta)
            if score <= alpha:
                return score
        # reverse futility: so far above that nothing will bring it down
        if technique(worker, USE_REVERSE_FUTILITY) and depth <= 7 and beta > -MATED_SOON and (
                value - 80 * (depth - improving) >= beta) and value < MATED_SOON:
            return value
        # a pass: if even that is good enough, a move is
        if technique(worker, USE_NULL_MOVE) and depth >= 3 and value >= beta and here.static_value >= beta and (
                ply > 0 and worker.frames[ply - 1].played != 0) and beta > -MATED_SOON and (
                ply >= worker.null_from) and _may_pass(worker, &here.at):
            score = _pass(worker, ply, depth, value, beta, cut)
            if read_flag(&worker.control.stop):
                return 0
            if score >= beta:
                return beta if score >= MATED_SOON else score

    # without a move to begin with, a shallower search finds one
    if technique(worker, USE_INTERNAL_REDUCTION) and technique(worker, USE_TABLE) and depth >= 4 and not known.move and not excluded and (
            is_pv or cut):
        depth -= 1

    # every move
    moves = worker.room
    scores = worker.scores
    if is_root:
        count = worker.root_count - worker.root_from
        for i in range(count):
            moves[i] = worker.roots[worker.root_from + i].move
    else:
        count = legal_moves(rules, &here.at, moves)
        if count == 0:
            return _no_move(worker, ply, checked)
    score_moves(worker, ply, moves, scores, count, known.move)
    worker.room += count
    worker.scores += count
    for i in range(count):
        move = pick(moves, scores, count, i)
        if move == here.excluded:
            continue
        seen += 1
        quiet = not is_noisy(worker, ply, move)

        # moves that need not be looked at
        if not is_root and best > -MATED_SOON and _is_hopeless(
                worker, ply, move, scores[i], depth, seen, alpha, quiet, is_pv, improving):
            continue

        # a move that is much better than all others is looked at more deeply
        extension = 0
        if technique(worker, USE_SINGULAR) and not is_root and depth >= 7 and move == known.move and (
                not excluded) and known.depth >= depth - 3 and known.bound & BOUND_LOWER and (
                known.score < MATED_SOON and known.score > -MATED_SOON) and ply < 2 * worker.control.depth:
            margin = known.score - 2 * depth
            here.excluded = move
            score = search(worker, ply, (depth - 1) // 2, margin - 1, margin, cut)
            here.excluded = 0
            if read_flag(&worker.control.stop):
                break
            if score < margin:
                extension = 1
            elif margin >= beta:
                worker.room -= count
                worker.scores -= count
                return margin

        _play(worker, ply, move)
        gives_check = in_check(rules, &worker.frames[ply + 1].at, worker.frames[ply + 1].at.turn)
        if gives_check and extension == 0 and technique(worker, USE_CHECK_EXTENSION) and (
                ply < 2 * worker.control.depth) and (is_pv or depth <= 8) and scores[i] >= 0:
            extension = 1
        left = depth - 1 + extension

        # late moves are looked at less deeply first, and again if they surprise
        reduction = 0
        if technique(worker, USE_REDUCTIONS) and depth >= 3 and seen > 1 + is_root and quiet and not gives_check:
            reduction = worker.reductions[depth if depth < 63 else 63][seen if seen < 63 else 63]
            reduction += cut - is_pv - improving - checked - quiet_history(worker, ply, move) // 6000
            reduction = max(0, min(reduction, left - 1))
        if seen > 1:
            score = -search(worker, ply + 1, left - reduction, -alpha - 1, -alpha, True)
            if score > alpha and reduction:
                score = -search(worker, ply + 1, left, -alpha - 1, -alpha, not cut)
        if seen == 1 or (is_pv and score > alpha):
            score = -search(worker, ply + 1, left, -beta, -alpha, False if is_pv else not cut)
        if read_flag(&worker.control.stop):
            break

        if is_root:
            _note_root(worker, move, score, seen, alpha, beta)
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                _extend_line(worker, ply, move)
                if score >= beta:
                    reward(worker, ply, move, tried, tried_count, depth)
                    break
        if tried_count < TRIED_MOST:
            tried[tried_count] = move
            tried_count += 1
    worker.room -= count
    worker.scores -= count
    if read_flag(&worker.control.stop):
        return 0
    if seen == 0:
        return alpha          # the excluded move is the only one

    # remember
    if technique(worker, USE_TABLE) and not excluded and not (is_root and worker.root_from):
        store(worker.table, here.at.key, best_move, _to_table(best, ply), depth,
              BOUND_LOWER if best >= beta else BOUND_EXACT if is_pv and best > began else BOUND_UPPER)
    return best


cdef void _note_root(Worker* worker, Move move, int score, int seen, int alpha, int beta) noexcept nogil:
    """Keeps what is found out about a move of the root: only the first one and better ones have a score."""
    cdef RootMove* root = &worker.roots[worker.root_from]
    while root.move != move:
        root += 1
    if seen > 1 and score <= alpha:
        root.score = -INFINITE
        return
    root.score = score
    root.is_exact = alpha < score < beta
    root.depth_reached = worker.deepest
    root.line[0] = move
    root.line_length = 1 + worker.frames[1].line_length
    if root.line_length > MAX_PLY:
        root.line_length = MAX_PLY
    memcpy(&root.line[1], worker.frames[1].line, (root.line_length - 1) * sizeof(Move))
