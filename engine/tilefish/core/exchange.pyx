from tilefish.core.attacks cimport attackers
from tilefish.core.moves cimport (
    CASTLING, EN_PASSANT, Move, is_sequence, origin_of, promoted_kind, promotes, stone_of, tag_of, target_of,
)
from tilefish.core.position cimport EMPTY, Position, occupied
from tilefish.core.rules cimport Rules
from tilefish.core.squares cimport bit, first, u64

cdef enum:
    ROYAL_VALUE = 20000
    DEEPEST = 32


cdef inline int _price(const Rules* rules, int kind) noexcept nogil:
    return ROYAL_VALUE if kind == rules.royal else rules.value[0][kind]


cdef int taken_value(const Rules* rules, const Position* at, Move move) noexcept nogil:
    """What a move captures, on its stone too; the last leg of a sequence may come back to where the stone was."""
    cdef int target = target_of(move), value = 0
    if tag_of(move) == CASTLING:
        return 0
    if tag_of(move) == EN_PASSANT:
        return rules.value[0][rules.pawn]
    if at.board[target] != EMPTY and target != origin_of(move):
        value = rules.value[0][at.board[target] >> 1]
    if is_sequence(move) and stone_of(move) != target and at.board[stone_of(move)] != EMPTY:
        value += rules.value[0][at.board[stone_of(move)] >> 1]
    return value


cdef int exchange(const Rules* rules, const Position* at, Move move) noexcept nogil:
    """Centipawns that the mover comes out with."""
    cdef int gain[DEEPEST]
    cdef int target = target_of(move), side = at.turn, depth = 0
    cdef int mover = at.board[origin_of(move)] >> 1
    cdef u64 left = occupied(at) & ~bit(origin_of(move)), taker
    if tag_of(move) == CASTLING:
        return 0
    if is_sequence(move):
        left &= ~bit(stone_of(move))
    elif tag_of(move) == EN_PASSANT:
        left &= ~bit(target - 8 if side == 0 else target + 8)
    gain[0] = taken_value(rules, at, move)
    if promotes(move):
        gain[0] += rules.value[0][promoted_kind(move)] - rules.value[0][mover]
        mover = promoted_kind(move)
    while depth < DEEPEST - 1:
        side = 1 - side
        taker = _cheapest(rules, at, attackers(rules, at, target, left | bit(target), side) & left)
        if not taker:
            break
        depth += 1
        gain[depth] = _price(rules, mover) - gain[depth - 1]
        mover = at.board[first(taker)] >> 1
        left ^= taker
        if mover == rules.royal and attackers(rules, at, target, left | bit(target), 1 - side) & left:
            depth -= 1      # the king may not take what is guarded
            break
    while depth > 0:
        depth -= 1
        if -gain[depth + 1] < gain[depth]:
            gain[depth] = -gain[depth + 1]
    return gain[0]


cdef inline u64 _cheapest(const Rules* rules, const Position* at, u64 takers) noexcept nogil:
    cdef int i
    cdef u64 found
    if not takers:
        return 0
    for i in range(rules.kinds):
        found = takers & at.by_kind[rules.by_value[i]]
        if found:
            return found & (0 - found)
    return 0
