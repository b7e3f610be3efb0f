from libc.string cimport memcpy

from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport Depth, Value, u64
from tilefish.core.search.worker cimport INFINITE, LONG_SEARCH, MAX_PLY, RootMove, Worker, time_used


cdef void report_current_move(const Worker* worker, Depth depth, int seen, Move move) noexcept nogil:
    """Reports the move that is being searched and its number, in a long search."""
    if worker.first and worker.control.on_current_move != NULL and (
            time_used(worker.control) >= LONG_SEARCH * <u64>1000000):
        worker.control.on_current_move(worker.control.owner, depth, move, worker.root_from + seen)


cdef void record_root_move(Worker* worker, Move move, Value score, Value alpha, Value beta,
                           bint is_first) noexcept nogil:
    """Records the score and line of a root move. Only the first one and better ones have a score."""
    cdef RootMove* root = &worker.roots[worker.root_from]
    while root.move != move:
        root += 1
    if not is_first and score <= alpha:
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


cdef void forget_scores(Worker* worker) noexcept nogil:
    """Resets the scores of the root moves from the current line on."""
    cdef int i
    for i in range(worker.root_from, worker.root_count):
        worker.roots[i].score = -INFINITE
        worker.roots[i].is_exact = False


cdef void sort_roots(Worker* worker, int first, int end) noexcept nogil:
    """Stable sort, highest score first."""
    cdef RootMove root
    cdef int i, j
    for i in range(first + 1, end):
        if worker.roots[i].score <= worker.roots[i - 1].score:
            continue
        root = worker.roots[i]
        j = i
        while j > first and worker.roots[j - 1].score < root.score:
            worker.roots[j] = worker.roots[j - 1]
            j -= 1
        worker.roots[j] = root
