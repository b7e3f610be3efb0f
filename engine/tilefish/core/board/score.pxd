"""Two numbers in one: what something is worth in the middlegame and in the endgame, added at once."""

ctypedef long long Score

cdef enum:
    PHASES = 256              # the phase of a position with all pieces; 0: none


cdef inline Score score_of(int middlegame, int endgame) noexcept nogil:
    return <Score>endgame * <Score>4294967296 + middlegame


cdef inline int middlegame_of(Score score) noexcept nogil:
    return <int>(score & <Score>4294967295)


cdef inline int endgame_of(Score score) noexcept nogil:
    return <int>((score + <Score>2147483648) >> 32)
