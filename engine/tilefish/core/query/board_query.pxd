"""What can be seen on a board, whatever is played on it: pieces, and whom they reach."""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport u64

cdef class Sight:
    cdef RuleTables tables
    cdef const Position* seen    # part of whoever inherits, which sets it

    cdef object square(self, int square)
    cdef object squares(self, u64 squares)
