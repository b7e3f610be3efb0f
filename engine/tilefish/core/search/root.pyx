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
