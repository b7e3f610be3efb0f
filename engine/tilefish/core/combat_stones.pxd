"""Stone sequences of fighters: they land, glide and leap without attacking anybody."""

from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatRules
from tilefish.core.squares cimport u64

cdef u64 leap_ends(const CombatRules* rules, const CombatPosition* at, int origin, int stone) noexcept nogil
cdef u64 glides_between(const CombatRules* rules, const CombatPosition* at, int origin, int stone,
                        int target) noexcept nogil
