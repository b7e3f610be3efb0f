"""Keys of positions, and the empty position."""

from libc.string cimport memset

from tilefish.core.board.rule_tables cimport MAX_KINDS
from tilefish.core.types cimport BLACK, NO_SQUARE, SQUARES, Bitboard, Key, Piece, Square, pop, u64

cdef u64 _SEED = 0x7411_F154_0000_0001


cdef u64 _next_random() noexcept:
    """splitmix64: the keys are the same on every machine."""
    global _SEED
    cdef u64 mixed
    _SEED += <u64>0x9E3779B97F4A7C15
    mixed = _SEED
    mixed = (mixed ^ (mixed >> 30)) * <u64>0xBF58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 27)) * <u64>0x94D049BB133111EB
    return mixed ^ (mixed >> 31)


cdef void _draw_keys() noexcept:
    global BLACK_KEY
    cdef Piece piece
    cdef Square square
    for piece in range(MAX_KINDS * 2):
        for square in range(SQUARES):
            PIECE_KEY[piece][square] = _next_random()
    for square in range(SQUARES):
        CASTLING_KEY[square] = _next_random()
        EN_PASSANT_KEY[square] = _next_random()
    BLACK_KEY = _next_random()


_draw_keys()


cdef Key key_from_scratch(const Position* at) noexcept nogil:
    """What the incremental key must be equal to."""
    cdef Key key = BLACK_KEY if at.turn == BLACK else 0
    cdef Bitboard squares = at.by_side[0] | at.by_side[1]
    cdef Square square
    while squares:
        square = pop(&squares)
        key ^= PIECE_KEY[at.board[square]][square]
    squares = at.castling
    while squares:
        key ^= CASTLING_KEY[pop(&squares)]
    return key ^ passing_key(at)


cdef void clear(Position* at) noexcept nogil:
    """An empty board, White to move."""
    memset(at, 0, sizeof(Position))
    memset(at.board, EMPTY, sizeof(at.board))
    at.king[0] = at.king[1] = NO_SQUARE
    at.en_passant = at.en_passant_live = NO_SQUARE
    at.fullmove = 1
