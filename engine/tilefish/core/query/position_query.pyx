"""`PositionQuery`: one position, for explanations and pictures. Squares are numbered as in `rules`; moves are the
core's integers, and only legal ones are accepted."""

from libc.stdlib cimport free, malloc

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.board cimport Board
from tilefish.core.evaluation.exchange cimport exchange, taken_value
from tilefish.core.board.make cimport make, make_logged, make_null_logged
from tilefish.core.board.movegen cimport legal_moves
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.board.rule_tables cimport RuleTables, Rules
from tilefish.core.query.board_query cimport BoardQuery
from tilefish.core.types cimport NO_SQUARE, Bitboard, Kind, Square, bit

from typing import NamedTuple


class Capture(NamedTuple):
    """A legal capture. `gain` is the centipawns that the mover comes out with once the other side has taken
    back as well as it legally can."""

    move: int
    origin: int
    target: int
    stone: int | None
    taken: tuple[int, ...]
    gain: int


cdef class PositionQuery(BoardQuery):
    """A position without a history."""

    def __cinit__(self, RuleTables tables not None):
        self.seen = &self.at
        self.count = -1
        self.moves = <Move*>malloc(2 * tables.rules.move_capacity * sizeof(Move))   # the replies behind the moves
        if self.moves == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.moves)

    @staticmethod
    def at_board(Board board not None):
        """The position that a board shows."""
        cdef PositionQuery query = PositionQuery(board.tables)
        query.at = board.now()[0]
        return query

    # --- other positions ---------------------------------------------------------------------------------

    def played(self, Move move, int face=0):
        """The position after a legal move. No die is rolled for it."""
        cdef PositionQuery query = PositionQuery(self.tables)
        cdef int i
        for i in range(self._find_moves()):
            if self.moves[i] == move:
                make_logged(self.tables.rules, &self.at, move, &query.at, &query.log)
                return query
        raise ValueError(f"{move} is not a legal move here")

    def passed(self):
        """The position after a pass: no piece moves, the world has its effects."""
        cdef PositionQuery query = PositionQuery(self.tables)
        make_null_logged(self.tables.rules, &self.at, &query.at, &query.log)
        return query

    # --- what there is to see ----------------------------------------------------------------------------

    def in_check(self, int side):
        """Whether that side's royal piece could be captured if the other side were to move."""
        return in_check(self.tables.rules, &self.at, side & 1)

    def captures(self):
        """The legal captures of the side to move but for those of a king, which a pass may have left in check.
        There are none where a king is gone."""
        cdef int i
        found = []
        for i in range(self._find_moves()):
            if _is_capture(&self.at, self.moves[i]) and not self._takes_royal(self.moves[i]):
                found.append(self._capture(self.moves[i]))
        return found

    def balance(self, Move move):
        """Centipawns that the mover comes out with on the squares of a legal move: what it captures and
        promotes to, less what becomes of the moved piece."""
        if tag_of(move) == CASTLING:
            return 0
        self.played(move)
        return _balance(self.tables.rules, &self.at, move, self.moves + self.tables.rules.move_capacity)

    # --- inside ------------------------------------------------------------------------------------------

    cdef int _find_moves(self) except -1:
        if self.count < 0:
            self.count = 0
            if self.at.king[0] != NO_SQUARE and self.at.king[1] != NO_SQUARE:
                self.count = legal_moves(self.tables.rules, &self.at, self.moves)
        return self.count

    def _takes_royal(self, Move move):
        cdef Bitboard taken = bit(target_of(move))
        if is_sequence(move):
            taken |= bit(stone_of(move))
        return taken & bit(self.at.king[1 - self.at.turn]) != 0

    def _capture(self, Move move):
        cdef Square target = target_of(move), stone = stone_of(move)
        squares = []
        if is_sequence(move) and stone != target and self.at.board[stone] != EMPTY:
            squares.append(self.square(stone))
        if tag_of(move) == EN_PASSANT:
            squares.append(self.square(self.at.en_passant_pawn))
        elif _takes_on_target(&self.at, move):
            squares.append(self.square(target))
        return Capture(
            move=move,
            origin=self.square(origin_of(move)),
            target=self.square(target),
            stone=self.square(stone) if is_sequence(move) else None,
            taken=tuple(squares),
            gain=_balance(self.tables.rules, &self.at, move, self.moves + self.tables.rules.move_capacity),
        )


cdef inline bint _takes_on_target(const Position* at, Move move) noexcept nogil:
    """Whether the move ends on an enemy; a sequence may end where it began."""
    return tag_of(move) != CASTLING and at.board[target_of(move)] != EMPTY and target_of(move) != origin_of(move)


cdef inline bint _is_capture(const Position* at, Move move) noexcept nogil:
    if tag_of(move) == EN_PASSANT or _takes_on_target(at, move):
        return True
    return is_sequence(move) and at.board[stone_of(move)] != EMPTY


cdef int _balance(const Rules* rules, const Position* at, Move move, Move* buffer) noexcept nogil:
    """What is won by a move that does not castle, after the best that the other side can legally take back."""
    cdef Position after
    cdef Kind mover = at.board[origin_of(move)] >> 1
    cdef Square square = target_of(move)
    cdef int gain = taken_value(rules, at, move), loss = 0, count, i
    if promotes(move):
        gain += rules.value[0][promoted_kind(move)] - rules.value[0][mover]
        mover = promoted_kind(move)
    make(rules, at, move, &after)
    if rules.belts & bit(square) and not rules.belt_fatal & bit(square):
        square = rules.belt_target[square]
    if after.board[square] != mover * 2 + at.turn:
        return gain - rules.value[0][mover]     # the world has destroyed it
    count = legal_moves(rules, &after, buffer)
    for i in range(count):
        if _takes_from(&after, buffer[i], square):
            loss = max(loss, exchange(rules, &after, buffer[i]))
    return gain - loss


cdef inline bint _takes_from(const Position* at, Move move, Square square) noexcept nogil:
    """Whether a move captures the enemy on a square."""
    if tag_of(move) == EN_PASSANT:
        return at.en_passant_pawn == square
    return target_of(move) == square or is_sequence(move) and stone_of(move) == square
