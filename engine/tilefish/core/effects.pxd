"""What the world does after every move: conveyor belts, and destruction."""

from tilefish.core.position cimport Position
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport u64

cdef u64 carry(const Rules* rules, Position* at) noexcept nogil
