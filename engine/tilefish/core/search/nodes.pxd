"""What the nodes of every search do alike: counting, lines, and scores in the table."""

from libc.string cimport memcpy

from tilefish.core.clock cimport write_word
from tilefish.core.board.moves cimport Move
from tilefish.core.search.search cimport must_stop
from tilefish.core.search.transposition_table cimport BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, Known
from tilefish.core.search.worker cimport MATED_SOON, MAX_PLY, Frame, Worker, is_stopped

cdef inline int to_table(int score, int ply) noexcept nogil:
    """Mates are counted from the position that is stored, not from the root."""
    if score >= MATED_SOON:
        return score + ply
    return score - ply if score <= -MATED_SOON else score


cdef inline int from_table(int score, int ply) noexcept nogil:
    if score >= MATED_SOON:
        return score - ply
    return score + ply if score <= -MATED_SOON else score


cdef inline bint is_decisive(const Known* known, int alpha, int beta) noexcept nogil:
    """Whether the table's bound settles a node within its window."""
    if known.bound == BOUND_LOWER:
        return known.score >= beta
    if known.bound == BOUND_UPPER:
        return known.score <= alpha
    return known.bound == BOUND_EXACT


cdef inline bint enter(Worker* worker, int ply) noexcept nogil:
    """Begins a node: returns whether the search is over, or else counts it."""
    worker.frames[ply].line_length = 0
    if (worker.nodes & worker.poll_mask == 0 or worker.control.nodes) and must_stop(worker):
        return True
    if is_stopped(worker):
        return True
    write_word(&worker.nodes, worker.nodes + 1)
    if ply > worker.deepest:
        worker.deepest = ply
    return False


cdef inline void extend_line(Worker* worker, int ply, Move move) noexcept nogil:
    """The best line from here is a move and the best line from the next ply."""
    cdef Frame* here = &worker.frames[ply]
    cdef const Frame* after = &worker.frames[ply + 1]
    cdef int length = after.line_length if after.line_length < MAX_PLY - 1 else MAX_PLY - 1
    here.line[0] = move
    memcpy(&here.line[1], after.line, length * sizeof(Move))
    here.line_length = length + 1
