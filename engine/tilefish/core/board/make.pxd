"""Making a move by copy, with everything that the world does after it."""

from tilefish.core.board.effects cimport carry, carry_logged
from tilefish.core.board.events cimport CAPTURED, MOVED, PROMOTED, EventLog, record
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.board.position cimport (
    BLACK_KEY, EMPTY, Position, copy_position, count_move, drop_castling, lift, passing_key, put,
)
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport NO_SQUARE, Bitboard, Piece, Side, Square, bit, u8

cdef void castle(const Rules* rules, Position* at, Square king, Square rook) noexcept nogil
cdef void record_castling(const Rules* rules, const Position* after, Move move, EventLog* log) noexcept nogil
cdef void make_null(const Rules* rules, const Position* before, Position* after) noexcept nogil
cdef void make_null_logged(const Rules* rules, const Position* before, Position* after, EventLog* log) noexcept nogil
cdef bint stands_safely(const Rules* rules, const Position* after, Side side) noexcept nogil
cdef bint keeps_king(const Rules* rules, const Position* before, Move move) noexcept nogil
cdef Bitboard takers_in_passing(const Rules* rules, const Position* at) noexcept nogil
cdef void settle_en_passant(const Rules* rules, Position* at, Square passed, Square pawn) noexcept nogil


cdef inline void make(const Rules* rules, const Position* before, Move move, Position* after) noexcept nogil:
    """Plays a legal or pseudo-legal move."""
    make_logged(rules, before, move, after, NULL)


cdef inline void make_logged(const Rules* rules, const Position* before, Move move, Position* after,
                             EventLog* log) noexcept nogil:
    """Plays a move and records what happens; with NULL, the compiler leaves out all that records."""
    cdef Side us = before.turn
    cdef Square passed = NO_SQUARE
    cdef Bitboard touched
    copy_position(before, after)
    after.key ^= passing_key(before) ^ BLACK_KEY
    after.en_passant = after.en_passant_live = NO_SQUARE
    count_move(after)
    if tag_of(move) == CASTLING:
        castle(rules, after, origin_of(move), target_of(move))
        if log != NULL:
            record_castling(rules, after, move, log)
    else:
        passed = _move_piece(rules, after, move, log)
    if rules.belts:
        touched = carry(rules, after) if log == NULL else carry_logged(rules, after, log)
        if touched & bit(target_of(move)):
            passed = NO_SQUARE
    after.turn = <u8>(1 - us)
    if passed != NO_SQUARE:
        settle_en_passant(rules, after, passed, target_of(move))


cdef inline void _capture(const Rules* rules, Position* at, Square square, EventLog* log) noexcept nogil:
    record(log, CAPTURED, square, NO_SQUARE, at.board[square], 0)
    drop_castling(at, bit(square))
    lift(rules, at, square)
    at.halfmove = 0


cdef inline int _move_piece(const Rules* rules, Position* at, Move move, EventLog* log) noexcept nogil:
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
        _capture(rules, at, stone_of(move), log)
    if tag_of(move) == EN_PASSANT:
        _capture(rules, at, at.en_passant_pawn, log)
    elif at.board[target] != EMPTY:
        _capture(rules, at, target, log)
    put(rules, at, promoted_kind(move) * 2 + us if promotes(move) else piece, target)
    record(log, MOVED, origin, target, piece, 0)
    if log != NULL and promotes(move):
        record(log, PROMOTED, target, NO_SQUARE, promoted_kind(move) * 2 + us, 0)
    if piece >> 1 != rules.pawn:
        return NO_SQUARE
    at.halfmove = 0
    if is_sequence(move) or not rules.double_targets[us][origin] & bit(target):
        return NO_SQUARE
    return (origin + target) >> 1
