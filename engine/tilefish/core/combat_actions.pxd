"""An action of a combat game in 32 bits: origin, target, victim by six bits each, promotion by five, then a tag.

The target is where the piece goes, the victim whom it attacks or heals; what an action has not is the origin.
No die is in it: what was rolled goes beside it. An action whose bits are all zero is none.
"""

from tilefish.core.squares cimport u32

ctypedef u32 Action

cdef enum ActionTag:
    STEP                # moves
    ADVANCE             # the abilities are named as in rulebook/combat.py
    DECREE
    INTERPOSE
    ATTACK              # every tag from here on rolls a die
    STEP_AND_ATTACK
    OVEREXTEND
    SKIRMISH
    CONSECRATION

cdef inline Action action_of(ActionTag tag, int origin, int target, int victim) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>victim << 12 | <u32>tag << 23

cdef inline Action promoting(Action action, int kind) noexcept nogil:
    return action | <u32>(kind + 1) << 18

cdef inline int origin_of(Action action) noexcept nogil:
    return action & 63

cdef inline int target_of(Action action) noexcept nogil:
    return action >> 6 & 63

cdef inline int victim_of(Action action) noexcept nogil:
    return action >> 12 & 63

cdef inline bint promotes(Action action) noexcept nogil:
    return (action >> 18 & 31) != 0

cdef inline int promoted_kind(Action action) noexcept nogil:
    return <int>(action >> 18 & 31) - 1

cdef inline int tag_of(Action action) noexcept nogil:
    return <int>(action >> 23)

cdef inline bint rolls_die(Action action) noexcept nogil:
    return tag_of(action) >= ATTACK

cdef inline bint attacks(Action action) noexcept nogil:
    return rolls_die(action) and tag_of(action) != CONSECRATION

cdef inline bint uses_ability(Action action) noexcept nogil:
    cdef int tag = tag_of(action)
    return tag != STEP and tag != ATTACK and tag != STEP_AND_ATTACK

cdef inline bint goes_first(Action action) noexcept nogil:
    """Whether the piece goes to the target before anything else."""
    cdef int tag = tag_of(action)
    return tag == STEP or tag == ADVANCE or tag == STEP_AND_ATTACK or tag == OVEREXTEND
