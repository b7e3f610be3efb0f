"""What a position of a combat game is worth."""

from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatRules

cdef int evaluate_combat(const CombatRules* rules, const CombatPosition* position) noexcept nogil
