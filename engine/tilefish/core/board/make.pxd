"""Making a move by copy, with everything that the world does after it."""

from tilefish.core.board.effects cimport carry
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.board.position cimport (
    BLACK_KEY, EMPTY, Position, copy_position, count_move, drop_castling, lift, passing_key, put,
)
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport NO_SQUARE, Bitboard, Piece, Side, Square, bit, u8

cdef void castle(const Rules* rules, Position* at, Square king, Square rook) noexcept nogil
cdef void make_null(const Rules* rules, const Position* before, Position* after) noexcept nogil
cdef bint stands_safely(const Rules* rules, const Position* after, Side side) noexcept nogil
cdef bint keeps_king(const Rules* rules, const Position* before, Move move) noexcept nogil
cdef Bitboard takers_in_passing(const Rules* rules, const Position* at) noexcept nogil
cdef void settle_en_passant(const Rules* rules, Position* at, Square passed, int pawn) noexcept nogil


cdef inline void make(const Rules* rules, const Position* before, Move move, Position* after) noexcept nogil:
    """Plays a legal or pseudo-legal move."""
    cdef Side us = before.turn
    cdef Square passed = NO_SQUARE
    cdef Bitboard touched
    copy_position(before, after)
    after.key ^= passing_key(before) ^ BLACK_KEY
    after.en_passant = after.en_passant_live = NO_SQUARE
    count_move(after)
    if tag_of(move) == CASTLING:
        castle(rules, after, origin_of(move), target_of(move))
    else:
        passed = _move_piece(rules, after, move)
    if rules.belts:
        touched = carry(rules, after)
        if touched & bit(target_of(move)):
            passed = NO_SQUARE
    after.turn = <u8>(1 - us)
    if passed != NO_SQUARE:
        settle_en_passant(rules, after, passed, target_of(move))


cdef inline void _capture(const Rules* rules, Position* at, Square square) noexcept nogil:
    drop_castling(at, bit(square))
    lift(rules, at, square)
    at.halfmove = 0


cdef inline int _move_piece(const Rules* rules, Position* at, Move move) noexcept nogil:
    """Moves and captures; returns the square that a double step passed over, or NO_SQUARE."""
    cdef Square origin = origin_of(move), target = target_of(move)
    cdef Piece piece = at.board[origin]
    cdef Side us = piece & 1
    if piece >> 1 == rules.royal:
        drop_castling(at, at.by_side[us])
        at.king[us] = <u8>target
    elif at.castling & bit(origin):
        drop_castling(at, bit(origin))
    lift(rules, at, origin)
    if is_sequence(move) and at.board[stone_of(move)] != EMPTY:
        _capture(rules, at, stone_of(move))
    if tag_of(move) == EN_PASSANT:
        _capture(rules, at, at.en_passant_pawn)
    elif at.board[target] != EMPTY:
        _capture(rules, at, target)
    put(rules, at, promoted_kind(move) * 2 + us if promotes(move) else piece, target)
    if piece >> 1 != rules.pawn:
        return NO_SQUARE
    at.halfmove = 0
    if is_sequence(move) or not rules.double_targets[us][origin] & bit(target):
        return NO_SQUARE
    return (origin + target) >> 1
