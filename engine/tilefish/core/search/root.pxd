"""The root of a search: what is found out about each of its moves, and the telling of it."""

from tilefish.core.board.moves cimport Move
from tilefish.core.search.worker cimport Worker
from tilefish.core.types cimport Depth, Value

cdef void report_current_move(const Worker* worker, Depth depth, int seen, Move move) noexcept nogil
cdef void record_root_move(Worker* worker, Move move, Value score, Value alpha, Value beta,
                           bint is_first) noexcept nogil
