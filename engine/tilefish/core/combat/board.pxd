"""The Python face of a combat game's positions."""

from tilefish.core.board.any_board cimport AnyBoard
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules

cdef class CombatBoard(AnyBoard):
    cdef const CombatRules* combat

    cdef _set_up_state(self, state)

    cdef inline const CombatPosition* now(self) noexcept:
        return <const CombatPosition*>self.here()
