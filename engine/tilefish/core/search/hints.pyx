from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport u64
from tilefish.core.search.worker cimport Hint, Worker

cdef enum:
    LORE_WEIGHT = 128         # a full bonus weighs as much as a history that is nearly full


cdef int _first_hint(const Worker* worker, u64 key) noexcept nogil:
    """The place of the first hint for a position, among hints that are sorted by key."""
    cdef const Hint* hints = worker.control.hints
    cdef int low = 0, high = worker.control.hint_count, middle
    while low < high:
        middle = (low + high) // 2
        if hints[middle].key < key:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int _bonus(const Worker* worker, int first, u64 key, Move move) noexcept nogil:
    cdef const Hint* hints = worker.control.hints
    cdef int i
    for i in range(first, worker.control.hint_count):
        if hints[i].key != key:
            return 0
        if hints[i].move == move:
            return LORE_WEIGHT * hints[i].bonus
    return 0


cdef int lore_score(const Worker* worker, u64 key, Move move) noexcept nogil:
    """What a move gains or loses in a position, in the unit of histories. Only where `has_lore`."""
    return _bonus(worker, _first_hint(worker, key), key, move)


cdef void heed_lore(const Worker* worker, u64 key, const Move* moves, int* scores, int count) noexcept nogil:
    """Adds to the scores of a position's moves what each gains or loses. Only where `has_lore`."""
    cdef int first = _first_hint(worker, key), i
    if first == worker.control.hint_count or worker.control.hints[first].key != key:
        return
    for i in range(count):
        scores[i] += _bonus(worker, first, key, moves[i])
