from tilefish.core.types cimport (
    FILE_A, FILE_H, MAX_SIDE, NO_SQUARE, RANK_1, RANK_8, STRIDE, Bitboard, Square, bit, displaced, file_of, rank_of,
)

cdef enum:
    FILLINGS = 64             # ways to occupy the six inner squares of a line

cdef Bitboard FILL_BY_FILE[MAX_SIDE][FILLINGS]
cdef Bitboard FILL_BY_RANK[MAX_SIDE][FILLINGS]


cdef int _line_reach(int place, int occupied) noexcept:
    """Of a line of eight, the places that a slide from `place` reaches; `occupied` lacks both ends."""
    cdef int reached = 0, i
    for i in range(place + 1, MAX_SIDE):
        reached |= 1 << i
        if occupied >> i & 1:
            break
    for i in range(place - 1, -1, -1):
        reached |= 1 << i
        if occupied >> i & 1:
            break
    return reached


cdef void _fill_lines() noexcept:
    cdef int place, index, i, by_file, by_rank
    for place in range(MAX_SIDE):
        for index in range(FILLINGS):
            by_file = _line_reach(place, index << 1)
            by_rank = 0
            for i in range(6):          # along a file, the gathered bits run from the top
                by_rank |= (index >> i & 1) << (6 - i)
            by_rank = _line_reach(place, by_rank)
            FILL_BY_FILE[place][index] = 0
            FILL_BY_RANK[place][index] = 0
            for i in range(MAX_SIDE):
                if by_file >> i & 1:
                    FILL_BY_FILE[place][index] |= FILE_A << i
                if by_rank >> i & 1:
                    FILL_BY_RANK[place][index] |= RANK_1 << STRIDE * i


_fill_lines()


cdef void compile_line(LineAt* at, Square square, int dx, int dy, Bitboard safe) noexcept:
    cdef int file = file_of(square)
    cdef Square to
    cdef int way, j
    at.line = 0
    for way in (1, -1):
        to = displaced(square, way * dx, way * dy)
        while to != NO_SQUARE and safe & bit(to):
            at.line |= bit(to)
            to = displaced(to, way * dx, way * dy)
    if dx != 0:
        at.inner = at.line & ~(FILE_A | FILE_H)
        at.magic = FILE_A
        at.fill = FILL_BY_FILE[file]
    else:
        at.inner = at.line & ~(RANK_1 | RANK_8)
        at.magic = 0
        for j in range(MAX_SIDE):
            if (STRIDE + 1) * j >= file:
                at.magic |= bit((STRIDE + 1) * j - file)
        at.fill = FILL_BY_RANK[rank_of(square)]
