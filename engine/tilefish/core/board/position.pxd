"""A position: where everything stands, whose move it is, and what rights there are. A plain struct, copied to
make a move.

A piece is `kind * 2 + side`. The key covers exactly what counts for repetition.
"""

from libc.string cimport memcpy

from tilefish.core.board.rule_tables cimport MAX_KINDS, PARTS, Rules
from tilefish.core.board.score cimport Score
from tilefish.core.types cimport NO_SQUARE, SQUARES, Bitboard, Key, Piece, Square, bit, file_of, pop, u8, u16, u32

cdef enum:
    EMPTY = 255
    HALF_A_POSITION = 128     # bytes, roughly
    MOST_HALFMOVES = 9999     # the counters stop where a FEN could not say more
    MOST_FULLMOVES = 99999

cdef struct Position:
    Bitboard by_side[2]
    Bitboard by_kind[MAX_KINDS]
    Bitboard castling         # the rooks that may still castle
    Key key
    Key part_key[PARTS]   # keys of what stands where, by parts: see `Rules.part`
    Score placed          # values and squares of all pieces, White's less Black's
    int force             # what there is besides kings and pawns, of both sides: see `Rules.force`
    u8 board[SQUARES]
    u8 king[2]            # NO_SQUARE: destroyed
    u8 turn
    u8 en_passant         # the passed-over square, as a FEN names it, or NO_SQUARE
    u8 en_passant_live    # the same if a legal capture goes there, else NO_SQUARE
    u8 en_passant_pawn    # where the pawn stands that passed over it; means nothing without `en_passant`
    u16 halfmove
    u32 fullmove

cdef Key PIECE_KEY[MAX_KINDS * 2][SQUARES]
cdef Key CASTLING_KEY[SQUARES]
cdef Key EN_PASSANT_KEY[SQUARES]
cdef Key BLACK_KEY

cdef inline Key passing_key(const Position* at) noexcept nogil:
    """What the en passant right is in the key. Behind a slanted double step the pawn could be on two squares."""
    cdef Key key
    if at.en_passant_live == NO_SQUARE:
        return 0
    key = EN_PASSANT_KEY[at.en_passant_live]
    if file_of(at.en_passant_live) != file_of(at.en_passant_pawn):
        key ^= EN_PASSANT_KEY[at.en_passant_pawn]
    return key

cdef inline void copy_position(const Position* source, Position* copy) noexcept nogil:
    """In two parts, each small enough for a compiler to write it out; a longer one takes a slow instruction."""
    memcpy(copy, source, HALF_A_POSITION)
    memcpy(<char*>copy + HALF_A_POSITION, <const char*>source + HALF_A_POSITION, sizeof(Position) - HALF_A_POSITION)

cdef inline void count_move(Position* at) noexcept nogil:
    """Counts a ply of the side to move."""
    if at.halfmove < MOST_HALFMOVES:
        at.halfmove += 1
    if at.turn and at.fullmove < MOST_FULLMOVES:
        at.fullmove += 1

cdef inline Key likely_key(const Position* at, Square origin, Square target) noexcept nogil:
    """The key after an ordinary move, where it does nothing else: no right ends, and the world is quiet."""
    cdef Piece piece = at.board[origin]
    cdef Key key
    if piece == EMPTY:        # the table may err
        return at.key
    key = at.key ^ BLACK_KEY ^ PIECE_KEY[piece][origin] ^ PIECE_KEY[piece][target]
    return key if at.board[target] == EMPTY else key ^ PIECE_KEY[at.board[target]][target]

cdef inline Bitboard occupied(const Position* at) noexcept nogil:
    return at.by_side[0] | at.by_side[1]

cdef inline void put(const Rules* rules, Position* at, Piece piece, Square square) noexcept nogil:
    at.board[square] = <u8>piece
    at.by_side[piece & 1] |= bit(square)
    at.by_kind[piece >> 1] |= bit(square)
    at.key ^= PIECE_KEY[piece][square]
    at.part_key[rules.part[piece]] ^= PIECE_KEY[piece][square]
    at.placed += rules.placed[piece][square]
    at.force += rules.force[piece >> 1]

cdef inline void lift(const Rules* rules, Position* at, Square square) noexcept nogil:
    """Takes away the piece of a square that is not empty."""
    cdef Piece piece = at.board[square]
    at.board[square] = EMPTY
    at.by_side[piece & 1] ^= bit(square)
    at.by_kind[piece >> 1] ^= bit(square)
    at.key ^= PIECE_KEY[piece][square]
    at.part_key[rules.part[piece]] ^= PIECE_KEY[piece][square]
    at.placed -= rules.placed[piece][square]
    at.force -= rules.force[piece >> 1]

cdef inline void drop_castling(Position* at, Bitboard rooks) noexcept nogil:
    """Ends the castling rights of those of the rooks that have one."""
    cdef Bitboard ended = at.castling & rooks
    at.castling ^= ended
    while ended:
        at.key ^= CASTLING_KEY[pop(&ended)]

cdef Key key_from_scratch(const Position* at) noexcept nogil
cdef void clear(Position* at) noexcept nogil
