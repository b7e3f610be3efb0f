from tilefish.core.board.attacks cimport targets_of
from tilefish.core.combat.actions cimport (
    ADVANCE, ATTACK, CONSECRATION, DECREE, INTERPOSE, OVEREXTEND, SKIRMISH, STEP, STEP_AND_ATTACK, Action,
    ActionTag, action_of, by_stone, promoting,
)
from tilefish.core.combat.position cimport CombatPosition, hp_lost
from tilefish.core.combat.rule_tables cimport (
    POWER_ADVANCE, POWER_CONSECRATION, POWER_DECREE, POWER_INTERPOSE, POWER_OVEREXTEND, POWER_SKIRMISH,
    CombatRules, Power,
)
from tilefish.core.board.stones cimport sequence_ends
from tilefish.core.board.position cimport EMPTY, occupied
from tilefish.core.board.rule_tables cimport Slot
from tilefish.core.types cimport NO_SQUARE, Bitboard, Kind, Side, Square, bit, pop

cdef struct Actor:
    # One piece of the side to move.
    const Slot* slot
    Square square
    Kind kind
    Side us
    bint only_attacks     # moves that end the turn, and abilities, are not wanted
    bint shuns            # it may not go where the enemy threatens
    Bitboard occupied
    Bitboard friends
    Bitboard enemies          # whom it may attack
    Bitboard ends             # where it promotes


cdef int list_actions(const CombatRules* rules, const CombatPosition* at, Action* buffer) noexcept nogil:
    """Writes all actions of the side to move, and returns how many there are; none once a king is gone."""
    return _list(rules, at, at.base.by_side[1 - at.base.turn], False, buffer)


cdef int list_attacks(const CombatRules* rules, const CombatPosition* at, Bitboard victims,
                      Action* buffer) noexcept nogil:
    """The same for attacks on some of the enemies, those left out that an ability is needed for."""
    return _list(rules, at, victims, True, buffer)


cdef inline int _list(const CombatRules* rules, const CombatPosition* at, Bitboard victims, bint only_attacks,
                      Action* buffer) noexcept nogil:
    cdef Actor actor
    cdef Action* out = buffer
    cdef Bitboard pieces
    cdef Side us = at.base.turn
    if at.base.king[0] == NO_SQUARE or at.base.king[1] == NO_SQUARE:
        return 0
    actor.us = us
    actor.only_attacks = only_attacks
    actor.friends = at.base.by_side[us]
    actor.enemies = victims
    actor.occupied = occupied(&at.base)
    pieces = actor.friends
    while pieces:
        actor.square = pop(&pieces)
        actor.kind = at.base.board[actor.square] >> 1
        actor.slot = &rules.base.slot[actor.kind]
        actor.shuns = actor.kind == rules.base.royal and rules.cautious_king[us]
        actor.ends = rules.base.promotion_zone[us] if actor.kind == rules.base.pawn else 0
        if not only_attacks or rules.strikes_after_step[actor.kind]:
            out = _moves(rules, at, &actor, out)
        if rules.strikes_standing[actor.kind]:
            out = _attacks(rules, &actor, out)
        if not only_attacks and not at.cooldown[actor.square]:
            out = _ability(rules, at, &actor, out)
    return <int>(out - buffer)


cdef Action* _moves(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                    Action* out) noexcept nogil:
    """Moves, and what begins with a move."""
    cdef Bitboard steps = targets_of(rules.base, actor.slot, actor.us, actor.square, actor.occupied, 0)
    cdef Bitboard stones = steps & rules.base.stones
    cdef Square stone
    out = _go(rules, at, actor, _allowed(rules, at, actor, steps ^ stones), actor.square, out)
    while stones:
        stone = pop(&stones)
        steps = sequence_ends(rules.base, &at.base, actor.square, stone, 0)
        out = _go(rules, at, actor, _allowed(rules, at, actor, steps), stone, out)
    return out


cdef inline Action* _attacks(const CombatRules* rules, const Actor* actor, Action* out) noexcept nogil:
    """Attacks from where the piece stands."""
    cdef Bitboard victims = _victims(rules, actor, actor.square, actor.occupied)
    while victims:
        out[0] = action_of(ATTACK, actor.square, actor.square, pop(&victims))
        out += 1
    return out


cdef Action* _go(const CombatRules* rules, const CombatPosition* at, const Actor* actor, Bitboard ends, Square stone,
                 Action* out) noexcept nogil:
    """All that a piece may do by going to some squares, over a stone unless that is its own square."""
    cdef Action* begin = out
    cdef Bitboard left = 0 if actor.only_attacks else ends
    while left:
        out = _arrive(rules, actor, STEP, pop(&left), out)
    if rules.strikes_after_step[actor.kind]:
        out = _step_and_attack(rules, actor, STEP_AND_ATTACK, ends, out)
    if rules.power[actor.kind] == POWER_OVEREXTEND and not actor.only_attacks and not at.cooldown[actor.square]:
        out = _step_and_attack(rules, actor, OVEREXTEND, ends, out)
    if stone != actor.square:
        while begin != out:
            begin[0] = by_stone(begin[0], stone)
            begin += 1
    return out


