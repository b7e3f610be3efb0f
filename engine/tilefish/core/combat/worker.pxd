"""A search thread's data in a combat game: a `Worker` and the positions of fighters."""

from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.search.worker cimport MAX_PLY, Worker

cdef struct CombatWorker:
    Worker base               # the first member: a pointer to it points to all; the positions in its frames are unused
    const CombatRules* rules
    const Action* buffer_end  # end of the base's move buffer
    CombatPosition at[MAX_PLY + 4]
