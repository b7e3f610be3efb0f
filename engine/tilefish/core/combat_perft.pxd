"""Counting the leaves of the tree of actions."""

from tilefish.core.combat_actions cimport Action
from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatRules
from tilefish.core.squares cimport u64

cdef u64 count_combat_leaves(const CombatRules* rules, const CombatPosition* at, int depth, Action* room,
                             int* cancelled) noexcept nogil
cdef u64 count_leaves_of(const CombatRules* rules, const CombatPosition* at, Action action, int depth,
                         Action* room, int* cancelled) noexcept nogil
