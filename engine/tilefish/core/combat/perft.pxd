"""Counting the leaves of the tree of actions."""

from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.types cimport Depth, u64

cdef u64 count_combat_leaves(const CombatRules* rules, const CombatPosition* at, Depth depth, Action* buffer,
                             int* cancelled) noexcept nogil
cdef u64 count_leaves_of(const CombatRules* rules, const CombatPosition* at, Action action, Depth depth,
                         Action* buffer, int* cancelled) noexcept nogil
