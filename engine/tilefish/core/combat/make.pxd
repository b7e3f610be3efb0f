"""Playing an action with a die, and the distinct outcomes of its faces."""

from tilefish.core.board.events cimport EventLog
from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.types cimport u8

cdef struct Roll:
    # Faces that lead to the same position: one of them, and how many there are.
    u8 face
    u8 weight

cdef struct Aim:
    # An attack before the die falls.
    int victim
    int helper            # the piece that takes half of it, or NO_SQUARE
    int decree            # what is added to the roll: by the Royal Decree,
    int exposed           # since the enemy king is exposed,
    int threat            # since the attacker has gone where it is threatened
    int damage            # besides the roll
    int shield            # is taken off the damage

cdef struct Loss:
    # What an attack does, no more than there is to lose.
    int victim
    int helper

cdef struct Prospect:
    # The results of an attack or a healing, summed over all faces of the die.
    int hits              # hit points lost, or won back
    int kills             # faces that the victim does not survive

cdef void act(const CombatRules* rules, const CombatPosition* before, Action action, int face,
              CombatPosition* after) noexcept nogil
cdef void act_logged(const CombatRules* rules, const CombatPosition* before, Action action, int face,
                     CombatPosition* after, EventLog* log) noexcept nogil
cdef int distinct_rolls(const CombatRules* rules, const CombatPosition* at, Action action, Roll* rolls) noexcept nogil
cdef void pass_turn(const CombatRules* rules, const CombatPosition* before, CombatPosition* after,
                    EventLog* log) noexcept nogil
cdef Aim take_aim(const CombatRules* rules, const CombatPosition* before, Action action) noexcept nogil
cdef Loss loss_of(const CombatRules* rules, const CombatPosition* before, const Aim* aim, int face) noexcept nogil
cdef Prospect prospect_of(const CombatRules* rules, const CombatPosition* at, Action action) noexcept nogil
