"""An action of a combat game in 32 bits: origin, target, victim and stone by six bits each, promotion by four, then
a tag.

The target is where the piece goes, the victim whom it attacks or heals; what an action has not is the origin. Of a
stone sequence the glide is not kept, as in `moves.pxd`. No die is in an action: what was rolled goes beside it. An
action whose bits are all zero is none.
"""

from tilefish.core.types cimport SQUARES, Kind, Square, u32

ctypedef u32 Action

cdef enum ActionTag:
    STEP                # moves
    STEP_PROMOTING
    ADVANCE             # the abilities are named as in rules/model/combat.py
    ADVANCE_PROMOTING
    DECREE
    INTERPOSE
    ATTACK
    STEP_AND_ATTACK
    OVEREXTEND
    SKIRMISH
    CONSECRATION

cdef enum:
    # sets of tags, for `has_tag`
    ATTACK_TAGS = 1 << ATTACK | 1 << STEP_AND_ATTACK | 1 << OVEREXTEND | 1 << SKIRMISH
    DICE_TAGS = ATTACK_TAGS | 1 << CONSECRATION
    PROMOTION_TAGS = 1 << STEP_PROMOTING | 1 << ADVANCE_PROMOTING
    ABILITY_TAGS = (1 << ADVANCE | 1 << ADVANCE_PROMOTING | 1 << DECREE | 1 << INTERPOSE | 1 << OVEREXTEND
                    | 1 << SKIRMISH | 1 << CONSECRATION)
    MOVING_TAGS = (1 << STEP | 1 << STEP_PROMOTING | 1 << ADVANCE | 1 << ADVANCE_PROMOTING | 1 << STEP_AND_ATTACK
                   | 1 << OVEREXTEND)

cdef inline Action action_of(ActionTag tag, Square origin, Square target, int victim) noexcept nogil:
    return <u32>origin | <u32>target << 6 | <u32>victim << 12 | <u32>origin << 18 | <u32>tag << 28

cdef inline int tag_of(Action action) noexcept nogil:
    return <int>(action >> 28)

cdef inline Action promoting(Action action, Kind kind) noexcept nogil:
    """A step or an advance, with a promotion."""
    cdef ActionTag tag = STEP_PROMOTING if tag_of(action) == STEP else ADVANCE_PROMOTING
    return (action & ~(<u32>15 << 28)) | <u32>kind << 24 | <u32>tag << 28

cdef inline Action by_stone(Action action, Square stone) noexcept nogil:
    return action & ~(<u32>(SQUARES - 1) << 18) | <u32>stone << 18

cdef inline Square origin_of(Action action) noexcept nogil:
    return action & (SQUARES - 1)

cdef inline Square target_of(Action action) noexcept nogil:
    return action >> 6 & (SQUARES - 1)

cdef inline Square victim_of(Action action) noexcept nogil:
    return action >> 12 & (SQUARES - 1)

cdef inline Square stone_of(Action action) noexcept nogil:
    return action >> 18 & (SQUARES - 1)

cdef inline bint is_sequence(Action action) noexcept nogil:
    return stone_of(action) != origin_of(action)

cdef inline Kind promoted_kind(Action action) noexcept nogil:
    return action >> 24 & 15

cdef inline bint has_tag(Action action, u32 tags) noexcept nogil:
    """Whether the tag of an action is one of a set."""
    return tags >> tag_of(action) & 1

cdef inline bint promotes(Action action) noexcept nogil:
    return has_tag(action, PROMOTION_TAGS)

cdef inline bint rolls_die(Action action) noexcept nogil:
    return has_tag(action, DICE_TAGS)

cdef inline bint attacks(Action action) noexcept nogil:
    return has_tag(action, ATTACK_TAGS)

cdef inline bint uses_ability(Action action) noexcept nogil:
    return has_tag(action, ABILITY_TAGS)

cdef inline bint goes_first(Action action) noexcept nogil:
    """Whether the piece goes to the target before anything else."""
    return has_tag(action, MOVING_TAGS)
