"""The search of combat games: expectiminimax, deepened iteratively, over a quiescence of kills."""

from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.combat.worker cimport CombatWorker
from tilefish.core.types cimport Depth, Value

cdef enum:
    KILLS_DEEP = 2            # plies of quiescence

cdef enum NodeType:
    # The node types of Knuth and Moore, for the side to move there.
    PV                        # on the principal variation: an exact score and the line are wanted
    FULL                      # an exact score is wanted
    CUT                       # a fail high is expected
    ALL                       # a fail low is expected
    PROBE                     # only the first action is searched (Star2)

cdef Value search_combat(CombatWorker* worker, int ply, Depth depth, Value alpha, Value beta,
                         NodeType node_type) noexcept nogil
cdef Value bounded_value(const CombatRules* rules, const CombatPosition* at) noexcept nogil
