from tilefish.core.board.effects cimport carry_logged
from tilefish.core.board.events cimport CARRIED, CRUSHED, EventLog, LoggedEvent
from tilefish.core.combat.position cimport CombatPosition, interpose, set_cooldown, set_hp, strip
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.board.position cimport occupied
from tilefish.core.types cimport NO_SQUARE, Bitboard, Square, bit, pop, u8


cdef void carry_fighters(const CombatRules* rules, CombatPosition* at, EventLog* log) noexcept nogil:
    """Runs the belts once. Pieces keep what they have; those that are destroyed count as damage."""
    cdef CombatPosition before
    cdef EventLog own
    cdef const LoggedEvent* event
    cdef Bitboard riders = rules.base.belts & occupied(&at.base)
    cdef Square square
    cdef int i, begin
    if not riders:
        return
    if log == NULL:
        log = &own
        own.count = 0
    before = at[0]
    begin = log.count
    while riders:
        square = pop(&riders)
        strip(rules, at, at.base.board[square], square)
    carry_logged(rules.base, &at.base, log)
    for i in range(begin, log.count):
        event = &log.events[i]
        if event.tag == CARRIED:
            _set_down(rules, &before, event.origin, at, event.target)
        elif event.tag == CRUSHED and event.target == NO_SQUARE:
            strip(rules, at, event.piece, event.origin)


cdef void _set_down(const CombatRules* rules, const CombatPosition* before, Square origin, CombatPosition* at,
                    Square target) noexcept nogil:
    """Gives a carried piece what it had."""
    at.hp[target] = <u8>rules.hp[at.base.board[target] >> 1]
    set_hp(rules, at, target, before.hp[origin])
    set_cooldown(at, target, before.cooldown[origin])
    if before.interposing & bit(origin):
        interpose(at, target)
