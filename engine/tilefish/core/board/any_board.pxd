"""`AnyBoard`: what the boards of all games have in common."""

from tilefish.core.board.events cimport EventLog
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport RuleTables, Rules
from tilefish.core.types cimport Bitboard, Depth, Square, u32, u64

cdef class AnyBoard:
    cdef readonly RuleTables tables
    cdef const Rules* rules
    cdef readonly int faces      # of the die; 0: there is none
    cdef char* positions         # the current one is the last
    cdef size_t size             # of one position; each begins with a `Position`
    cdef int length
    cdef int capacity
    cdef int most_moves
    cdef u32* scratch            # a buffer for all moves of a position
    cdef int cancelled           # set by `cancel`, from any thread

    cdef int _allocate(self, RuleTables tables, size_t size, int most_moves) except -1
    cdef void* _append(self) except NULL
    cdef u32 _legal(self, u32 move) except? 0
    cdef int _repetitions_since(self, int oldest) noexcept
    cdef u64 _perft(self, Depth depth, u32 first) except? 0
    cdef dict _pieces(self)
    cdef object _square(self, Square square)
    cdef list _squares(self, Bitboard squares)

    # what each kind of game does in its own way
    cdef int _find_moves(self) noexcept
    cdef bint _rolls(self, u32 move) noexcept
    cdef int _play(self, u32 move, int face, EventLog* log) except -1
    cdef int _pass(self, EventLog* log) except -1
    cdef u64 _count_leaves(self, const void* start, Depth depth, u32 first, u32* buffer) noexcept nogil

    cdef inline const Position* at(self, int ply) noexcept nogil:
        """The ordinary part of a position of the history, counted from the first."""
        return <const Position*>(self.positions + ply * self.size)

    cdef inline const Position* here(self) noexcept nogil:
        """What is ordinary about the current position."""
        return self.at(self.length - 1)


cdef class Snapshot:
    cdef type board_type
    cdef RuleTables tables
    cdef bytes position
