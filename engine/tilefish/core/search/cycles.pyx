from libc.stdlib cimport calloc, free

from tilefish.core.board.attacks cimport targets_of
from tilefish.core.board.position cimport BLACK_KEY, EMPTY, PIECE_KEY, Position, occupied
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport SQUARES, Bitboard, Key, Kind, Piece, Side, Square, bit, pop, u32

cdef enum:
    FEWEST_ENTRIES = 1 << 8
    ROOM = 2                  # entries for each step, at least


cdef int make_cycles(CycleTable* table, const Rules* rules) except -1:
    """Fills an empty table for a game."""
    cdef u32 size = FEWEST_ENTRIES
    cdef int steps = _for_all_steps(rules, NULL)
    while size < <u32>(ROOM * steps):
        size *= 2
    table.entries = <Cycle*>calloc(size, sizeof(Cycle))
    if table.entries == NULL:
        raise MemoryError
    table.mask = size - 1
    _for_all_steps(rules, table)
    return 0


cdef void free_cycles(CycleTable* table) noexcept:
    free(table.entries)
    table.entries = NULL


cdef int _for_all_steps(const Rules* rules, CycleTable* table) noexcept:
    """Counts the steps of all pieces on an empty board and, unless the table is NULL, stores them."""
    cdef Kind kind
    cdef Side side
    cdef Square origin, target
    cdef Bitboard targets
    cdef int steps = 0
    for kind in range(rules.kinds):
        if kind == rules.pawn:
            continue
        for side in range(2):
            for origin in range(SQUARES):
                targets = targets_of(rules, &rules.slot[kind], side, origin, 0, 0)
                while targets:
                    target = pop(&targets)
                    steps += 1
                    if table != NULL:
                        _insert(table, <Piece>(kind * 2 + side), origin, target)
    return steps


cdef inline u32 _first(const CycleTable* table, Key difference) noexcept nogil:
    return <u32>(difference >> 32) & table.mask


cdef void _insert(CycleTable* table, Piece piece, Square origin, Square target) noexcept:
    cdef Key difference = PIECE_KEY[piece][origin] ^ PIECE_KEY[piece][target] ^ BLACK_KEY
    cdef u32 place = _first(table, difference)
    while table.entries[place].difference:
        if table.entries[place].difference == difference:     # the same step back
            return
        place = (place + 1) & table.mask
    table.entries[place].difference = difference
    table.entries[place].piece = piece
    table.entries[place].squares[0] = origin
    table.entries[place].squares[1] = target


cdef bint is_step(const CycleTable* table, const Rules* rules, const Position* at, Key difference) noexcept nogil:
    """Whether a step of the side to move makes this difference to the key."""
    cdef u32 place = _first(table, difference)
    cdef const Cycle* entry
    cdef Square origin, target
    while table.entries[place].difference:
        entry = &table.entries[place]
        if entry.difference == difference:
            origin, target = entry.squares[0], entry.squares[1]
            if at.board[origin] != entry.piece:
                origin, target = target, origin
            if entry.piece & 1 != at.turn or at.board[origin] != entry.piece or at.board[target] != EMPTY:
                return False
            return targets_of(rules, &rules.slot[entry.piece >> 1], at.turn, origin, occupied(at), 0) & bit(target) != 0
        place = (place + 1) & table.mask
    return False
