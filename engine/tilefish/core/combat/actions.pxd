"""An action of a combat game in 32 bits: origin, target, victim and stone by six bits each, promotion by four, then
a tag.

The target is where the piece goes, the victim whom it attacks or heals; what an action has not is the origin. Of a
stone sequence the glide is not kept, as in `moves.pxd`. No die is in an action: what was rolled goes beside it. An
action whose bits are all zero is none.
"""

from tilefish.core.types cimport u32

ctypedef u32 Action

cdef enum ActionTag:
    STEP                # moves; the tag behind it is the same with a promotion
    STEP_PROMOTING
    ADVANCE             # the abilities are named as in rules/model/combat.py
    ADVANCE_PROMOTING
    DECREE
    INTERPOSE
    ATTACK              # every tag from here on rolls a die
    STEP_AND_ATTACK
    OVEREXTEND
    SKIRMISH
    CONSECRATION

cdef inline Action action_of(ActionTag tag, int origin, int target, int victim) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>victim << 12 | <u32>origin << 18 | <u32>tag << 28

cdef inline Action promoting(Action action, int kind) noexcept nogil:
    """A step or an advance, with a promotion."""
    return (action | <u32>kind << 24) + (<u32>1 << 28)

cdef inline Action by_stone(Action action, int stone) noexcept nogil:
    return action & ~(<u32>63 << 18) | <u32>stone << 18

cdef inline int origin_of(Action action) noexcept nogil:
    return action & 63

cdef inline int target_of(Action action) noexcept nogil:
    return action >> 6 & 63

cdef inline int victim_of(Action action) noexcept nogil:
    return action >> 12 & 63

cdef inline int stone_of(Action action) noexcept nogil:
    return action >> 18 & 63

cdef inline bint is_sequence(Action action) noexcept nogil:
    return stone_of(action) != origin_of(action)

cdef inline int promoted_kind(Action action) noexcept nogil:
    return action >> 24 & 15

cdef inline int tag_of(Action action) noexcept nogil:
    return <int>(action >> 28)

cdef inline bint promotes(Action action) noexcept nogil:
    return tag_of(action) == STEP_PROMOTING or tag_of(action) == ADVANCE_PROMOTING

cdef inline bint rolls_die(Action action) noexcept nogil:
    return tag_of(action) >= ATTACK

cdef inline bint attacks(Action action) noexcept nogil:
    return rolls_die(action) and tag_of(action) != CONSECRATION

cdef inline bint uses_ability(Action action) noexcept nogil:
    cdef int tag = tag_of(action)
    return tag > STEP_PROMOTING and tag != ATTACK and tag != STEP_AND_ATTACK

cdef inline bint goes_first(Action action) noexcept nogil:
    """Whether the piece goes to the target before anything else."""
    cdef int tag = tag_of(action)
    return tag <= ADVANCE_PROMOTING or tag == STEP_AND_ATTACK or tag == OVEREXTEND
