"""The Python face of an ordinary game's positions."""

from tilefish.core.board.any_board cimport AnyBoard
from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.types cimport Square

cdef class Board(AnyBoard):
    cdef inline const Position* now(self) noexcept:
        return self.here()

    cdef Square _castling_goal(self, Move move) noexcept
