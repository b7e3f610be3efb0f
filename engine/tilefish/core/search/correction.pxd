"""Correction history: by how much the evaluation was wrong lately with the same pawns, the same pieces of a side,
or after the same two moves."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport PAWNS_PART
from tilefish.core.search.parameters cimport CORRECTION_MOVES, CORRECTION_PAWNS, CORRECTION_PIECES
from tilefish.core.types cimport Depth, Side, Value, u32

cdef enum:
    CORRECTION_BITS = 14
    CORRECTION_ENTRIES = 1 << CORRECTION_BITS
    CORRECTION_SHIFT = 64 - CORRECTION_BITS
    CORRECTION_LIMIT = 1024   # of an entry
    MAX_STEP = 256
    SHARES = 1024

cdef struct Corrections:
    # By the side to move; pieces by their side, too.
    short pawns[2][CORRECTION_ENTRIES]
    short pieces[2][2][CORRECTION_ENTRIES]
    short moves[2][CORRECTION_ENTRIES]


cdef inline short* _of_pawns(Corrections* corrections, const Position* at) noexcept nogil:
    return &corrections.pawns[at.turn][at.part_key[PAWNS_PART] >> CORRECTION_SHIFT]


cdef inline short* _of_pieces(Corrections* corrections, const Position* at, Side side) noexcept nogil:
    return &corrections.pieces[at.turn][side][at.part_key[side] >> CORRECTION_SHIFT]


cdef inline short* _of_moves(Corrections* corrections, const Position* at, u32 last_moves) noexcept nogil:
    return &corrections.moves[at.turn][last_moves >> (32 - CORRECTION_BITS)]


cdef inline Value correction(Corrections* corrections, const Position* at, u32 last_moves,
                             const int* parameters) noexcept nogil:
    """The correction of a position's evaluation, for the side to move. `last_moves` is a hash of the last two moves."""
    cdef int by_pieces = _of_pieces(corrections, at, 0)[0] + _of_pieces(corrections, at, 1)[0]
    return (_of_pawns(corrections, at)[0] * parameters[<int>CORRECTION_PAWNS]
            + by_pieces * parameters[<int>CORRECTION_PIECES]
            + _of_moves(corrections, at, last_moves)[0] * parameters[<int>CORRECTION_MOVES]) // SHARES


cdef inline void _update(short* entry, int step) noexcept nogil:
    entry[0] += step - entry[0] * (step if step > 0 else -step) // CORRECTION_LIMIT


cdef inline void correct(Corrections* corrections, const Position* at, u32 last_moves, int error,
                         Depth depth) noexcept nogil:
    """Updates the correction history: a search of `depth` plies found the evaluation too low by `error`."""
    cdef int step = max(-MAX_STEP, min(MAX_STEP, error * depth // 8))
    _update(_of_pawns(corrections, at), step)
    _update(_of_pieces(corrections, at, 0), step)
    _update(_of_pieces(corrections, at, 1), step)
    _update(_of_moves(corrections, at, last_moves), step)
