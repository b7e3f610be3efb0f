"""The core's Python face: a game's positions under one variant's tables."""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.position_history cimport PositionHistory
from tilefish.core.board.position cimport Position
from tilefish.core.types cimport Square

cdef class Board(PositionHistory):
    cdef inline const Position* now(self) noexcept:
        return self.here()

    cdef int play(self, Move move) except -1
    cdef Square _castling_goal(self, Move move) noexcept
