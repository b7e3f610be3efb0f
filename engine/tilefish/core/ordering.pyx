from tilefish.core.exchange cimport exchange, taken_value
from tilefish.core.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.position cimport EMPTY, Position
from tilefish.core.worker cimport (
    HISTORY_LIMIT, USE_COUNTER_MOVES, USE_HISTORY, USE_KILLERS, Frame, Worker, technique,
)


cdef bint is_noisy(const Worker* worker, int ply, Move move) noexcept nogil:
    """Whether a move captures or promotes."""
    return promotes(move) or taken_value(worker.rules, &worker.frames[ply].at, move) != 0


cdef inline int _piece(const Frame* frame, Move move) noexcept nogil:
    return frame.at.board[origin_of(move)]


cdef inline int _victim(const Worker* worker, const Position* at, Move move) noexcept nogil:
    """The kind that a capture takes, the pawn for want of one."""
    if at.board[target_of(move)] != EMPTY:
        return at.board[target_of(move)] >> 1
    if is_sequence(move) and at.board[stone_of(move)] != EMPTY:
        return at.board[stone_of(move)] >> 1
    return worker.rules.by_value[0]


cdef inline short* _continued(const Worker* worker, int ply, int piece, int target) noexcept nogil:
    """The history of a move as an answer to the one before, or NULL after a pass."""
    cdef const Frame* last
    if ply == 0 or not worker.frames[ply - 1].played:
        return NULL
    last = &worker.frames[ply - 1]
    return &worker.continuation[
        ((last.played_piece * 64 + target_of(last.played)) * 2 * worker.rules.kinds + piece) * 64 + target]


cdef int quiet_history(const Worker* worker, int ply, Move move) noexcept nogil:
    """How well a quiet move did elsewhere."""
    cdef const Frame* frame = &worker.frames[ply]
    cdef int score
    cdef short* continued
    if not technique(worker, USE_HISTORY):
        return 0
    score = worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)]
    continued = _continued(worker, ply, _piece(frame, move), target_of(move))
    return score + continued[0] if continued != NULL else score


cdef int _quiet_score(const Worker* worker, int ply, Move move) noexcept nogil:
    cdef const Frame* frame = &worker.frames[ply]
    cdef const Frame* last
    if technique(worker, USE_KILLERS):
        if move == frame.killers[0]:
            return SCORE_KILLER + 2
        if move == frame.killers[1]:
            return SCORE_KILLER + 1
    if ply > 0 and technique(worker, USE_COUNTER_MOVES):
        last = &worker.frames[ply - 1]
        if last.played and worker.counters[last.played_piece][target_of(last.played)] == move:
            return SCORE_KILLER
    return quiet_history(worker, ply, move)


cdef int _noisy_score(const Worker* worker, int ply, Move move, int taken) noexcept nogil:
    cdef const Position* at = &worker.frames[ply].at
    cdef int score = 16 * taken, mover = at.board[origin_of(move)] >> 1
    if promotes(move):
        score += 16 * worker.rules.value[0][promoted_kind(move)]
    elif worker.rules.value[0][mover] > taken and exchange(worker.rules, at, move) < 0:
        return SCORE_BAD_CAPTURE + score
    if technique(worker, USE_HISTORY):
        score += worker.captured[at.board[origin_of(move)]][target_of(move)][_victim(worker, at, move)] // 16
    return SCORE_CAPTURE + score


cdef void score_moves(Worker* worker, int ply, Move* moves, int* scores, int count, Move known) noexcept nogil:
    """Gives every move its place: the higher the score, the sooner."""
    cdef int i, taken
    for i in range(count):
        taken = taken_value(worker.rules, &worker.frames[ply].at, moves[i])
        if moves[i] == known:
            scores[i] = SCORE_TABLE
        elif taken or promotes(moves[i]):
            scores[i] = _noisy_score(worker, ply, moves[i], taken)
        else:
            scores[i] = _quiet_score(worker, ply, moves[i])


cdef Move pick(Move* moves, int* scores, int count, int place) noexcept nogil:
    """Brings the best of the remaining moves to its place."""
    cdef int i, best = place, score
    cdef Move move
    for i in range(place + 1, count):
        if scores[i] > scores[best]:
            best = i
    move, score = moves[best], scores[best]
    moves[best], scores[best] = moves[place], scores[place]
    moves[place], scores[place] = move, score
    return move


cdef inline void _shift(short* history, int bonus) noexcept nogil:
    """Moves a history towards a limit that it never passes."""
    cdef int size = bonus if bonus > 0 else -bonus
    history[0] += <short>(bonus - history[0] * size // HISTORY_LIMIT)


cdef void _remember(Worker* worker, int ply, Move move, int bonus) noexcept nogil:
    cdef Frame* frame = &worker.frames[ply]
    cdef int piece = _piece(frame, move)
    cdef short* continued
    if is_noisy(worker, ply, move):
        _shift(&worker.captured[piece][target_of(move)][_victim(worker, &frame.at, move)], bonus)
        return
    _shift(&worker.butterfly[frame.at.turn][origin_of(move)][target_of(move)], bonus)
    continued = _continued(worker, ply, piece, target_of(move))
    if continued != NULL:
        _shift(continued, bonus)


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
