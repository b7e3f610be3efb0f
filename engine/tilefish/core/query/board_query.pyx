"""`BoardQuery`: the board of one position, for explanations and pictures. Squares are numbered as in `rules`."""

from tilefish.core.board.attacks cimport attackers, targets_of
from tilefish.core.board.events cimport events_of
from tilefish.core.board.position cimport EMPTY, occupied
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport SQUARES, Bitboard, Piece, Square, pop, u32


cdef class BoardQuery:
    """What `PositionQuery` and `CombatQuery` have in common; abstract."""

    def __cinit__(self, RuleTables tables not None):
        self.tables = tables

    def pieces(self):
        """All pieces on the board: {square: (index of the kind, side)}."""
        cdef Bitboard squares = occupied(self.seen)
        cdef Square square
        found = {}
        while squares:
            square = pop(&squares)
            found[self.square(square)] = (self.seen.board[square] >> 1, self.seen.board[square] & 1)
        return found

    def played(self, u32 move, int face=0):
        """The position after a legal move. `face` is what was rolled, 0 where nothing is."""
        raise NotImplementedError

    def passed(self):
        """The position after a pass: no piece moves, the world has its effects."""
        raise NotImplementedError

    def events(self):
        """What happened in the move or the pass that led here from another query."""
        return events_of(self.tables, &self.log)

    def attackers(self, int square, int by, without=()):
        """The squares of a side's pieces that attack a square. Pins do not count; `without` are squares taken as
        empty."""
        cdef Bitboard gone = self.tables.mask(without)
        return self.squares(~gone & attackers(
            self.tables.rules, self.seen, self.tables.core_square(square) & (SQUARES - 1),
            occupied(self.seen) & ~gone, by & 1))

    def targets(self, int square):
        """Where the piece of a square may go and whom it may capture, pins and the king's safety left aside;
        nowhere if it is empty."""
        cdef Square origin = self.tables.core_square(square) & (SQUARES - 1)
        cdef Piece piece = self.seen.board[origin]
        if piece == EMPTY:
            return []
        return self.squares(targets_of(
            self.tables.rules, &self.tables.rules.slot[piece >> 1], piece & 1, origin,
            occupied(self.seen), self.seen.by_side[1 - (piece & 1)]))

    cdef object square(self, Square square):
        return self.tables.rules_square(square)

    cdef object squares(self, Bitboard squares):
        found = []
        while squares:
            found.append(self.square(pop(&squares)))
        return found
