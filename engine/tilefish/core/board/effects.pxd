"""What the world does after every move: conveyor belts, and destruction."""

from tilefish.core.board.events cimport EventLog
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Bitboard

cdef Bitboard carry(const Rules* rules, Position* at) noexcept nogil
cdef Bitboard carry_logged(const Rules* rules, Position* at, EventLog* log) noexcept nogil
