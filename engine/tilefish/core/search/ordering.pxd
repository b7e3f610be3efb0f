"""Histories, and move ordering by them."""

from tilefish.core.evaluation.exchange cimport taken_value
from tilefish.core.board.moves cimport Move, promotes
from tilefish.core.types cimport Bitboard, Depth, Value
from tilefish.core.search.worker cimport HISTORY_LIMIT, Worker

cdef void score_noisy(const Worker* worker, int ply, const Move* moves, int* scores, int count) noexcept nogil
cdef void score_quiets(const Worker* worker, int ply, const Move* moves, int* scores, int count,
                       const Bitboard* checks_from) noexcept nogil
cdef bint is_killer(const Worker* worker, int ply, Move move) noexcept nogil
cdef int quiet_history(const Worker* worker, int ply, Move move) noexcept nogil
cdef void update_last_history(Worker* worker, int ply, Depth depth) noexcept nogil
cdef void update_by_evaluation(Worker* worker, int ply, Value value) noexcept nogil
cdef void update_histories(Worker* worker, int ply, Move best, const Move* tried, int tried_count,
                           Depth depth) noexcept nogil


cdef inline void shift(short* history, int bonus) noexcept nogil:
    """History gravity: the closer to the limit, the smaller the step."""
    cdef int size = bonus if bonus > 0 else -bonus
    history[0] += <short>(bonus - history[0] * size // HISTORY_LIMIT)


cdef inline bint is_noisy(const Worker* worker, int ply, Move move) noexcept nogil:
    """Whether a move captures or promotes."""
    return promotes(move) or taken_value(worker.rules, &worker.frames[ply].at, move) != 0
