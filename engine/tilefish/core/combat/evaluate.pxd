"""The static evaluation of a combat game: centipawns for the side to move, term by term."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.evaluation.terms cimport Trace
from tilefish.core.types cimport Value

cdef Value evaluate_combat(const CombatRules* rules, const CombatPosition* position) noexcept nogil
cdef Value explain_combat(const CombatRules* rules, const CombatPosition* position, Trace* trace) noexcept nogil
