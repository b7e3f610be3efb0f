"""What hit points, hits and abilities are worth: computed once a variant, for the evaluation."""

from tilefish.core.combat.rule_tables cimport CombatRules

cdef int appraise_combat(CombatRules* rules, variant) except -1
