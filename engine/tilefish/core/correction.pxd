"""What searching found out about the evaluation: by how much it was wrong lately where pawns, or the pieces of a
side, stood as they do now."""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport u64

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


cdef inline short* _of_pawns(Corrections* known, const Rules* rules, const Position* at) noexcept nogil:
    cdef u64 pawns = at.by_kind[rules.pawn] if rules.pawn < rules.kinds else 0
    cdef u64 white = pawns & at.by_side[0], black = pawns & at.by_side[1]
    cdef u64 mixed = (white * <u64>0x9E3779B97F4A7C15) ^ (black * <u64>0xC2B2AE3D27D4EB4F)
    return &known.pawns[at.turn][mixed >> CORRECTION_SHIFT]


cdef inline short* _of_pieces(Corrections* known, const Rules* rules, const Position* at, int side) noexcept nogil:
    cdef u64 mixed = 0, own = at.by_side[side]
    cdef int kind
    for kind in range(rules.kinds):
        if kind != rules.pawn:
            # another odd factor for each kind
            mixed += (at.by_kind[kind] & own) * (<u64>0x9E3779B97F4A7C15 + <u64>0x6A09E667F3BCC908 * <u64>kind)
    return &known.pieces[at.turn][side][mixed >> CORRECTION_SHIFT]


cdef inline int correction(Corrections* known, const Rules* rules, const Position* at) noexcept nogil:
    """What to add to the evaluation of a position, for the side to move."""
    cdef int by_pieces = _of_pieces(known, rules, at, 0)[0] + _of_pieces(known, rules, at, 1)[0]
    return _of_pawns(known, rules, at)[0] // PAWNS_SHARE + by_pieces // PIECES_SHARE


cdef inline void _teach(short* entry, int lesson) noexcept nogil:
    entry[0] += lesson - entry[0] * (lesson if lesson > 0 else -lesson) // CORRECTION_LIMIT


cdef inline void correct(Corrections* known, const Rules* rules, const Position* at, int error,
                         int depth) noexcept nogil:
    """The evaluation was too low by `error`, as a search of so many plies found."""
    cdef int lesson = max(-LARGEST_LESSON, min(LARGEST_LESSON, error * depth // 8))
    _teach(_of_pawns(known, rules, at), lesson)
    _teach(_of_pieces(known, rules, at, 0), lesson)
    _teach(_of_pieces(known, rules, at, 1), lesson)
