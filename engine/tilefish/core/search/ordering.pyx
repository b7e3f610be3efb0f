from tilefish.core.evaluation.exchange cimport taken_value
from tilefish.core.search.hints cimport apply_hints, has_hints, hint_score
from tilefish.core.search.parameters cimport (
    BONUS_MOST, BONUS_SLOPE, BONUS_SQUARE, CHECK_BONUS, EVALUATION_BONUS, EVALUATION_MOST,
)
from tilefish.core.board.moves cimport Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, target_of
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.search.transposition_table cimport NO_VALUE
from tilefish.core.types cimport SQUARES, Bitboard, Depth, Piece, Square, Value, bit
from tilefish.core.search.worker cimport (
    USE_COUNTER_MOVES, USE_HISTORY, USE_KILLERS, Frame, Worker, enabled, tuned,
)

cdef enum:
    SCORE_KILLER = 1 << 22    # above all histories
    CONTINUATIONS = 3         # continuation histories: of the moves one, two and four plies ago


cdef inline int _piece(const Frame* frame, Move move) noexcept nogil:
    return frame.at.board[origin_of(move)]


cdef inline int _victim(const Worker* worker, const Position* at, Move move) noexcept nogil:
    """The kind that a capture takes; the least valuable kind if it takes none."""
    if at.board[target_of(move)] != EMPTY:
        return at.board[target_of(move)] >> 1
    if is_sequence(move) and at.board[stone_of(move)] != EMPTY:
        return at.board[stone_of(move)] >> 1
    return worker.rules.by_value[0]


cdef inline short* _continuation(const Worker* worker, int ply, int i) noexcept nogil:
    """The continuation history of the move one, two or four plies ago (2 ** i), by piece and target; NULL if there is
    none, and after a null move."""
    cdef int back = 1 << i
    return NULL if ply < back else worker.frames[ply - back].continuation


cdef int quiet_history(const Worker* worker, int ply, Move move) noexcept nogil:
    """The history score of a quiet move: butterfly and continuation history, and hints."""
    cdef const Frame* frame = &worker.frames[ply]
    cdef const short* answers
    cdef int score = hint_score(worker, frame.at.key, move) if has_hints(worker, ply) else 0
    cdef int place = _piece(frame, move) * SQUARES + target_of(move), i
    if not enabled(worker, USE_HISTORY):
        return score
    score += worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)]
    for i in range(CONTINUATIONS):
        answers = _continuation(worker, ply, i)
        if answers != NULL:
            score += answers[place]
    return score


cdef bint is_killer(const Worker* worker, int ply, Move move) noexcept nogil:
    """Whether a quiet move is a killer move of this ply or the counter move to the last move."""
    cdef const Frame* frame = &worker.frames[ply]
    if enabled(worker, USE_KILLERS) and (move == frame.killers[0] or move == frame.killers[1]):
        return True
    return move == _counter(worker, ply)


cdef inline Move _counter(const Worker* worker, int ply) noexcept nogil:
    """The counter move to the last move, or 0."""
    cdef const Frame* last
    if ply == 0 or not enabled(worker, USE_COUNTER_MOVES):
        return 0
    last = &worker.frames[ply - 1]
    return worker.counters[last.played_piece][target_of(last.played)] if last.played else 0


cdef void score_noisy(const Worker* worker, int ply, const Move* moves, int* scores, int count) noexcept nogil:
    """Captures and promotions: most valuable victim first, then capture history."""
    cdef const Position* at = &worker.frames[ply].at
    cdef bint with_history = enabled(worker, USE_HISTORY)
    cdef int i
    for i in range(count):
        scores[i] = 16 * taken_value(worker.rules, at, moves[i])
        if promotes(moves[i]):
            scores[i] += 16 * worker.rules.value[0][promoted_kind(moves[i])]
        if with_history:
            scores[i] += worker.captured[at.board[origin_of(moves[i])]][target_of(moves[i])][
                _victim(worker, at, moves[i])] // 16
    if has_hints(worker, ply):
        apply_hints(worker, worker.frames[ply].at.key, moves, scores, count)


