"""The root of a search: what is found out about each of its moves, and the telling of it."""

from tilefish.core.board.moves cimport Move
from tilefish.core.search.worker cimport Worker

cdef void report_current_move(const Worker* worker, int depth, int seen, Move move) noexcept nogil
cdef void record_root_move(Worker* worker, Move move, int score, int alpha, int beta, bint is_first) noexcept nogil