cdef inline Bitboard _allowed(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                              Bitboard squares) noexcept nogil:
    """Those of the squares that the piece does not have to shun."""
    cdef Bitboard left = squares
    cdef Square square
    if not actor.shuns:
        return squares
    while left:
        square = pop(&left)
        if is_threatened(rules, at, square, 1 - actor.us):
            squares ^= bit(square)
    return squares


cdef inline Bitboard _victims(const CombatRules* rules, const Actor* actor, Square square,
                              Bitboard occupied) noexcept nogil:
    """Whom the piece could attack from a square."""
    return targets_of(rules.base, actor.slot, actor.us, square, occupied, actor.enemies) & actor.enemies


cdef inline Action* _arrive(const CombatRules* rules, const Actor* actor, ActionTag tag, Square target,
                            Action* out) noexcept nogil:
    """A step that ends the turn, with every promotion that it could bring."""
    cdef Action action = action_of(tag, actor.square, target, actor.square)
    cdef int i
    if not actor.ends & bit(target):
        out[0] = action
        return out + 1
    for i in range(rules.base.promotion_count[actor.us]):
        out[i] = promoting(action, rules.base.promotion[actor.us][i])
    return out + rules.base.promotion_count[actor.us]


cdef Action* _step_and_attack(const CombatRules* rules, const Actor* actor, ActionTag tag, Bitboard steps,
                              Action* out) noexcept nogil:
    """No attack follows a step that promotes."""
    cdef Bitboard victims
    cdef Square target
    steps &= ~actor.ends
    while steps:
        target = pop(&steps)
        victims = _victims(rules, actor, target, actor.occupied ^ bit(actor.square) | bit(target))
        while victims:
            out[0] = action_of(tag, actor.square, target, pop(&victims))
            out += 1
    return out


# --- abilities -------------------------------------------------------------------------------------------


cdef Action* _ability(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                      Action* out) noexcept nogil:
    """The ability of a piece; overextending is with the moves that it begins with."""
    cdef Power power = rules.power[actor.kind]
    cdef Square square = actor.square
    if power == POWER_DECREE:
        if not rules.decree_is_limited or at.uses[actor.us]:
            out[0] = action_of(DECREE, square, square, square)
            out += 1
    elif power == POWER_INTERPOSE:
        out[0] = action_of(INTERPOSE, square, square, square)
        out += 1
    elif power == POWER_ADVANCE:
        out = _advance(rules, at, actor, out)
    elif power == POWER_SKIRMISH:
        out = _skirmish(rules, at, actor, out)
    elif power == POWER_CONSECRATION:
        out = _consecration(rules, at, actor, out)
    return out


cdef Action* _advance(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                      Action* out) noexcept nogil:
    cdef int squares = rules.advance_squares[actor.kind]
    cdef Square target = rules.advance_to[squares][actor.us][actor.square]
    if target == NO_SQUARE or rules.advance_way[squares][actor.us][actor.square] & actor.occupied:
        return out
    if not _allowed(rules, at, actor, bit(target)):
        return out
    return _arrive(rules, actor, ADVANCE, target, out)


cdef Action* _skirmish(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                       Action* out) noexcept nogil:
    """An attack with every step aside, or without one where there is none. It never promotes."""
    cdef Bitboard victims = _victims(rules, actor, actor.square, actor.occupied), left
    cdef Bitboard asides = rules.base.ring[actor.square] & ~actor.occupied & ~actor.ends
    cdef int victim
    if not victims:
        return out
    asides = _allowed(rules, at, actor, asides)
    while victims:
        victim = pop(&victims)
        left = asides if asides else bit(actor.square)
        while left:
            out[0] = action_of(SKIRMISH, actor.square, pop(&left), victim)
            out += 1
    return out


cdef Action* _consecration(const CombatRules* rules, const CombatPosition* at, const Actor* actor,
                           Action* out) noexcept nogil:
    """Heals the first piece on each diagonal, if it is a friend that lacks hit points."""
    cdef int way, taken
    cdef Square square
    for way in range(4):
        for taken in range(rules.heal_reach[actor.kind]):
            square = rules.diagonal[way][actor.square][taken]
            if square == NO_SQUARE:
                break
            if at.base.board[square] != EMPTY:
                if actor.friends & bit(square) and hp_lost(rules, at, square):
                    out[0] = action_of(CONSECRATION, actor.square, actor.square, square)
                    out += 1
                break
    return out
