"""One position: captures and what they win, passes."""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.query.board_query cimport BoardQuery

cdef class PositionQuery(BoardQuery):
    cdef Position at
    cdef Move* moves             # the legal ones, generated on demand
    cdef int count               # of them; -1 until then

    cdef int _find_moves(self) except -1
