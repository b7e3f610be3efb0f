"""The text keys of positions in everything that outlives a game. In the core for speed: every move of a recorded
game needs one. `learning/keys.py` says what is in it, and writes what is rare."""

from tilefish.core.board.any_board cimport AnyBoard
from tilefish.core.board.board cimport Board
from tilefish.core.board.moves cimport EN_PASSANT, tag_of
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.board.rule_tables cimport MAX_KINDS, RuleTables, Rules
from tilefish.core.types cimport NO_SQUARE, RANK_1, Bitboard, Piece, Side, Square, bit, rank_start, square_at

from tilefish.rules.text.fen import VOID, format_castling

cdef enum:
    LONGEST = 80              # characters of a placement: eight ranks of eight, and what divides them
    MOST_CASTLINGS = 10_000


cdef class KeyWriter:
    """Writes the keys of the positions of one variant."""

    cdef RuleTables tables
    cdef const Rules* rules
    cdef Bitboard voids
    cdef char letters[MAX_KINDS]
    cdef int partner           # the kind that castles with the king, -1: none
    cdef dict castlings        # the castling field, by all that it depends on

    def __init__(self, RuleTables tables not None):
        cdef int i
        variant = tables.variant
        self.tables = tables
        self.rules = tables.rules
        self.voids = tables.mask(square for square, tile in enumerate(variant.tiles) if tile == VOID)
        self.partner = -1
        self.castlings = {}
        for i, kind in enumerate(variant.kinds):
            self.letters[i] = <char>ord(kind.letter)
            if variant.castling is not None and kind.name == variant.castling.partner:
                self.partner = i

    def key(self, AnyBoard board not None):
        """The key of the position; None where a pawn can be captured in passing, and in a combat game."""
        cdef const Position* at = board.here()
        cdef int i
        if not isinstance(board, Board):
            return None
        if at.en_passant != NO_SQUARE:
            for i in range(board._find_moves()):
                if tag_of(board.scratch[i]) == EN_PASSANT:
                    return None
        castling = self._castling(board, at) if at.castling else "-"
        return f"{self._placement(at)} {'b' if at.turn else 'w'} {castling} -"

    cdef str _placement(self, const Position* at):
        """The first field of a FEN."""
        cdef char text[LONGEST]
        cdef int size = 0, empty, rank, file
        cdef Square square
        cdef Piece piece
        for rank in range(self.rules.ranks - 1, -1, -1):
            empty = 0
            for file in range(self.rules.files):
                square = square_at(file, rank)
                piece = at.board[square]
                if piece == EMPTY and not self.voids & bit(square):
                    empty += 1
                    continue
                if empty:
                    text[size] = c"0" + empty
                    size += 1
                    empty = 0
                if piece == EMPTY:
                    text[size] = c"*"
                else:
                    text[size] = self.letters[piece >> 1] - (0 if piece & 1 else 32)
                size += 1
            if empty:
                text[size] = c"0" + empty
                size += 1
            if rank:
                text[size] = c"/"
                size += 1
        return text[:size].decode("ascii")

    cdef str _castling(self, AnyBoard board, const Position* at):
        """Written by `format_castling`, once for each way in which kings and rooks stand on the kings' ranks."""
        cdef Bitboard ranks = 0
        cdef Side side
        for side in range(2):
            if at.king[side] != NO_SQUARE:
                ranks |= RANK_1 << rank_start(at.king[side])
        known = (at.castling, at.king[0], at.king[1],
                 at.by_kind[self.partner] & at.by_side[0] & ranks if self.partner >= 0 else 0,
                 at.by_kind[self.partner] & at.by_side[1] & ranks if self.partner >= 0 else 0)
        text = self.castlings.get(known)
        if text is None:
            if len(self.castlings) >= MOST_CASTLINGS:
                self.castlings.clear()
            text = self.castlings[known] = format_castling(self.tables.variant, board.setup())
        return text
