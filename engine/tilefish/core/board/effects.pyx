from tilefish.core.board.events cimport CARRIED, CRUSHED, EventLog, EventTag, record
from tilefish.core.board.position cimport EMPTY, Position, drop_castling, lift, occupied, put
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport NO_SQUARE, SQUARES, Bitboard, Piece, Square, bit, pop, u8


cdef void destroy(const Rules* rules, Position* at, Square square) noexcept nogil:
    """Takes a piece out of the game."""
    cdef Piece piece = at.board[square]
    at.halfmove = 0
    if piece >> 1 == rules.royal:
        at.king[piece & 1] = NO_SQUARE
        drop_castling(at, at.by_side[piece & 1])
    drop_castling(at, bit(square))
    lift(rules, at, square)


cdef Bitboard carry(const Rules* rules, Position* at) noexcept nogil:
    """Lets every belt carry its piece one tile, all at once. Returns the squares that something left or
    reached."""
    return _carry(rules, at, NULL)


cdef Bitboard carry_logged(const Rules* rules, Position* at, EventLog* log) noexcept nogil:
    """The same, recorded unless the log is NULL."""
    return _carry(rules, at, log)


cdef inline Bitboard _carry(const Rules* rules, Position* at, EventLog* log) noexcept nogil:
    cdef Bitboard carried = occupied(at) & rules.belts
    cdef Bitboard left = carried, reached = 0, waiting
    cdef Square origin, target
    cdef Piece piece
    cdef u8 piece_from[SQUARES]
    if not carried:
        return 0
    waiting = carried
    while waiting:
        origin = pop(&waiting)
        piece_from[origin] = at.board[origin]
        _leave_belt(rules, at, origin, log)
    waiting = carried & ~rules.belt_fatal
    while waiting:              # from the smallest belt tile: it wins where two meet
        origin = pop(&waiting)
        target = rules.belt_target[origin]
        piece = piece_from[origin]
        if reached & bit(target):
            record(log, CRUSHED, origin, target, piece, 0)
            _lose(rules, at, piece)
            continue
        if at.board[target] != EMPTY:
            record(log, CRUSHED, target, NO_SQUARE, at.board[target], 0)
            destroy(rules, at, target)
        record(log, CARRIED, origin, target, piece, 0)
        put(rules, at, piece, target)
        reached |= bit(target)
        if piece >> 1 == rules.royal:
            at.king[piece & 1] = <u8>target
    return left | reached


cdef inline void _leave_belt(const Rules* rules, Position* at, Square origin, EventLog* log) noexcept nogil:
    """Takes a carried piece off its belt, for good where the belt ends in destruction."""
    cdef Piece piece = at.board[origin]
    if bit(origin) & rules.belt_fatal:
        record(log, <EventTag>rules.belt_end[origin], origin, rules.belt_target[origin], piece, 0)
        destroy(rules, at, origin)
        return
    drop_castling(at, at.by_side[piece & 1] if piece >> 1 == rules.royal else bit(origin))
    lift(rules, at, origin)


cdef void _lose(const Rules* rules, Position* at, Piece piece) noexcept nogil:
    """A carried piece that found its tile taken."""
    at.halfmove = 0
    if piece >> 1 == rules.royal:
        at.king[piece & 1] = NO_SQUARE
