"""Counting the leaves of the tree of legal moves."""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Depth, u64

cdef u64 count_leaves(const Rules* rules, const Position* at, Depth depth, Move* buffer,
                      int* cancelled) noexcept nogil
