"""Pieces of a combat game come and go with all that they have."""

from tilefish.core.board.position cimport key_from_scratch, lift
from tilefish.core.types cimport NO_SQUARE, Bitboard, Key, Piece, Side, Square, bit, pop


cdef void end_interposing(CombatPosition* at, Bitboard squares) noexcept nogil:
    """Ends what is in force on some squares."""
    cdef Bitboard ended = at.interposing & squares
    at.interposing ^= ended
    while ended:
        at.base.key ^= aspect_key(INTERPOSING, pop(&ended), 1)


cdef void remove(const CombatRules* rules, CombatPosition* at, Square square) noexcept nogil:
    """Takes a piece off the board."""
    cdef Piece piece = at.base.board[square]
    strip(rules, at, piece, square)
    lift(rules.base, &at.base, square)
    if piece >> 1 == rules.base.royal:
        at.base.king[piece & 1] = NO_SQUARE


cdef void relocate(const CombatRules* rules, CombatPosition* at, Square origin, Square target) noexcept nogil:
    """Moves a piece to an empty square, with its hit points and its counter."""
    cdef Piece piece = at.base.board[origin]
    cdef int hp = at.hp[origin], turns = at.cooldown[origin]
    remove(rules, at, origin)
    place(rules, at, piece, target)
    set_hp(rules, at, target, hp)
    set_cooldown(at, target, turns)


cdef Key combat_key_from_scratch(const CombatRules* rules, const CombatPosition* at) noexcept nogil:
    """What the incremental key must be equal to."""
    cdef Key key = key_from_scratch(&at.base)
    cdef Bitboard pieces = at.base.by_side[0] | at.base.by_side[1]
    cdef Square square
    cdef Side side
    while pieces:
        square = pop(&pieces)
        key ^= aspect_key(HP_LOST, square, hp_lost(rules, at, square))
        key ^= aspect_key(COOLDOWN, square, at.cooldown[square])
        key ^= aspect_key(INTERPOSING, square, at.interposing >> square & 1)
    for side in range(2):
        key ^= aspect_key(DECREE_USES, side, at.uses[side])
        key ^= aspect_key(DECREE_TURNS, side, at.decree[side])
        key ^= aspect_key(EXPOSED, side, at.exposed[side])
    return key
