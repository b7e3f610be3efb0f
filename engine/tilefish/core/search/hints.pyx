from tilefish.core.board.moves cimport Move
from tilefish.core.types cimport Key
from tilefish.core.search.worker cimport MoveHint, Worker

cdef enum:
    HINT_WEIGHT = 128         # a full bonus weighs about as much as a full history


cdef int _first_hint(const Worker* worker, Key key) noexcept nogil:
    """The index of the first hint with that key or a higher one."""
    cdef const MoveHint* hints = worker.control.hints
    cdef int low = 0, high = worker.control.hint_count, middle
    while low < high:
        middle = (low + high) // 2
        if hints[middle].key < key:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int _bonus(const Worker* worker, int first, Key key, Move move) noexcept nogil:
    cdef const MoveHint* hints = worker.control.hints
    cdef int i
    for i in range(first, worker.control.hint_count):
        if hints[i].key != key:
            return 0
        if hints[i].move == move:
            return HINT_WEIGHT * hints[i].bonus
    return 0


cdef int hint_score(const Worker* worker, Key key, Move move) noexcept nogil:
    """The bonus of a move in a position, on the scale of histories. Only if `has_hints`."""
    return _bonus(worker, _first_hint(worker, key), key, move)


cdef void apply_hints(const Worker* worker, Key key, const Move* moves, int* scores, int count) noexcept nogil:
    """Adds the bonuses of a position's moves to their scores. Only if `has_hints`."""
    cdef int first = _first_hint(worker, key), i
    if first == worker.control.hint_count or worker.control.hints[first].key != key:
        return
    for i in range(count):
        scores[i] += _bonus(worker, first, key, moves[i])
