"""The Python face of a combat game's positions."""

from tilefish.core.combat_actions cimport Action
from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatTables

cdef class CombatBoard:
    cdef readonly CombatTables tables
    cdef CombatPosition* history     # the current position is the last one
    cdef int length
    cdef int capacity
    cdef Action* scratch
    cdef int cancelled               # set by `cancel`, from any thread

    cdef const CombatPosition* now(self) noexcept
    cdef int _grow(self) except -1
    cdef Action _known(self, Action action) except? 0
    cdef _set_up_state(self, state)
