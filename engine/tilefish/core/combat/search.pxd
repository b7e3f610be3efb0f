"""The search of combat games: expectiminimax, deepened iteratively, over a quiescence of kills."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.combat.worker cimport CombatWorker

cdef enum:
    KILLS_DEEP = 2            # plies of quiescence

cdef enum Hope:
    # What is expected of a node or an action, by whoever is to move there.
    LINE                      # the score is wanted, and the line that leads to it
    OPEN                      # the score is wanted
    HIGH                      # a fail high
    LOW                       # a fail low
    PROBE                     # what the first action comes to is enough to know

cdef int search_combat(CombatWorker* worker, int ply, int depth, int alpha, int beta, Hope hope) noexcept nogil
cdef int bounded_value(const CombatRules* rules, const CombatPosition* at) noexcept nogil
