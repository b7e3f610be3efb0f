from tilefish.core.combat.position cimport CombatPosition, interpose, place, remove, set_cooldown, set_hp
from tilefish.core.board.position cimport EMPTY, occupied
from tilefish.core.types cimport Bitboard, Square, bit, pop


cdef void carry_fighters(const CombatRules* rules, CombatPosition* at) noexcept nogil:
    """Runs the belts once. Pieces keep what they have; those that are destroyed count as damage."""
    cdef CombatPosition before
    cdef Bitboard riders = rules.base.belts & occupied(&at.base), left = riders, arrived = 0
    cdef Square origin, target
    if not riders:
        return
    before = at[0]
    while left:
        remove(rules, at, pop(&left))
    while riders:
        origin = pop(&riders)
        target = rules.base.belt_target[origin]
        if rules.base.belt_fatal & bit(origin) or arrived & bit(target):
            at.base.halfmove = 0
            continue
        if at.base.board[target] != EMPTY:
            remove(rules, at, target)
            at.base.halfmove = 0
        _set_down(rules, &before, origin, at, target)
        arrived |= bit(target)


cdef void _set_down(const CombatRules* rules, const CombatPosition* before, Square origin, CombatPosition* at,
                    Square target) noexcept nogil:
    """Puts a piece down with all that it had."""
    place(rules, at, before.base.board[origin], target)
    set_hp(rules, at, target, before.hp[origin])
    set_cooldown(at, target, before.cooldown[origin])
    if before.interposing & bit(origin):
        interpose(at, target)
