from tilefish.core.board.attacks cimport in_check, targets_of
from tilefish.core.board.effects cimport carry_logged
from tilefish.core.board.events cimport CASTLED, MOVED, EventLog, record
from tilefish.core.board.moves cimport EN_PASSANT, Move, origin_of, tagged, target_of
from tilefish.core.board.position cimport (
    BLACK_KEY, EMPTY, Position, copy_position, count_move, drop_castling, lift, occupied, passing_key, put,
)
from tilefish.core.board.rule_tables cimport Rules, Slot
from tilefish.core.types cimport NO_SQUARE, Bitboard, Piece, Side, Square, bit, pop, rank_start, u8


cdef void make_null(const Rules* rules, const Position* before, Position* after) noexcept nogil:
    """Passes: the other side is to move, after the world had its turn."""
    make_null_logged(rules, before, after, NULL)


cdef void make_null_logged(const Rules* rules, const Position* before, Position* after, EventLog* log) noexcept nogil:
    """Passes and records what happens, unless the log is NULL."""
    copy_position(before, after)
    after.key ^= passing_key(before) ^ BLACK_KEY
    after.en_passant = after.en_passant_live = NO_SQUARE
    count_move(after)
    if rules.belts:
        carry_logged(rules, after, log)
    after.turn = <u8>(1 - before.turn)


cdef void castle(const Rules* rules, Position* at, Square king, Square rook) noexcept nogil:
    cdef int wing = 0 if rook > king else 1
    cdef int rank = rank_start(king)
    cdef Piece king_piece = at.board[king], rook_piece = at.board[rook]
    drop_castling(at, at.by_side[king_piece & 1])
    lift(rules, at, king)
    lift(rules, at, rook)
    put(rules, at, king_piece, rank + rules.castle_king_file[wing])
    put(rules, at, rook_piece, rank + rules.castle_rook_file[wing])
    at.king[king_piece & 1] = <u8>(rank + rules.castle_king_file[wing])


cdef void record_castling(const Rules* rules, const Position* after, Move move, EventLog* log) noexcept nogil:
    """Records what `castle` has done."""
    cdef Square king = origin_of(move), rook = target_of(move)
    cdef Side side = after.turn
    cdef int wing = 0 if rook > king else 1
    cdef Square rook_goal = rank_start(king) + rules.castle_rook_file[wing]
    record(log, MOVED, king, after.king[side], after.board[after.king[side]], 0)
    record(log, CASTLED, rook, rook_goal, after.board[rook_goal], 0)


cdef bint stands_safely(const Rules* rules, const Position* after, Side side) noexcept nogil:
    """Whether the side that has just moved keeps its king: the test of legality."""
    return after.king[side] != NO_SQUARE and not in_check(rules, after, side)


cdef bint keeps_king(const Rules* rules, const Position* before, Move move) noexcept nogil:
    """Legality of a pseudo-legal move, tried out."""
    cdef Position after
    make(rules, before, move, &after)
    return stands_safely(rules, &after, before.turn)


cdef Bitboard takers_in_passing(const Rules* rules, const Position* at) noexcept nogil:
    """The pawns that could capture en passant. One that can go there without a capture does that instead."""
    cdef const Slot* slot = &rules.slot[rules.pawn]
    cdef Side us = at.turn
    cdef Square passed = at.en_passant, pawn
    cdef Bitboard pawns = slot.capture_from[us][passed] & at.by_kind[rules.pawn] & at.by_side[us], takers = 0
    while pawns:
        pawn = pop(&pawns)
        if not targets_of(rules, slot, us, pawn, occupied(at), 0) & bit(passed):
            takers |= bit(pawn)
    return takers


cdef void settle_en_passant(const Rules* rules, Position* at, Square passed, Square pawn) noexcept nogil:
    """Names the square that a pawn passed over if it is empty, and gives it a key if the side to move can legally
    capture there."""
    cdef Bitboard pawns
    if not rules.en_passant or at.board[passed] != EMPTY:
        return
    at.en_passant = <u8>passed
    at.en_passant_pawn = <u8>pawn
    pawns = takers_in_passing(rules, at)
    while pawns:
        if keeps_king(rules, at, tagged(pop(&pawns), passed, EN_PASSANT)):
            at.en_passant_live = <u8>passed
            at.key ^= passing_key(at)
            return
