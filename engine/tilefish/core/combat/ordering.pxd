"""Move ordering of combat games: the actions of a node, the most promising first, and their histories."""

from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.worker cimport CombatWorker
from tilefish.core.types cimport Depth

cdef enum:
    SCORE_KILL = 1 << 26          # above: attacks that may kill
    SCORE_KILLER = 1 << 24
    SCORE_ATTACK = 1 << 22        # above: attacks; below: all that is quiet

cdef struct Offer:
    CombatWorker* worker
    Action* actions
    int* scores
    int count
    int place                 # the next action
    int score                 # of the last action given

cdef bint offer_actions(Offer* offer, CombatWorker* worker, int ply, Action tt_move) noexcept nogil
cdef bint offer_kills(Offer* offer, CombatWorker* worker, int ply) noexcept nogil
cdef bint offer_roots(Offer* offer, CombatWorker* worker) noexcept nogil
cdef Action next_action(Offer* offer) noexcept nogil
cdef void end_offer(Offer* offer) noexcept nogil
cdef void update_action_histories(CombatWorker* worker, int ply, Action best, const Action* tried, int tried_count,
                                  Depth depth) noexcept nogil
