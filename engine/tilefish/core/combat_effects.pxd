"""What belts do to fighters."""

from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatRules

cdef void carry_fighters(const CombatRules* rules, CombatPosition* at) noexcept nogil
