"""The Python face of a combat game's positions."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.board.position_history cimport PositionHistory

cdef class CombatBoard(PositionHistory):
    cdef const CombatRules* combat

    cdef _set_up_state(self, state)

    cdef inline const CombatPosition* now(self) noexcept:
        return <const CombatPosition*>self.here()
