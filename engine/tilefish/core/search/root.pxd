"""The root of a search: its moves with their scores and lines, and the report of the move that is searched."""

from tilefish.core.board.moves cimport Move
from tilefish.core.search.worker cimport Worker
from tilefish.core.types cimport Depth, Value

cdef void report_current_move(const Worker* worker, Depth depth, int seen, Move move) noexcept nogil
cdef void record_root_move(Worker* worker, Move move, Value score, Value alpha, Value beta,
                           bint is_first) noexcept nogil
cdef void forget_scores(Worker* worker) noexcept nogil
cdef void sort_roots(Worker* worker, int first, int end) noexcept nogil
