from tilefish.core.board.attacks cimport attackers
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Bitboard, Depth, Kind, Side, Square, Value, bit, first

cdef enum:
    ROYAL_VALUE = 20000
    DEEPEST = 32


cdef inline int _price(const Rules* rules, Kind kind) noexcept nogil:
    return ROYAL_VALUE if kind == rules.royal else rules.value[0][kind]


cdef struct Fight:
    # The fight for a square, after a move to it.
    Square target
    Kind mover                # the kind that stands there now
    Bitboard left             # pieces that are still on the board, the square itself left out


cdef inline int _begin(Fight* fight, const Rules* rules, const Position* at, Move move) noexcept nogil:
    """Makes the move, and returns what it wins at once."""
    cdef int won = taken_value(rules, at, move)
    fight.target = target_of(move)
    fight.mover = at.board[origin_of(move)] >> 1
    fight.left = occupied(at) & ~bit(origin_of(move))
    if is_sequence(move):
        fight.left &= ~bit(stone_of(move))
    elif tag_of(move) == EN_PASSANT:
        fight.left &= ~bit(at.en_passant_pawn)
    if promotes(move):
        won += rules.value[0][promoted_kind(move)] - rules.value[0][fight.mover]
        fight.mover = promoted_kind(move)
    return won


cdef inline bint _take(Fight* fight, const Rules* rules, const Position* at, Side side) noexcept nogil:
    """Has a side take with its cheapest piece, if it can: the king may not take what is guarded."""
    cdef Bitboard onto = fight.left | bit(fight.target)
    cdef Bitboard taker = _cheapest(rules, at, attackers(rules, at, fight.target, onto, side) & fight.left)
    if not taker:
        return False
    fight.left ^= taker
    fight.mover = at.board[first(taker)] >> 1
    return fight.mover != rules.royal or not (
        attackers(rules, at, fight.target, onto ^ taker, 1 - side) & fight.left)


cdef Value exchange(const Rules* rules, const Position* at, Move move) noexcept nogil:
    """Centipawns that the mover comes out with."""
    cdef Fight fight
    cdef int gain[DEEPEST]
    cdef Side side = at.turn
    cdef Depth depth = 0
    cdef int price
    if tag_of(move) == CASTLING:
        return 0
    gain[0] = _begin(&fight, rules, at, move)
    while depth < DEEPEST - 1:
        side = 1 - side
        price = _price(rules, fight.mover)
        if not _take(&fight, rules, at, side):
            break
        depth += 1
        gain[depth] = price - gain[depth - 1]
    while depth > 0:
        depth -= 1
        if -gain[depth + 1] < gain[depth]:
            gain[depth] = -gain[depth + 1]
    return gain[0]


cdef bint exchange_wins(const Rules* rules, const Position* at, Move move, int least) noexcept nogil:
    """Whether `exchange` is at least that, found out with as few captures as it takes."""
    cdef Fight fight
    cdef Side side = at.turn
    cdef int margin           # by how much the side that took last has what it wants
    if tag_of(move) == CASTLING:
        return least <= 0
    margin = _begin(&fight, rules, at, move) - least
    if margin < 0:
        return False
    while True:
        margin = _price(rules, fight.mover) - margin - 1     # if the other side takes: it wants to keep below
        if margin < 0 or not _take(&fight, rules, at, 1 - side):
            return side == at.turn
        side = 1 - side


cdef inline Bitboard _cheapest(const Rules* rules, const Position* at, Bitboard takers) noexcept nogil:
    cdef int i
    cdef Bitboard found
    if not takers:
        return 0
    for i in range(rules.kinds):
        found = takers & at.by_kind[rules.by_value[i]]
        if found:
            return found & (0 - found)
    return 0
