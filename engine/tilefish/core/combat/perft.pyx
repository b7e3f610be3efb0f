from tilefish.core.clock cimport read_flag
from tilefish.core.combat.actions cimport Action, rolls_die
from tilefish.core.combat.generator cimport list_actions
from tilefish.core.combat.make cimport Roll, act, distinct_rolls
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport MAX_FACES, CombatRules
from tilefish.core.types cimport Depth, u64


cdef enum:
    LOOK_FROM = 3             # plies from the leaves below which `cancelled` is not polled


cdef u64 count_combat_leaves(const CombatRules* rules, const CombatPosition* at, Depth depth, Action* buffer,
                             int* cancelled) noexcept nogil:
    """Leaves below a position, one for each face of a die. `buffer` holds `depth * rules.action_capacity` actions.
    Once `cancelled` is set from another thread, the count is worth nothing and soon over."""
    cdef u64 leaves = 0
    cdef int found, i
    if depth == 0:
        return 1
    if depth >= LOOK_FROM and read_flag(cancelled):
        return 0
    found = list_actions(rules, at, buffer)
    for i in range(found):
        leaves += count_leaves_of(rules, at, buffer[i], depth, buffer + found, cancelled)
    return leaves


cdef u64 count_leaves_of(const CombatRules* rules, const CombatPosition* at, Action action, Depth depth,
                         Action* buffer, int* cancelled) noexcept nogil:
    """Leaves below one action, `depth` plies with it. Faces that lead to the same position are counted once and
    multiplied."""
    cdef CombatPosition after
    cdef Roll rolls[MAX_FACES]
    cdef u64 leaves = 0
    cdef int count, i
    if depth == 1:
        return rules.faces if rolls_die(action) else 1
    count = distinct_rolls(rules, at, action, rolls)
    for i in range(count):
        act(rules, at, action, rolls[i].face, &after)
        leaves += rolls[i].weight * count_combat_leaves(rules, &after, depth - 1, buffer, cancelled)
    return leaves
