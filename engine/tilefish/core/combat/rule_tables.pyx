"""Compiles the combat game of a `Variant` to `CombatRules`."""

from libc.stdlib cimport calloc, free

from tilefish.core.combat.values cimport appraise_combat
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport NO_SQUARE, SQUARES, WHITE, Bitboard, Kind, Side, Square, bit, displaced, popcount

POWERS = {
    "royal-decree": POWER_DECREE,
    "overextend": POWER_OVEREXTEND,
    "interpose": POWER_INTERPOSE,
    "consecration": POWER_CONSECRATION,
    "skirmish": POWER_SKIRMISH,
    "advance": POWER_ADVANCE,
}

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


cdef class CombatTables(RuleTables):
    """Owns the `Rules` and the `CombatRules` of one variant."""

    def __cinit__(self, variant):
        self.combat = <CombatRules*>calloc(1, sizeof(CombatRules))
        if self.combat == NULL:
            raise MemoryError

    def __init__(self, variant):
        super().__init__(variant)
        cdef CombatRules* rules = self.combat
        combat = variant.combat
        rules.base = self.rules
        rules.faces = combat.die
        rules.lowest, rules.highest = combat.clamp
        rules.exposed_bonus = combat.exposed_bonus
        rules.quiet_plies = combat.quiet_plies
        for side in range(2):
            rules.threat_penalty[side] = combat.threat_penalty[side]
            rules.shield[side] = combat.shield[side]
            rules.cautious_king[side] = combat.cautious_king[side]
            rules.cools[side] = combat.cooldowns[side]
            rules.always_exposed[side] = combat.king_always_exposed[side]
        self._compile_fighters()
        self._compile_diagonals()
        self._compile_advances()
        # With n pieces, t empty squares and v enemies, n + t + v <= 64. Steps and overextending, each followed by
        # an attack, are 2ntv at the most, steps that promote to one of 16 are 16nt, and that again over each
        # stone; attacks, with a skirmish's eight ways out, are 9nv; the rest is a few a piece.
        rules.action_capacity = (1 + popcount(self.rules.stones)) * (2 * 22 * 21 * 21 + 16 * 32 * 32)
        rules.action_capacity += 9 * 32 * 32 + 64 * 24
        appraise_combat(rules, variant)

    def __dealloc__(self):
        free(self.combat)

    cdef _compile_fighters(self):
        cdef CombatRules* rules = self.combat
        cdef Kind kind
        for kind, fighter in enumerate(self.variant.combat.fighters):
            rules.hp[kind] = fighter.hp
            rules.damage[kind] = fighter.damage
            rules.most_damage = max(rules.most_damage, fighter.damage)
            rules.strikes_standing[kind] = fighter.strike in ("instead", "either")
            rules.strikes_after_step[kind] = fighter.strike in ("after", "either")
            ability = fighter.ability
            if ability is None:
                continue
            rules.power[kind] = POWERS[ability.name]
            rules.cooldown[kind] = ability.cooldown
            rules.recoil[kind] = ability.recoil
            rules.heal_reach[kind] = ability.reach
            if rules.power[kind] == POWER_DECREE:
                rules.decree_bonus = ability.bonus
                rules.decree_turns = ability.turns
                rules.decree_is_limited = ability.uses > 0
            rules.advance_squares[kind] = ability.squares

    cdef _compile_diagonals(self):
        """The ways of healing, each up to where nothing could stand."""
        cdef CombatRules* rules = self.combat
        cdef int way, at, taken
        cdef Square square
        for way, (dx, dy) in enumerate(DIAGONALS):
            for square in range(SQUARES):
                at = displaced(square, dx, dy)
                taken = 0
                while at != NO_SQUARE and self.rules.safe & bit(at) and taken < LONGEST_REACH:
                    rules.diagonal[way][square][taken] = at
                    taken += 1
                    at = displaced(at, dx, dy)
                rules.diagonal[way][square][taken] = NO_SQUARE

    cdef _compile_advances(self):
        cdef CombatRules* rules = self.combat
        cdef int squares, at
        cdef Side side
        cdef Square origin
        cdef Bitboard way
        for side in range(2):
            for origin in range(SQUARES):
                at, way = origin, 0
                for squares in range(1, LONGEST_REACH + 1):
                    if at != NO_SQUARE:
                        at = self._ahead(at, side)
                    if at != NO_SQUARE:
                        way |= bit(at)
                    rules.advance_way[squares][side][origin] = way
                    rules.advance_to[squares][side][origin] = at

    cdef Square _ahead(self, Square square, Side side):
        """The next square as a side goes, or NO_SQUARE where nothing can stand."""
        cdef int at = displaced(square, 0, 1 if side == WHITE else -1)
        return at if at != NO_SQUARE and self.rules.safe & bit(at) else NO_SQUARE
