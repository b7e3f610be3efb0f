"""Which move to look at first: what the table says, good captures, killers, and what did well elsewhere."""

from tilefish.core.moves cimport Move
from tilefish.core.worker cimport Worker

cdef enum:
    SCORE_TABLE = 1 << 28
    SCORE_CAPTURE = 1 << 24
    SCORE_KILLER = 1 << 22
    SCORE_BAD_CAPTURE = -(1 << 24)

cdef void score_moves(Worker* worker, int ply, Move* moves, int* scores, int count, Move known) noexcept nogil
cdef Move pick(Move* moves, int* scores, int count, int place) noexcept nogil
cdef int quiet_history(const Worker* worker, int ply, Move move) noexcept nogil
cdef void reward(Worker* worker, int ply, Move best, const Move* tried, int tried_count, int depth) noexcept nogil
cdef bint is_noisy(const Worker* worker, int ply, Move move) noexcept nogil
