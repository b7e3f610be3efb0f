"""Stone sequences of fighters: they land, glide and leap without attacking anybody."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.types cimport u64

cdef u64 leap_ends(const CombatRules* rules, const CombatPosition* at, int origin, int stone) noexcept nogil
cdef u64 glides_between(const CombatRules* rules, const CombatPosition* at, int origin, int stone,
                        int target) noexcept nogil
