"""A position of a combat game: an ordinary one, and what its pieces have besides their places.

`base.key` covers all of it. A full piece, a counter at 0 and an effect that is not there add nothing to the key.
"""

from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.board.position cimport Position, lift, put
from tilefish.core.types cimport SQUARES, Bitboard, Key, Piece, Side, Square, bit, u8, u64

cdef enum Aspect:
    HP_LOST
    COOLDOWN
    INTERPOSING
    DECREE_USES
    DECREE_TURNS
    EXPOSED

cdef struct CombatPosition:
    Position base
    Bitboard cooling          # the squares of counters above 0
    Bitboard interposing
    u8 hp[SQUARES]
    u8 cooldown[SQUARES]
    u8 uses[2]            # of the decree, where that is limited
    u8 decree[2]          # turns of its side for which it is active
    u8 exposed[2]         # whether the king stood on a threatened tile when its owner's last turn ended

cdef inline Key aspect_key(Aspect aspect, int place, int amount) noexcept nogil:
    """splitmix64's mixer: no table could have a number for every amount."""
    cdef u64 mixed
    if amount == 0:
        return 0
    mixed = (<u64>aspect << 16 | <u64>place << 8 | <u64>amount) * <u64>0x9E3779B97F4A7C15
    mixed = (mixed ^ (mixed >> 30)) * <u64>0xBF58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 27)) * <u64>0x94D049BB133111EB
    return mixed ^ (mixed >> 31)

cdef inline int hp_lost(const CombatRules* rules, const CombatPosition* at, Square square) noexcept nogil:
    return rules.hp[at.base.board[square] >> 1] - at.hp[square]

cdef inline void set_hp(const CombatRules* rules, CombatPosition* at, Square square, int hp) noexcept nogil:
    """Of a piece that stands there."""
    at.base.key ^= aspect_key(HP_LOST, square, hp_lost(rules, at, square))
    at.hp[square] = <u8>hp
    at.base.key ^= aspect_key(HP_LOST, square, hp_lost(rules, at, square))

cdef inline void set_cooldown(CombatPosition* at, Square square, int turns) noexcept nogil:
    at.base.key ^= aspect_key(COOLDOWN, square, at.cooldown[square]) ^ aspect_key(COOLDOWN, square, turns)
    at.cooldown[square] = <u8>turns
    if turns:
        at.cooling |= bit(square)
    else:
        at.cooling &= ~bit(square)

cdef inline void set_decree(CombatPosition* at, Side side, int turns) noexcept nogil:
    at.base.key ^= aspect_key(DECREE_TURNS, side, at.decree[side]) ^ aspect_key(DECREE_TURNS, side, turns)
    at.decree[side] = <u8>turns

cdef inline void set_uses(CombatPosition* at, Side side, int uses) noexcept nogil:
    at.base.key ^= aspect_key(DECREE_USES, side, at.uses[side]) ^ aspect_key(DECREE_USES, side, uses)
    at.uses[side] = <u8>uses

cdef inline void set_exposed(CombatPosition* at, Side side, bint exposed) noexcept nogil:
    at.base.key ^= aspect_key(EXPOSED, side, at.exposed[side]) ^ aspect_key(EXPOSED, side, exposed)
    at.exposed[side] = exposed

cdef inline void interpose(CombatPosition* at, Square square) noexcept nogil:
    """Begins an Interpose that is not in force."""
    at.base.key ^= aspect_key(INTERPOSING, square, 1)
    at.interposing |= bit(square)

cdef inline void place(const CombatRules* rules, CombatPosition* at, Piece piece, Square square) noexcept nogil:
    """Puts a piece with all its hit points on an empty square."""
    put(rules.base, &at.base, piece, square)
    at.hp[square] = <u8>rules.hp[piece >> 1]
    if piece >> 1 == rules.base.royal:
        at.base.king[piece & 1] = <u8>square

cdef inline void strip(const CombatRules* rules, CombatPosition* at, Piece piece, Square square) noexcept nogil:
    """Takes from a piece, which leaves that square, all that a fighter has."""
    end_interposing(at, bit(square))
    set_cooldown(at, square, 0)
    at.base.key ^= aspect_key(HP_LOST, square, rules.hp[piece >> 1] - at.hp[square])
    at.hp[square] = 0

cdef void end_interposing(CombatPosition* at, Bitboard squares) noexcept nogil
cdef void remove(const CombatRules* rules, CombatPosition* at, Square square) noexcept nogil
cdef void relocate(const CombatRules* rules, CombatPosition* at, Square origin, Square target) noexcept nogil
cdef Key combat_key_from_scratch(const CombatRules* rules, const CombatPosition* at) noexcept nogil
