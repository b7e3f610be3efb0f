"""The core's Python face: a game's positions under one variant's tables."""

from tilefish.core.moves cimport Move
from tilefish.core.position cimport Position
from tilefish.core.rules cimport RuleTables

cdef class Board:
    cdef readonly RuleTables tables
    cdef Position* history       # the current position is the last one
    cdef int length
    cdef int capacity
    cdef Move* scratch
    cdef int cancelled           # set by `cancel`, from any thread

    cdef const Position* now(self) noexcept
    cdef int _grow(self) except -1
    cdef Move _known(self, Move move) except? 0