cdef void score_quiets(const Worker* worker, int ply, const Move* moves, int* scores, int count,
                       const Bitboard* checks_from) noexcept nogil:
    """Quiet moves: killer moves and the counter move first, the others by history. Checks get a bonus:
    `checks_from` has for each kind the squares from which it gives check."""
    cdef const Frame* frame = &worker.frames[ply]
    cdef const short* butterfly = &worker.butterfly[frame.at.turn][0][0]
    cdef const short* answers[CONTINUATIONS]
    cdef bint with_killers = enabled(worker, USE_KILLERS), with_history = enabled(worker, USE_HISTORY)
    cdef Move first = frame.killers[0] if with_killers else 0, second = frame.killers[1] if with_killers else 0
    cdef Move counter = _counter(worker, ply), move
    cdef int i, j, score, found = 0
    cdef Piece piece
    cdef Square target
    for i in range(CONTINUATIONS):
        answers[found] = _continuation(worker, ply, i)
        found += answers[found] != NULL
    for i in range(count):
        move = moves[i]
        piece, target = _piece(frame, move), target_of(move)
        score = 0
        if with_history:
            score = butterfly[origin_of(move) * SQUARES + target]
            for j in range(found):
                score += answers[j][piece * SQUARES + target]
        if move == first or move == second or move == counter:
            score = SCORE_KILLER + (2 if move == first else 1 if move == second else 0)
        if checks_from[piece >> 1] & bit(target):
            score += tuned(worker, CHECK_BONUS)
        scores[i] = score
    if has_hints(worker, ply):
        apply_hints(worker, worker.frames[ply].at.key, moves, scores, count)


cdef void _update_history(Worker* worker, int ply, Move move, int bonus) noexcept nogil:
    cdef Frame* frame = &worker.frames[ply]
    cdef Piece piece = _piece(frame, move)
    cdef short* answers
    cdef int i
    # Capture history
    if is_noisy(worker, ply, move):
        shift(&worker.captured[piece][target_of(move)][_victim(worker, &frame.at, move)], bonus)
        return
    # Butterfly history
    shift(&worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)], bonus)
    # Continuation history
    for i in range(CONTINUATIONS):
        answers = _continuation(worker, ply, i)
        if answers != NULL:
            shift(&answers[piece * SQUARES + target_of(move)], bonus)


cdef inline int _bonus(const Worker* worker, Depth depth) noexcept nogil:
    cdef int bonus = (tuned(worker, BONUS_SQUARE) * depth + tuned(worker, BONUS_SLOPE)) * depth
    return min(bonus, tuned(worker, BONUS_MOST))


cdef void update_last_history(Worker* worker, int ply, Depth depth) noexcept nogil:
    """After a fail low: a bonus for the quiet move that led here."""
    cdef Move move = worker.frames[ply - 1].played
    if move and not is_noisy(worker, ply - 1, move):
        _update_history(worker, ply - 1, move, _bonus(worker, depth) // 2)


cdef void update_by_evaluation(Worker* worker, int ply, Value value) noexcept nogil:
    """A bonus for the quiet move that led here, by what it changed in the static evaluation; `value` is that of now."""
    cdef const Frame* before = &worker.frames[ply - 1]
    cdef Move move = before.played
    cdef int most = tuned(worker, EVALUATION_MOST), bonus
    if not move or before.static_value == NO_VALUE or is_noisy(worker, ply - 1, move):
        return
    bonus = -tuned(worker, EVALUATION_BONUS) * (value + before.static_value)
    shift(&worker.butterfly[before.at.turn][origin_of(move)][target_of(move)], max(-most, min(most, bonus)))


cdef void update_histories(Worker* worker, int ply, Move best, const Move* tried, int tried_count,
                           Depth depth) noexcept nogil:
    """After a fail high: a bonus for the best move, a malus for the moves tried before it."""
    cdef Frame* frame = &worker.frames[ply]
    cdef Frame* last
    cdef int bonus = _bonus(worker, depth), i
    _update_history(worker, ply, best, bonus)
    for i in range(tried_count):
        if tried[i] != best:
            _update_history(worker, ply, tried[i], -bonus)
    frame.cutoffs += 1
    if is_noisy(worker, ply, best):
        return
    # Killer moves and counter move
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
    if ply > 0:
        last = &worker.frames[ply - 1]
        if last.played:
            worker.counters[last.played_piece][target_of(last.played)] = best
