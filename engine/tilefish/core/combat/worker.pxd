"""What a thread works with that searches a combat game: a worker's things, and fighters."""

from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.search.worker cimport MAX_PLY, Worker

cdef struct CombatWorker:
    Worker base               # the first member: a pointer to it points to all; positions in its frames are unused
    const CombatRules* rules
    const Action* room_end    # of the base's room
    CombatPosition at[MAX_PLY + 4]
