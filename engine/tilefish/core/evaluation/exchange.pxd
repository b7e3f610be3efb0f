"""What a capture wins: at once, and when both sides go on capturing on its square with their cheapest pieces."""

from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, ORDINARY, Move, is_sequence, origin_of, stone_of, tag_of, target_of,
)
from tilefish.core.board.position cimport EMPTY, Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Square, Value

cdef Value exchange(const Rules* rules, const Position* at, Move move) noexcept nogil
cdef bint exchange_wins(const Rules* rules, const Position* at, Move move, int least) noexcept nogil


cdef inline int _worth(const Rules* rules, const Position* at, Square square) noexcept nogil:
    return 0 if at.board[square] == EMPTY else rules.value[0][at.board[square] >> 1]


cdef inline Value taken_value(const Rules* rules, const Position* at, Move move) noexcept nogil:
    """What a move captures, on its stone too; the last leg of a sequence may come back to where the stone was."""
    cdef Square target = target_of(move)
    cdef Value value = 0
    if tag_of(move) == ORDINARY:
        return _worth(rules, at, target)
    if tag_of(move) == CASTLING:
        return 0
    if tag_of(move) == EN_PASSANT:
        return rules.value[0][rules.pawn]
    if target != origin_of(move):
        value = _worth(rules, at, target)
    if is_sequence(move) and stone_of(move) != target:
        value += _worth(rules, at, stone_of(move))
    return value
