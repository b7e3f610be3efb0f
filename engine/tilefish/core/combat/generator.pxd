"""All actions of the side to move, and threats."""

from tilefish.core.board.attacks cimport is_attacked
from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.board.position cimport occupied
from tilefish.core.types cimport Bitboard, Side, Square

cdef int list_actions(const CombatRules* rules, const CombatPosition* at, Action* buffer) noexcept nogil
cdef int list_attacks(const CombatRules* rules, const CombatPosition* at, Bitboard victims,
                      Action* buffer) noexcept nogil


cdef inline bint is_threatened(const CombatRules* rules, const CombatPosition* at, Square square,
                               Side by) noexcept nogil:
    """Whether a piece of that side could attack one that stood on the square, as things stand."""
    return is_attacked(rules.base, &at.base, square, occupied(&at.base), by)
