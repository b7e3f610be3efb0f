"""A position as the side to move sees it while its moves are generated: checks, pins, and where they leave its pieces
free to go."""

from tilefish.core.board.attacks cimport between, riders_to
from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.lines cimport LineAt, slide_along
from tilefish.core.board.rule_tables cimport Rules, Sheaf, line_through
from tilefish.core.types cimport NO_SQUARE, SQUARES, Bitboard, Kind, Piece, Side, Square, bit, first, pop

cdef struct View:
    # A position as the side to move sees it while generating.
    #
    # Whether a move is legal is judged on the position that the world makes of this one when nothing moves
    # (`judged`, the position itself where no belt is loaded): a move that has nothing to do with the belts
    # leads there, but for its own piece. Origins and targets that do have to do with them, or that might let a
    # stone sequence through to the king, are doubtful, and such moves are tried out.
    const Rules* rules
    const Position* at
    const Position* judged
    Side us
    Bitboard occupied
    Bitboard own
    Bitboard enemies
    Bitboard doubtful_origins
    Bitboard doubtful_targets
    Bitboard belt_ends        # where loaded belts carry to
    Bitboard checkers
    Bitboard pinned
    Bitboard allowed          # where a piece that is not the king may go
    Bitboard pin_line[SQUARES]   # for pinned squares: where the pin leaves the piece free to go
    Bitboard king_goals       # the wanted targets: all, captures, or all but captures
    Bitboard goals            # the same for other pieces: where nothing is doubtful, within `allowed`
    Bitboard pawn_goals       # the same for pawns: promotions belong to the captures
    Move* out                 # NULL: the moves are only counted
    int count


cdef inline void open_view(View* view, const Rules* rules, const Position* at, Move* out) noexcept nogil:
    """The position without checks and pins; `look_from_king` finds those."""
    view.rules = rules
    view.at = at
    view.judged = at
    view.us = at.turn
    view.own = at.by_side[view.us]
    view.enemies = at.by_side[1 - view.us]
    view.occupied = view.own | view.enemies
    view.checkers = 0
    view.pinned = 0
    view.allowed = ~<Bitboard>0
    view.out = out
    view.count = 0


cdef inline void _pin(View* view, int axis, Square king, Bitboard blockers, int rider) noexcept nogil:
    cdef Bitboard line = between(view.rules, axis, king, rider)
    cdef Bitboard blocker = line & blockers
    cdef Square square = first(blocker)
    line |= bit(rider)
    # a piece can be pinned along two lines at once, and stays on both
    view.pin_line[square] = view.pin_line[square] & line if view.pinned & blocker else line
    view.pinned |= blocker


cdef inline void _look_along(View* view, const LineAt* line, int axis, Square king, Bitboard riders, Bitboard own,
                             Bitboard all_pieces) noexcept nogil:
    cdef Bitboard near, far, blockers
    riders &= line.line
    if not riders:
        return
    near = slide_along(line, all_pieces)
    view.checkers |= near & riders
    blockers = near & own
    if blockers:
        far = slide_along(line, all_pieces ^ blockers) & riders & ~near
        while far:
            _pin(view, axis, king, blockers, pop(&far))


cdef inline bint _leaps_onto(const View* view, Square checker, Square king) noexcept nogil:
    cdef Piece piece = view.judged.board[checker]
    return view.rules.slot[piece >> 1].capture[piece & 1][checker] & bit(king) != 0


cdef inline Bitboard _answers(const View* view, Square king) noexcept nogil:
    """Where a piece that is not the king may go to answer the checks. One piece can answer two: a slide and a leap
    ride along one line can be blocked on one square."""
    cdef Bitboard squares = ~<Bitboard>0, checkers = view.checkers
    while checkers:
        squares &= _answers_to(view, king, pop(&checkers))
    return squares


cdef inline Bitboard _answers_to(const View* view, Square king, Square checker) noexcept nogil:
    """The same for one checker, which may ride along two lines at once, as one that slides and leaps on: what
    answers is in the way of both."""
    cdef const Sheaf* sheaf
    cdef const LineAt* line
    cdef Bitboard squares = ~<Bitboard>0, here = bit(checker)
    cdef Bitboard occupied = view.judged.by_side[0] | view.judged.by_side[1]
    cdef Side them = 1 - view.us
    cdef int i, axis
    if _leaps_onto(view, checker, king):
        return here
    for i in range(view.rules.sheaf_count):
        sheaf = &view.rules.sheaf[i]
        if not riders_to(sheaf, view.judged, king, them) & sheaf.lines[king] & here:
            continue
        for axis in range(sheaf.first_axis, sheaf.axis_end):
            line = line_through(view.rules, king, axis)
            if line.line & here and slide_along(line, occupied) & here:
                squares &= between(view.rules, axis, king, checker) | here
    return squares


cdef inline void look_from_king(View* view) noexcept nogil:
    """Finds the checkers, the pinned pieces, and where that leaves the others free to go."""
    cdef const Rules* rules = view.rules
    cdef const Position* at = view.judged
    cdef const Sheaf* sheaf
    cdef Bitboard own = at.by_side[view.us], enemies = at.by_side[1 - view.us], riders
    cdef Square king = at.king[view.us]
    cdef Side them = 1 - view.us
    cdef int i, axis
    cdef Kind kind
    if king == NO_SQUARE:
        view.allowed = 0
        return
    for i in range(rules.leaper_count):
        kind = rules.leaper[i]
        view.checkers |= rules.slot[kind].capture_from[them][king] & at.by_kind[kind]
    view.checkers &= enemies
    for i in range(rules.sheaf_count):
        sheaf = &rules.sheaf[i]
        riders = riders_to(sheaf, at, king, them) & sheaf.lines[king]
        if riders:
            for axis in range(sheaf.first_axis, sheaf.axis_end):
                _look_along(view, line_through(rules, king, axis), axis, king, riders, own, own | enemies)
    if view.checkers:
        view.allowed = _answers(view, king)


cdef inline Bitboard free_to_go(const View* view, Square origin) noexcept nogil:
    """Where checks and pins leave a piece free to go."""
    return view.allowed & view.pin_line[origin] if view.pinned & bit(origin) else view.allowed
