"""What a thread works with that searches a combat game: a worker's things, and fighters."""

from tilefish.core.combat_actions cimport Action
from tilefish.core.combat_position cimport CombatPosition
from tilefish.core.combat_rules cimport CombatRules
from tilefish.core.worker cimport MAX_PLY, Worker

cdef struct CombatWorker:
    Worker base               # the first member: a pointer to it points to all; positions in its frames are unused
    const CombatRules* rules
    const Action* room_end    # of the base's room
    CombatPosition at[MAX_PLY + 4]
