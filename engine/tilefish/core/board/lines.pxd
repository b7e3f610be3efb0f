"""Lines of slides: where a slide ends, looked up by what is occupied on its line.

A line through a square is looked up by its occupancy: the six squares of it that are on neither edge of the board,
gathered into six bits. The filled line that is found there covers whole files (or ranks, for lines along a file);
the mask of the line cuts out its own squares. So the tables serve every board and terrain.
"""

from tilefish.core.types cimport Bitboard, Square, u64

cdef struct LineAt:
    # One line through one square. The occupancy of `inner`, gathered by `magic`, picks the filled line.
    Bitboard inner
    Bitboard line
    u64 magic
    const Bitboard* fill

cdef void compile_line(LineAt* at, Square square, int dx, int dy, Bitboard safe) noexcept


cdef inline Bitboard slide_along(const LineAt* at, Bitboard occupied) noexcept nogil:
    """The squares that a slide along a line reaches, the first occupied one each way included."""
    return at.fill[((occupied & at.inner) * at.magic) >> 57] & at.line
