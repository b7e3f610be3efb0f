"""`Board`: the board of an ordinary game. Moves are those of `moves.pxd`."""

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.board.events cimport EventLog
from tilefish.core.board.make cimport make, make_logged, make_null_logged, settle_en_passant, stands_safely
from tilefish.core.board.movegen cimport count_legal, legal_moves
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.board.perft cimport count_leaves
from tilefish.core.board.position cimport EMPTY, Position, clear, key_from_scratch, put
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport NO_SQUARE, Depth, Kind, Side, Square, rank_start, u32, u64, u8
from tilefish.core.board.stones cimport glides_to

from typing import NamedTuple

from tilefish.rules.model.termination import Termination
from tilefish.rules.model.setup import Setup


class MoveParts(NamedTuple):
    """A move taken apart. `rook` is the castling partner's square, `target` then the king's goal. In combat games,
    `victim` is whom the piece attacks, and it may use its `ability`."""

    origin: int
    target: int
    stone: int | None
    glide: int | None
    promotion: int | None
    rook: int | None
    en_passant: bool
    victim: int | None = None
    ability: bool = False


cdef class Board(AnyBoard):
    """A position of an ordinary game with its history."""

    def __cinit__(self, RuleTables tables not None, setup):
        self._allocate(tables, sizeof(Position), tables.rules.move_capacity)

    cdef int _find_moves(self) noexcept:
        return legal_moves(self.rules, self.now(), self.scratch)

    cdef u64 _count_leaves(self, const void* start, Depth depth, u32 first, u32* buffer) noexcept nogil:
        cdef Position after
        if first:
            make(self.rules, <const Position*>start, first, &after)
            return count_leaves(self.rules, &after, depth - 1, buffer, &self.cancelled)
        return count_leaves(self.rules, <const Position*>start, depth, buffer, &self.cancelled)

    # --- setting up --------------------------------------------------------------------------------------

    def reset(self, setup):
        """Sets up a position, without a history."""
        cdef Position* at = <Position*>self.positions
        cdef RuleTables tables = self.tables
        cdef Square square
        cdef Kind kind
        cdef Side side
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
            settle_en_passant(tables.rules, at, tables.core_square(setup.en_passant),
                              tables.core_square(setup.en_passant_pawn))
        at.key = key_from_scratch(at)
        self.length = 1

    def setup(self):
        """The position as data."""
        cdef const Position* at = self.now()
        return Setup(
            pieces=self._pieces(),
            turn=at.turn,
            castling=frozenset(self._squares(at.castling)),
            en_passant=self._square(at.en_passant),
            en_passant_pawn=self._square(at.en_passant_pawn if at.en_passant != NO_SQUARE else NO_SQUARE),
            halfmove=at.halfmove,
            fullmove=at.fullmove,
        )

    # --- moves -------------------------------------------------------------------------------------------

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

    def path(self, Move move):
        """The same as `parts`: pieces capture by moving."""
        return self.parts(move)

    cdef Square _castling_goal(self, Move move) noexcept:
        """Where castling takes the king."""
        cdef int wing = 0 if target_of(move) > origin_of(move) else 1
        return rank_start(origin_of(move)) + self.rules.castle_king_file[wing]

    def glides(self, Move move):
        """The glide squares that work for a stone sequence, in order; none for any other move."""
        if not is_sequence(move):
            return []
        if self.now().board[origin_of(move)] == EMPTY:
            raise ValueError(f"{move} moves no piece")
        return self._squares(glides_to(
            self.rules, self.now(), origin_of(move), stone_of(move), target_of(move),
            self.now().by_side[1 - (self.now().board[origin_of(move)] & 1)]))

    cdef int _play(self, Move move, int face, EventLog* log) except -1:
        cdef Position* after = <Position*>self._append()
        make_logged(self.rules, self.at(self.length - 2), move, after, log)
        return 0

    cdef int _pass(self, EventLog* log) except -1:
        cdef Position* after = <Position*>self._append()
        make_null_logged(self.rules, self.at(self.length - 2), after, log)
        if not stands_safely(self.rules, after, 1 - after.turn):
            self.pop()
            raise ValueError("a pass would lose the king")
        return 0

    # --- what there is to know ---------------------------------------------------------------------------

    @property
    def key_from_scratch(self):
        """The same hash, computed anew."""
        return key_from_scratch(self.now())

    def in_check(self, int side):
        """Whether that side's royal piece could be captured if the other side were to move."""
        return in_check(self.rules, self.now(), side)

    def repetitions(self):
        """How often this position has been on the board, this time included."""
        # Belts carry pawns back, so that even a pawn's move may be undone.
        return self._repetitions_since(0 if self.rules.belts else max(0, self.length - 1 - self.now().halfmove))

    def ending(self):
        """(winner or None, termination) if the game is over here, else None."""
        termination = self._termination()
        if termination is None:
            return None
        lost = termination in (Termination.KING_DESTROYED, Termination.CHECKMATE) or (
            termination is Termination.STALEMATE and self.rules.stalemate_loss)
        return (1 - self.now().turn if lost else None), termination

    def _termination(self):
        cdef const Position* at = self.now()
        if at.king[at.turn] == NO_SQUARE:
            return Termination.KING_DESTROYED
        if not count_legal(self.rules, at):
            return Termination.CHECKMATE if in_check(self.rules, at, at.turn) else Termination.STALEMATE
        if self.rules.repetition and self.repetitions() >= self.rules.repetition:
            return Termination.REPETITION
        if self.rules.quiet_plies and at.halfmove >= self.rules.quiet_plies:
            return Termination.FIFTY_MOVES
        return Termination.MATERIAL if too_little_material(self.rules, at) else None

    # --- other views of the position ---------------------------------------------------------------------
    # These belong to packages on the right, which know boards. So they are imported when they are asked for.

    def query(self):
        """The position, to be asked about its pieces, captures and passes."""
        from tilefish.core.query.position_query import PositionQuery
        return PositionQuery.at_board(self)

    def terms(self):
        """The evaluation, as in `term_table`."""
        from tilefish.core.evaluation.term_table import term_table
        return term_table(self)

    def endgame(self):
        """One of `ENDGAMES`."""
        from tilefish.core.evaluation.term_table import endgame_kind
        return endgame_kind(self)

    def searcher(self, hash_table, pause_gate=None):
        """A new `Searcher`."""
        from tilefish.core.search.searcher import Searcher
        return Searcher(hash_table, pause_gate)
