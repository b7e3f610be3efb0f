"""What searching found out about the evaluation: by how much it was wrong lately where pawns, or the pieces of a
side, stood as they do now."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport PAWNS_PART

cdef enum:
    CORRECTION_ENTRIES = 1 << 14
    CORRECTION_SHIFT = 64 - 14
    CORRECTION_LIMIT = 1024   # of an entry
    PAWNS_SHARE = 8           # an entry counts this part of a centipawn
    PIECES_SHARE = 12
    LARGEST_LESSON = 256

cdef struct Corrections:
    # By the side to move; pieces by their side, too.
    short pawns[2][CORRECTION_ENTRIES]
    short pieces[2][2][CORRECTION_ENTRIES]


cdef inline short* _of_pawns(Corrections* known, const Position* at) noexcept nogil:
    return &known.pawns[at.turn][at.part_key[PAWNS_PART] >> CORRECTION_SHIFT]


cdef inline short* _of_pieces(Corrections* known, const Position* at, int side) noexcept nogil:
    return &known.pieces[at.turn][side][at.part_key[side] >> CORRECTION_SHIFT]


cdef inline int correction(Corrections* known, const Position* at) noexcept nogil:
    """What to add to the evaluation of a position, for the side to move."""
    cdef int by_pieces = _of_pieces(known, at, 0)[0] + _of_pieces(known, at, 1)[0]
    return _of_pawns(known, at)[0] // PAWNS_SHARE + by_pieces // PIECES_SHARE


cdef inline void _teach(short* entry, int lesson) noexcept nogil:
    entry[0] += lesson - entry[0] * (lesson if lesson > 0 else -lesson) // CORRECTION_LIMIT


cdef inline void correct(Corrections* known, const Position* at, int error, int depth) noexcept nogil:
    """The evaluation was too low by `error`, as a search of so many plies found."""
    cdef int lesson = max(-LARGEST_LESSON, min(LARGEST_LESSON, error * depth // 8))
    _teach(_of_pawns(known, at), lesson)
    _teach(_of_pieces(known, at, 0), lesson)
    _teach(_of_pieces(known, at, 1), lesson)
