"""The board of one position: pieces, attackers and targets."""

from tilefish.core.board.events cimport EventLog
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport Bitboard, Square

cdef class BoardQuery:
    cdef RuleTables tables
    cdef const Position* seen    # points into the derived class, which sets it
    cdef EventLog log            # of the move or the pass that led here

    cdef object square(self, Square square)
    cdef object squares(self, Bitboard squares)
