from tilefish.core.evaluation.exchange cimport taken_value
from tilefish.core.search.hints cimport has_lore, heed_lore, lore_score
from tilefish.core.board.moves cimport Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, target_of
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.types cimport bit, u64
from tilefish.core.search.worker cimport (
    USE_COUNTER_MOVES, USE_HISTORY, USE_KILLERS, Frame, Worker, technique,
)

cdef enum:
    SCORE_KILLER = 1 << 22    # more than any history
    CHECK_BONUS = 10000


cdef inline int _piece(const Frame* frame, Move move) noexcept nogil:
    return frame.at.board[origin_of(move)]


cdef inline int _victim(const Worker* worker, const Position* at, Move move) noexcept nogil:
    """The kind that a capture takes, the pawn for want of one."""
    if at.board[target_of(move)] != EMPTY:
        return at.board[target_of(move)] >> 1
    if is_sequence(move) and at.board[stone_of(move)] != EMPTY:
        return at.board[stone_of(move)] >> 1
    return worker.rules.by_value[0]


cdef inline short* _answers(const Worker* worker, int ply) noexcept nogil:
    """The histories of moves as answers to the one before, by piece and target, or NULL after a pass."""
    cdef const Frame* last
    if ply == 0 or not worker.frames[ply - 1].played:
        return NULL
    last = &worker.frames[ply - 1]
    return &worker.continuation[
        (last.played_piece * 64 + target_of(last.played)) * 2 * worker.rules.kinds * 64]


cdef int quiet_history(const Worker* worker, int ply, Move move) noexcept nogil:
    """How well a quiet move did elsewhere."""
    cdef const Frame* frame = &worker.frames[ply]
    cdef const short* answers = _answers(worker, ply)
    cdef int score = lore_score(worker, frame.at.key, move) if has_lore(worker, ply) else 0
    if not technique(worker, USE_HISTORY):
        return score
    score += worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)]
    return score if answers == NULL else score + answers[_piece(frame, move) * 64 + target_of(move)]


cdef bint is_killer(const Worker* worker, int ply, Move move) noexcept nogil:
    """Whether a quiet move refuted a sibling of this node lately, or the move before it elsewhere."""
    cdef const Frame* frame = &worker.frames[ply]
    if technique(worker, USE_KILLERS) and (move == frame.killers[0] or move == frame.killers[1]):
        return True
    return move == _counter(worker, ply)


cdef inline Move _counter(const Worker* worker, int ply) noexcept nogil:
    """The move that answered the one before well, or 0."""
    cdef const Frame* last
    if ply == 0 or not technique(worker, USE_COUNTER_MOVES):
        return 0
    last = &worker.frames[ply - 1]
    return worker.counters[last.played_piece][target_of(last.played)] if last.played else 0


cdef void score_noisy(const Worker* worker, int ply, const Move* moves, int* scores, int count) noexcept nogil:
    """Big victims first, and promotions; among equals what did well elsewhere."""
    cdef const Position* at = &worker.frames[ply].at
    cdef bint with_history = technique(worker, USE_HISTORY)
    cdef int i
    for i in range(count):
        scores[i] = 16 * taken_value(worker.rules, at, moves[i])
        if promotes(moves[i]):
            scores[i] += 16 * worker.rules.value[0][promoted_kind(moves[i])]
        if with_history:
            scores[i] += worker.captured[at.board[origin_of(moves[i])]][target_of(moves[i])][
                _victim(worker, at, moves[i])] // 16
    if has_lore(worker, ply):
        heed_lore(worker, worker.frames[ply].at.key, moves, scores, count)


cdef void score_quiets(const Worker* worker, int ply, const Move* moves, int* scores, int count,
                       const u64* checks_from) noexcept nogil:
    """Killers and the counter move first, the others by their histories, those that give check with a bonus:
    `checks_from` has for each kind the squares that it gives check from."""
    cdef const Frame* frame = &worker.frames[ply]
    cdef const short* butterfly = &worker.butterfly[frame.at.turn][0][0]
    cdef const short* answers = _answers(worker, ply)
    cdef bint with_killers = technique(worker, USE_KILLERS), with_history = technique(worker, USE_HISTORY)
    cdef Move first = frame.killers[0] if with_killers else 0, second = frame.killers[1] if with_killers else 0
    cdef Move counter = _counter(worker, ply), move
    cdef int i, piece, target, score
    for i in range(count):
        move = moves[i]
        piece, target = _piece(frame, move), target_of(move)
        score = 0
        if with_history:
            score = butterfly[origin_of(move) * 64 + target]
            if answers != NULL:
                score += answers[piece * 64 + target]
        if move == first or move == second or move == counter:
            score = SCORE_KILLER + (2 if move == first else 1 if move == second else 0)
        if checks_from[piece >> 1] & bit(target):
            score += CHECK_BONUS
        scores[i] = score
    if has_lore(worker, ply):
        heed_lore(worker, worker.frames[ply].at.key, moves, scores, count)


cdef void _remember(Worker* worker, int ply, Move move, int bonus) noexcept nogil:
    cdef Frame* frame = &worker.frames[ply]
    cdef int piece = _piece(frame, move)
    cdef short* answers
    if is_noisy(worker, ply, move):
        shift(&worker.captured[piece][target_of(move)][_victim(worker, &frame.at, move)], bonus)
        return
    shift(&worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)], bonus)
    answers = _answers(worker, ply)
    if answers != NULL:
        shift(&answers[piece * 64 + target_of(move)], bonus)


cdef void reward(Worker* worker, int ply, Move best, const Move* tried, int tried_count, int depth) noexcept nogil:
    """A move was good enough to end the search of a node: it gains, those tried before it lose."""
    cdef Frame* frame = &worker.frames[ply]
    cdef Frame* last
    cdef int bonus = 16 * depth * depth + 32 * depth
    cdef int i
    if bonus > 1600:
        bonus = 1600
    _remember(worker, ply, best, bonus)
    for i in range(tried_count):
        if tried[i] != best:
            _remember(worker, ply, tried[i], -bonus)
    if is_noisy(worker, ply, best):
        return
    if frame.killers[0] != best:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = best
    if ply > 0:
        last = &worker.frames[ply - 1]
        if last.played:
            worker.counters[last.played_piece][target_of(last.played)] = best
