from tilefish.core.clock cimport read_flag
from tilefish.core.board.make cimport make
from tilefish.core.board.movegen cimport count_legal, legal_moves
from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport Depth, u64


cdef enum:
    LOOK_FROM = 4             # plies from the leaves below which `cancelled` is not polled


cdef u64 count_leaves(const Rules* rules, const Position* at, Depth depth, Move* buffer,
                      int* cancelled) noexcept nogil:
    """Leaves below a position, the last ply only counted. `buffer` holds `depth * rules.move_capacity` moves.
    Once `cancelled` is set from another thread, the count is worth nothing and soon over."""
    cdef Position after
    cdef u64 leaves = 0
    cdef int found, i
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal(rules, at)
    if depth >= LOOK_FROM and read_flag(cancelled):
        return 0
    found = legal_moves(rules, at, buffer)
    for i in range(found):
        make(rules, at, buffer[i], &after)
        leaves += count_leaves(rules, &after, depth - 1, buffer + found, cancelled)
    return leaves
