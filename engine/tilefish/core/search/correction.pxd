"""Correction history: by how much the evaluation was wrong lately with the same pawns, or the same pieces of a side."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport PAWNS_PART
from tilefish.core.types cimport Depth, Side, Value

cdef enum:
    CORRECTION_ENTRIES = 1 << 14
    CORRECTION_SHIFT = 64 - 14
    CORRECTION_LIMIT = 1024   # of an entry
    PAWNS_SHARE = 8           # an entry counts 1/8 centipawn
    PIECES_SHARE = 12
    MAX_STEP = 256

cdef struct Corrections:
    # By the side to move; pieces by their side, too.
    short pawns[2][CORRECTION_ENTRIES]
    short pieces[2][2][CORRECTION_ENTRIES]


cdef inline short* _of_pawns(Corrections* corrections, const Position* at) noexcept nogil:
    return &corrections.pawns[at.turn][at.part_key[PAWNS_PART] >> CORRECTION_SHIFT]


cdef inline short* _of_pieces(Corrections* corrections, const Position* at, Side side) noexcept nogil:
    return &corrections.pieces[at.turn][side][at.part_key[side] >> CORRECTION_SHIFT]


cdef inline Value correction(Corrections* corrections, const Position* at) noexcept nogil:
    """The correction of a position's evaluation, for the side to move."""
    cdef int by_pieces = _of_pieces(corrections, at, 0)[0] + _of_pieces(corrections, at, 1)[0]
    return _of_pawns(corrections, at)[0] // PAWNS_SHARE + by_pieces // PIECES_SHARE


cdef inline void _update(short* entry, int step) noexcept nogil:
    entry[0] += step - entry[0] * (step if step > 0 else -step) // CORRECTION_LIMIT


cdef inline void correct(Corrections* corrections, const Position* at, int error, Depth depth) noexcept nogil:
    """Updates the correction history: a search of `depth` plies found the evaluation too low by `error`."""
    cdef int step = max(-MAX_STEP, min(MAX_STEP, error * depth // 8))
    _update(_of_pawns(corrections, at), step)
    _update(_of_pieces(corrections, at, 0), step)
    _update(_of_pieces(corrections, at, 1), step)
