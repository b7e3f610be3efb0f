"""`Board`: what Python sees of a position. Squares are the rulebook's (`rank * files + file`); moves are the
core's 32-bit integers, and only those that are legal are accepted."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from tilefish.core.attacks cimport in_check
from tilefish.core.clock cimport read_flag, write_flag
from tilefish.core.endings cimport (
    CHECKMATE, GOES_ON, KING_DESTROYED, MATERIAL, QUIET_PLIES, REPETITION, STALEMATE, Ending,
    too_little_material,
)
from tilefish.core.make cimport make, settle_en_passant
from tilefish.core.movegen cimport count_legal, legal_moves
from tilefish.core.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.perft cimport count_leaves
from tilefish.core.position cimport EMPTY, Position, clear, key_from_scratch, put
from tilefish.core.rules cimport RuleTables, Rules
from tilefish.core.squares cimport NO_SQUARE, pop, u8, u64
from tilefish.core.stones cimport glides_to

from typing import NamedTuple

from tilefish.rulebook.fen import Setup

MAX_PERFT_DEPTH = 64

REASONS = {
    KING_DESTROYED: "king destroyed",
    CHECKMATE: "checkmate",
    STALEMATE: "stalemate",
    REPETITION: "repetition",
    QUIET_PLIES: "fifty moves",
    MATERIAL: "material",
}


class MoveParts(NamedTuple):
    """A move taken apart. `rook` is the castling partner's square, `target` then the king's goal."""

    origin: int
    target: int
    stone: int | None
    glide: int | None
    promotion: int | None
    rook: int | None
    en_passant: bool


cdef class Board:
    """A position with its past."""

    def __cinit__(self, RuleTables tables not None, setup):
        self.tables = tables
        self.capacity = 16
        self.history = <Position*>calloc(self.capacity, sizeof(Position))
        self.scratch = <Move*>malloc(tables.rules.move_capacity * sizeof(Move))
        if self.history == NULL or self.scratch == NULL:
            raise MemoryError

    def __init__(self, RuleTables tables not None, setup):
        self.reset(setup)

    def __dealloc__(self):
        free(self.history)
        free(self.scratch)

    cdef const Position* now(self) noexcept:
        return &self.history[self.length - 1]

    # --- setting up --------------------------------------------------------------------------------------

    def reset(self, setup):
        """Sets up a position, without a past."""
        cdef Position* at = &self.history[0]
        cdef RuleTables tables = self.tables
        cdef int square, kind, side
        clear(at)
        for square, (kind, side) in setup.pieces.items():
            put(tables.rules, at, kind * 2 + side, tables.core_square(square))
            if kind == tables.rules.royal:
                at.king[side] = <u8>tables.core_square(square)
        at.castling = tables.mask(setup.castling)
        at.turn = setup.turn
        at.halfmove = setup.halfmove
        at.fullmove = setup.fullmove
        if setup.en_passant is not None:
            settle_en_passant(tables.rules, at, tables.core_square(setup.en_passant))
        at.key = key_from_scratch(at)
        self.length = 1

    def setup(self):
        """The position as data."""
        cdef const Position* at = self.now()
        cdef u64 squares = at.by_side[0] | at.by_side[1]
        cdef int square
        pieces = {}
        while squares:
            square = pop(&squares)
            pieces[self.tables.rulebook_square(square)] = (at.board[square] >> 1, at.board[square] & 1)
        return Setup(
            pieces=pieces,
            turn=at.turn,
            castling=frozenset(self._squares(at.castling)),
            en_passant=self._square(at.en_passant),
            halfmove=at.halfmove,
            fullmove=at.fullmove,
        )

    def copy(self):
        """The same position with the same past, to go on from separately."""
        cdef Board twin = Board(self.tables, self.setup())
        while twin.capacity < self.length:
            twin._grow()
        memcpy(twin.history, self.history, self.length * sizeof(Position))
        twin.length = self.length
        return twin

    def _squares(self, u64 squares):
        found = []
        while squares:
            found.append(self.tables.rulebook_square(pop(&squares)))
        return found

    def _square(self, int square):
        return None if square == NO_SQUARE else self.tables.rulebook_square(square)

    # --- moves -------------------------------------------------------------------------------------------

    def legal_moves(self):
        """All legal moves."""
        cdef int found = legal_moves(self.tables.rules, self.now(), self.scratch)
        cdef int i
        return [self.scratch[i] for i in range(found)]

    def parts(self, Move move):
        """A legal move taken apart, its glide the one with the smallest square."""
        promotion = promoted_kind(move) if promotes(move) else None
        if tag_of(move) == CASTLING:
            return MoveParts(
                origin=self._square(origin_of(move)), target=self._square(self._castling_goal(move)),
                stone=None, glide=None, promotion=None, rook=self._square(target_of(move)), en_passant=False)
        glides = self.glides(move)
        return MoveParts(
            origin=self._square(origin_of(move)),
            target=self._square(target_of(move)),
            stone=self._square(stone_of(move)) if is_sequence(move) else None,
            glide=glides[0] if glides else None,
            promotion=promotion,
            rook=None,
            en_passant=tag_of(move) == EN_PASSANT,
        )

    def _castling_goal(self, Move move):
        cdef int wing = 0 if target_of(move) > origin_of(move) else 1
        return (origin_of(move) & ~7) + self.tables.rules.castle_king_file[wing]

    def glides(self, Move move):
        """The glide squares that work for a stone sequence, in order; none for any other move."""
        if not is_sequence(move):
            return []
        if self.now().board[origin_of(move)] == EMPTY:
            raise ValueError(f"{move} moves no piece")
        return self._squares(glides_to(
            self.tables.rules, self.now(), origin_of(move), stone_of(move), target_of(move)))

    cdef Move _known(self, Move move) except? 0:
        cdef int found = legal_moves(self.tables.rules, self.now(), self.scratch)
        cdef int i
        for i in range(found):
            if self.scratch[i] == move:
                return move
        raise ValueError(f"{move} is no legal move here")

    def push(self, Move move):
        """Plays a legal move."""
        self._known(move)
        if self.length == self.capacity:
            self._grow()
        make(self.tables.rules, &self.history[self.length - 1], move, &self.history[self.length])
        self.length += 1

    def pop(self):
        """Takes the last move back."""
        if self.length == 1:
            raise IndexError("no move to take back")
        self.length -= 1

    cdef int _grow(self) except -1:
        cdef Position* larger = <Position*>realloc(self.history, 2 * self.capacity * sizeof(Position))
        if larger == NULL:
            raise MemoryError
        self.history = larger
        self.capacity *= 2
        return 0

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def turn(self):
        """The side to move."""
        return self.now().turn

    @property
    def ply(self):
        """How many moves have been pushed."""
        return self.length - 1

    @property
    def key(self):
        """The hash of all that counts for repetition, kept move by move."""
        return self.now().key

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        return key_from_scratch(self.now())

    def kind_on(self, int square):
        """The index of the kind of piece on a square of the board, or None."""
        cdef int piece = self.now().board[self.tables.core_square(square) & 63]
        return None if piece == EMPTY else piece >> 1

    def in_check(self, int side):
        """Whether that side's royal piece could be captured if the other side were to move."""
        return in_check(self.tables.rules, self.now(), side)

    def repetitions(self):
        """How often this position has been on the board, this time included."""
        cdef const Position* at = self.now()
        cdef int back, count = 1
        # Belts carry pawns back, so that even a pawn's move may be undone.
        cdef int oldest = 0 if self.tables.rules.belts else max(0, self.length - 1 - at.halfmove)
        for back in range(self.length - 3, oldest - 1, -2):
            if self.history[back].key == at.key:
                count += 1
        return count

    def ending(self):
        """(winner or None, reason) if the game is over here, else None."""
        cdef int ending = self._ending()
        if ending == GOES_ON:
            return None
        us = self.now().turn
        lost = ending in (KING_DESTROYED, CHECKMATE) or (
            ending == STALEMATE and self.tables.rules.stalemate_loss)
        return (1 - us if lost else None), REASONS[ending]

    def _ending(self):
        cdef const Rules* rules = self.tables.rules
        cdef const Position* at = self.now()
        if at.king[at.turn] == NO_SQUARE:
            return KING_DESTROYED
        if not count_legal(rules, at):
            return CHECKMATE if in_check(rules, at, at.turn) else STALEMATE
        if rules.repetition and self.repetitions() >= rules.repetition:
            return REPETITION
        if rules.quiet_plies and at.halfmove >= rules.quiet_plies:
            return QUIET_PLIES
        return MATERIAL if too_little_material(rules, at) else GOES_ON

    # --- perft -------------------------------------------------------------------------------------------

    def perft(self, int depth):
        """The number of move sequences of that length."""
        if not 0 <= depth <= MAX_PERFT_DEPTH:
            raise ValueError(f"depth {depth} is not from 0 to {MAX_PERFT_DEPTH}")
        cdef const Rules* rules = self.tables.rules
        cdef const Position* at = self.now()
        cdef u64 leaves
        cdef Move* room = <Move*>malloc((depth + 1) * rules.move_capacity * sizeof(Move))
        if room == NULL:
            raise MemoryError
        with nogil:
            leaves = count_leaves(rules, at, depth, room, &self.cancelled)
        free(room)
        if read_flag(&self.cancelled):
            raise InterruptedError("the count was cancelled")
        return leaves

    def cancel(self):
        """Ends the counts of this board, the running one and all to come, from any thread."""
        write_flag(&self.cancelled, 1)
