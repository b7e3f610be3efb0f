"""Stone sequences of fighters: they land, glide and leap without attacks."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.types cimport Bitboard, Square

cdef Bitboard leap_ends(const CombatRules* rules, const CombatPosition* at, Square origin, Square stone) noexcept nogil
cdef Bitboard glides_between(const CombatRules* rules, const CombatPosition* at, Square origin, Square stone,
                             Square target) noexcept nogil
