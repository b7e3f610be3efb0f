"""Counting the leaves of the tree of legal moves."""

from tilefish.core.moves cimport Move
from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport u64

cdef u64 count_leaves(const Rules* rules, const Position* at, int depth, Move* room,
                      int* cancelled) noexcept nogil
