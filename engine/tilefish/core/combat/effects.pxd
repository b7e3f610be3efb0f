"""What belts do to fighters."""

from tilefish.core.board.events cimport EventLog
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules

cdef void carry_fighters(const CombatRules* rules, CombatPosition* at, EventLog* log) noexcept nogil
