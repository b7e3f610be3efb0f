"""What finished games say about moves near the root: it shifts the order in which they are looked at, and how soon
late ones are looked at less deeply; never what they are worth."""

from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport u64
from tilefish.core.search.worker cimport Worker

cdef enum:
    LORE_PLIES = 3            # in positions so many plies from the root, the root's included

cdef inline bint has_lore(const Worker* worker, int ply) noexcept nogil:
    return worker.control.hint_count != 0 and ply < LORE_PLIES

cdef int lore_score(const Worker* worker, u64 key, Move move) noexcept nogil
cdef void heed_lore(const Worker* worker, u64 key, const Move* moves, int* scores, int count) noexcept nogil
