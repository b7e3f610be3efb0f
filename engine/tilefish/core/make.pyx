from tilefish.core.attacks cimport in_check, is_attacked
from tilefish.core.effects cimport carry
from tilefish.core.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, tagged,
    target_of,
)
from tilefish.core.position cimport (
    BLACK_KEY, EMPTY, EN_PASSANT_KEY, Position, count_move, drop_castling, lift, occupied, put,
)
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport NO_SQUARE, WHITE, bit, pop, u8, u64


cdef void make(const Rules* rules, const Position* before, Move move, Position* after) noexcept nogil:
    """Plays a legal or pseudo-legal move."""
    cdef int us = before.turn
    cdef int passed = NO_SQUARE
    cdef u64 touched
    after[0] = before[0]
    after.key ^= EN_PASSANT_KEY[before.en_passant_live] ^ BLACK_KEY
    after.en_passant = after.en_passant_live = NO_SQUARE
    count_move(after)
    if tag_of(move) == CASTLING:
        _castle(rules, after, origin_of(move), target_of(move))
    else:
        passed = _move_piece(rules, after, move)
    if rules.belts:
        touched = carry(rules, after)
        if touched & bit(target_of(move)):
            passed = NO_SQUARE
    after.turn = <u8>(1 - us)
    if passed != NO_SQUARE:
        settle_en_passant(rules, after, passed)


cdef void make_null(const Rules* rules, const Position* before, Position* after) noexcept nogil:
    """Passes: the other side is to move, after the world had its turn."""
    after[0] = before[0]
    after.key ^= EN_PASSANT_KEY[before.en_passant_live] ^ BLACK_KEY
    after.en_passant = after.en_passant_live = NO_SQUARE
    count_move(after)
    if rules.belts:
        carry(rules, after)
    after.turn = <u8>(1 - before.turn)


cdef inline void _capture(const Rules* rules, Position* at, int square) noexcept nogil:
    drop_castling(at, bit(square))
    lift(rules, at, square)
    at.halfmove = 0


cdef inline int _move_piece(const Rules* rules, Position* at, Move move) noexcept nogil:
    """Moves and captures; returns the square that a double step passed over, or NO_SQUARE."""
    cdef int origin = origin_of(move), target = target_of(move)
    cdef int piece = at.board[origin]
    cdef int us = piece & 1
    cdef int back = -8 if us == WHITE else 8
    if piece >> 1 == rules.royal:
        drop_castling(at, at.by_side[us])
        at.king[us] = <u8>target
    elif at.castling & bit(origin):
        drop_castling(at, bit(origin))
    lift(rules, at, origin)
    if is_sequence(move) and at.board[stone_of(move)] != EMPTY:
        _capture(rules, at, stone_of(move))
    if tag_of(move) == EN_PASSANT:
        _capture(rules, at, target + back)
    elif at.board[target] != EMPTY:
        _capture(rules, at, target)
    put(rules, at, promoted_kind(move) * 2 + us if promotes(move) else piece, target)
    if piece >> 1 != rules.pawn:
        return NO_SQUARE
    at.halfmove = 0
    if is_sequence(move) or target - origin != -2 * back or not rules.pawn_doubles:
        return NO_SQUARE
    return target + back


cdef void _castle(const Rules* rules, Position* at, int king, int rook) noexcept nogil:
    cdef int wing = 0 if rook > king else 1
    cdef int rank = king & ~7
    cdef int king_piece = at.board[king], rook_piece = at.board[rook]
    drop_castling(at, at.by_side[king_piece & 1])
    lift(rules, at, king)
    lift(rules, at, rook)
    put(rules, at, king_piece, rank + rules.castle_king_file[wing])
    put(rules, at, rook_piece, rank + rules.castle_rook_file[wing])
    at.king[king_piece & 1] = <u8>(rank + rules.castle_king_file[wing])


cdef bint stands_safely(const Rules* rules, const Position* after, int side) noexcept nogil:
    """Whether the side that has just moved keeps its king: the test of legality."""
    return after.king[side] != NO_SQUARE and not in_check(rules, after, side)


cdef bint keeps_king(const Rules* rules, const Position* before, Move move) noexcept nogil:
    """Legality of a pseudo-legal move, tried out."""
    cdef Position after
    make(rules, before, move, &after)
    return stands_safely(rules, &after, before.turn)


cdef void settle_en_passant(const Rules* rules, Position* at, int passed) noexcept nogil:
    """Names the passed-over square if it is empty, and gives it a key if the side to move can legally
    capture there."""
    cdef int us = at.turn
    cdef u64 pawns
    if not rules.en_passant or at.board[passed] != EMPTY:
        return
    at.en_passant = <u8>passed
    pawns = rules.slot[rules.pawn].capture_from[us][passed] & at.by_kind[rules.pawn] & at.by_side[us]
    while pawns:
        if keeps_king(rules, at, tagged(pop(&pawns), passed, EN_PASSANT)):
            at.en_passant_live = <u8>passed
            at.key ^= EN_PASSANT_KEY[passed]
            return
