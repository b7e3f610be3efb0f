"""Learned move bonuses near the root: they change move ordering and the reductions of late moves, never a score."""

from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport Key
from tilefish.core.search.worker cimport Worker

cdef enum:
    HINT_PLIES = 3            # hints are for the root and the two plies below it

cdef inline bint has_hints(const Worker* worker, int ply) noexcept nogil:
    return worker.control.hint_count != 0 and ply < HINT_PLIES

cdef int hint_score(const Worker* worker, Key key, Move move) noexcept nogil
cdef void apply_hints(const Worker* worker, Key key, const Move* moves, int* scores, int count) noexcept nogil
