"""Upcoming repetition: which move alone makes the difference between two positions.

The keys of two positions that differ by one step of one piece, and by the side to move, differ by a number that
names the step. A table has these numbers for all steps that the pieces of a game make on an empty board.
"""

from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Key, u8, u32

cdef struct Cycle:
    Key difference            # 0: an empty entry
    u8 piece
    u8 squares[2]

cdef struct CycleTable:
    Cycle* entries
    u32 mask

cdef int make_cycles(CycleTable* table, const Rules* rules) except -1
cdef void free_cycles(CycleTable* table) noexcept
cdef bint is_step(const CycleTable* table, const Rules* rules, const Position* at, Key difference) noexcept nogil
