"""Shared by the nodes of all searches: node count, principal variation, scores in the table."""

from libc.string cimport memcpy

from tilefish.core.clock cimport write_word
from tilefish.core.board.moves cimport Move
from tilefish.core.search.stop_conditions cimport must_stop
from tilefish.core.search.transposition_table cimport BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, TTData
from tilefish.core.search.worker cimport MATED_SOON, MAX_PLY, Frame, Worker, is_stopped
from tilefish.core.types cimport Value

cdef inline Value to_table(Value score, int ply) noexcept nogil:
    """Mate scores are stored as counted from the node, not from the root."""
    if score >= MATED_SOON:
        return score + ply
    return score - ply if score <= -MATED_SOON else score


cdef inline Value from_table(Value score, int ply) noexcept nogil:
    if score >= MATED_SOON:
        return score - ply
    return score + ply if score <= -MATED_SOON else score


cdef inline bint is_decisive(const TTData* tt, Value alpha, Value beta) noexcept nogil:
    """Whether the bound of a table entry gives a cut-off."""
    if tt.bound == BOUND_LOWER:
        return tt.score >= beta
    if tt.bound == BOUND_UPPER:
        return tt.score <= alpha
    return tt.bound == BOUND_EXACT


cdef inline bint enter(Worker* worker, int ply) noexcept nogil:
    """Begins a node: True if the search must stop, else counts it."""
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
    """Principal variation: a move and the line of the next ply."""
    cdef Frame* here = &worker.frames[ply]
    cdef const Frame* after = &worker.frames[ply + 1]
    cdef int length = after.line_length if after.line_length < MAX_PLY - 1 else MAX_PLY - 1
    here.line[0] = move
    memcpy(&here.line[1], after.line, length * sizeof(Move))
    here.line_length = length + 1
