from tilefish.core.board.attacks cimport attackers, in_check, is_attacked, plain_targets, targets_of
from tilefish.core.board.effects cimport carry
from tilefish.core.board.make cimport keeps_king, takers_in_passing
from tilefish.core.board.moves cimport (
    CASTLING, EN_PASSANT, Move, move_of, promoting_sequence_of, promotion_of, sequence_of, tagged,
)
from tilefish.core.board.position cimport EMPTY, Position, lift, occupied, put
from tilefish.core.board.rule_tables cimport Rules, Slot
from tilefish.core.types cimport (
    EVERYWHERE, FILE_A, FILE_H, NO_SQUARE, Bitboard, Kind, Piece, Square, ahead_of, bit, forward_of, pop, popcount,
    rank_start, span, u8,
)
from tilefish.core.board.stones cimport sequence_ends, sequence_guards
from tilefish.core.board.view cimport View, free_to_go, look_from_king, open_view

cdef enum Which:
    ALL
    NOISY                     # captures and promotions
    QUIET                     # the others


# --- taking down moves ---------------------------------------------------------------------------------------


cdef inline void _add(View* view, Move move, bint counting) noexcept nogil:
    if not counting:
        view.out[view.count] = move
    view.count += 1


cdef inline void _add_targets(View* view, Square origin, Bitboard targets, bint counting) noexcept nogil:
    if counting:
        view.count += popcount(targets)
        return
    while targets:
        view.out[view.count] = move_of(origin, pop(&targets))
        view.count += 1


cdef inline void _add_promotions(View* view, Square origin, Bitboard targets, bint counting) noexcept nogil:
    cdef Square target
    cdef int i
    if counting:
        view.count += popcount(targets) * view.rules.promotion_count[view.us]
        return
    while targets:
        target = pop(&targets)
        for i in range(view.rules.promotion_count[view.us]):
            view.out[view.count] = promotion_of(origin, target, view.rules.promotion[view.us][i])
            view.count += 1


cdef inline void _add_pawn_targets(View* view, Square origin, Bitboard targets, bint counting) noexcept nogil:
    cdef Bitboard zone = view.rules.promotion_zone[view.us]
    _add_targets(view, origin, targets & ~zone, counting)
    if targets & zone:
        _add_promotions(view, origin, targets & zone, counting)


# --- doubtful moves ------------------------------------------------------------------------------------------


cdef void _look_at_world(View* view, Position* carried) noexcept nogil:
    """Finds the position to judge on, and which moves are to be tried out."""
    cdef const Rules* rules = view.rules
    cdef Bitboard loaded = view.occupied & rules.belts
    view.belt_ends = 0
    view.doubtful_origins = rules.belts
    view.doubtful_targets = rules.belts | rules.stones
    if rules.lame_capturer_count:
        view.doubtful_origins = EVERYWHERE
        return
    if loaded:
        carried[0] = view.at[0]
        carry(rules, carried)
        view.judged = carried
        view.belt_ends = _belt_ends(rules, loaded)
        view.doubtful_origins |= view.belt_ends
        view.doubtful_targets |= view.doubtful_origins
    if rules.stones and view.judged.king[view.us] != NO_SQUARE:
        view.doubtful_origins |= rules.stones | sequence_guards(rules, view.judged, view.us)


cdef Bitboard _belt_ends(const Rules* rules, Bitboard loaded) noexcept nogil:
    cdef Bitboard ends = 0
    loaded &= ~rules.belt_fatal
    while loaded:
        ends |= bit(rules.belt_target[pop(&loaded)])
    return ends


cdef inline Bitboard _take_doubtful(View* view, Square origin, Bitboard targets, bint is_pawn) noexcept nogil:
    """Decides the doubtful moves of a piece, and returns the targets of the others."""
    cdef bint leaves_doubt = view.doubtful_origins & bit(origin) != 0
    cdef Bitboard doubtful = targets if leaves_doubt else targets & view.doubtful_targets
    cdef Bitboard rides = doubtful & view.rules.belts & ~view.occupied
    cdef Bitboard left = targets ^ doubtful
    if rides and not leaves_doubt and view.at.board[origin] >> 1 != view.rules.royal:
        doubtful ^= _take_rides(view, origin, rides, is_pawn)
    while doubtful:
        _try_out(view, origin, pop(&doubtful), is_pawn)
    return left


cdef inline void _try_out(View* view, Square origin, Square target, bint is_pawn) noexcept nogil:
    if keeps_king(view.rules, view.at, move_of(origin, target)):
        _add_one(view, origin, target, is_pawn)


cdef inline void _add_one(View* view, Square origin, Square target, bint is_pawn) noexcept nogil:
    if is_pawn:
        _add_pawn_targets(view, origin, bit(target), view.out == NULL)
    else:
        _add(view, move_of(origin, target), view.out == NULL)


cdef Bitboard _take_rides(View* view, Square origin, Bitboard rides, bint is_pawn) noexcept nogil:
    """Decides moves onto empty belts. Such a move ends where the belt does, or nowhere; where it would meet
    another carried piece there, it is left to be tried out. Returns the belts that are decided."""
    cdef const Rules* rules = view.rules
    cdef Bitboard freed = free_to_go(view, origin), decided = 0
    cdef Bitboard undecided = view.belt_ends | rules.stones
    cdef int belt, end
    cdef bint legal
    while rides:
        belt = pop(&rides)
        end = rules.belt_target[belt]
        if rules.belt_fatal & bit(belt):
            legal = freed == EVERYWHERE
        elif undecided & bit(end):
            continue
        else:
            legal = freed & bit(end) != 0 and end != view.judged.king[view.us]
        decided |= bit(belt)
        if legal:
            _add_one(view, origin, belt, is_pawn)
    return decided


# --- stone sequences -----------------------------------------------------------------------------------------


cdef void _add_sequences(View* view, Square origin, Bitboard landings) noexcept nogil:
    """The legal sequences that begin with a landing on these stones."""
    cdef Bitboard ends
    cdef Square stone
    cdef bint is_king = view.at.board[origin] >> 1 == view.rules.royal
    while landings:
        stone = pop(&landings)
        ends = sequence_ends(view.rules, view.at, origin, stone, view.enemies)
        if not view.enemies & bit(stone):
            ends &= view.goals
        if is_king or view.occupied & bit(stone) or view.doubtful_origins & bit(origin):
            ends = _tried_ends(view, origin, stone, ends)
        else:
            ends = _tried_ends(view, origin, stone, ends & view.doubtful_targets) | (
                ends & ~view.doubtful_targets & free_to_go(view, origin))
        _add_ends(view, origin, stone, ends)


cdef Bitboard _tried_ends(View* view, Square origin, Square stone, Bitboard ends) noexcept nogil:
    cdef Bitboard legal = 0
    cdef int end
    while ends:
        end = pop(&ends)
        if keeps_king(view.rules, view.at, sequence_of(origin, stone, end)):
            legal |= bit(end)
    return legal


cdef void _add_ends(View* view, Square origin, Square stone, Bitboard ends) noexcept nogil:
    cdef Bitboard promoting = 0
    cdef int end, i
    if view.at.board[origin] >> 1 == view.rules.pawn:
        promoting = ends & view.rules.promotion_zone[view.us]
        ends ^= promoting
    if view.out == NULL:
        view.count += popcount(ends) + popcount(promoting) * view.rules.promotion_count[view.us]
        return
    while ends:
        _add(view, sequence_of(origin, stone, pop(&ends)), False)
    while promoting:
        end = pop(&promoting)
        for i in range(view.rules.promotion_count[view.us]):
            _add(view, promoting_sequence_of(origin, stone, end, view.rules.promotion[view.us][i]), False)


# --- pieces --------------------------------------------------------------------------------------------------


cdef inline void _generate_officers(View* view, bint counting, bint sure) noexcept nogil:
    """Every piece that is neither the royal one nor an orthodox pawn."""
    cdef const Rules* rules = view.rules
    cdef const Slot* slot
    cdef Bitboard pieces, targets
    cdef int i
    cdef Kind kind
    cdef Square origin
    for i in range(rules.officer_count):
        kind = rules.officer[i]
        slot = &rules.slot[kind]
        pieces = view.at.by_kind[kind] & view.own
        while pieces:
            origin = pop(&pieces)
            if sure and not slot.has_lame and kind != rules.pawn and (
                    not rules.reach[kind][view.us][origin] & view.goals):
                continue
            if slot.plain:
                targets = plain_targets(slot, view.us, origin, view.occupied) & ~view.own
            else:
                targets = targets_of(rules, slot, view.us, origin, view.occupied, view.enemies)
            if not sure:
                if targets & rules.stones:
                    _add_sequences(view, origin, targets & rules.stones)
                targets &= ~rules.stones & (view.pawn_goals if kind == rules.pawn else view.goals)
                targets = _take_doubtful(view, origin, targets, kind == rules.pawn)
            targets &= view.allowed & (view.pawn_goals if kind == rules.pawn else view.goals)
            if view.pinned & bit(origin):
                targets &= view.pin_line[origin]
            if kind == rules.pawn:
                _add_pawn_targets(view, origin, targets, counting)
            else:
                _add_targets(view, origin, targets, counting)


cdef inline Bitboard _shifted(Bitboard squares, int shift) noexcept nogil:
    return squares << shift if shift > 0 else squares >> -shift


cdef inline Bitboard _pushes_twice(View* view, Bitboard pawns, Bitboard free) noexcept nogil:
    return ahead_of(ahead_of(pawns & view.rules.double_from[view.us], view.us) & free, view.us) & free


cdef inline void _add_shifted(View* view, Bitboard targets, int shift, bint counting, bint sure) noexcept nogil:
    """Pawn moves that all have the same direction: the origin is `shift` behind the target."""
    cdef Bitboard promoting
    cdef Square target
    if not sure:
        targets = _take_doubtful_pawns(view, targets, shift)
    targets &= view.allowed & view.pawn_goals
    if not targets:
        return
    promoting = targets & view.rules.promotion_zone[view.us]
    targets ^= promoting
    if counting:
        view.count += popcount(targets) + popcount(promoting) * view.rules.promotion_count[view.us]
        return
    while targets:
        target = pop(&targets)
        view.out[view.count] = move_of(target - shift, target)
        view.count += 1
    while promoting:
        target = pop(&promoting)
        _add_promotions(view, target - shift, bit(target), counting)


cdef Bitboard _take_doubtful_pawns(View* view, Bitboard targets, int shift) noexcept nogil:
    """Takes landings on stones and doubtful moves out of moves in one direction."""
    cdef Bitboard landings = targets & view.rules.stones
    cdef Bitboard doubtful = targets & ~landings & (
        view.doubtful_targets | _shifted(view.doubtful_origins, shift))
    cdef Square target
    targets &= ~(landings | doubtful)
    doubtful &= view.pawn_goals
    while landings:
        target = pop(&landings)
        _add_sequences(view, target - shift, bit(target))
    while doubtful:
        target = pop(&doubtful)
        _take_doubtful(view, target - shift, bit(target), True)
    return targets


cdef inline void _generate_pawns(View* view, bint counting, bint sure) noexcept nogil:
    """Orthodox pawns, all at once; pinned ones by themselves."""
    cdef const Rules* rules = view.rules
    cdef Bitboard pawns = view.at.by_kind[rules.pawn] & view.own
    cdef Bitboard pinned = pawns & view.pinned
    cdef Bitboard free = rules.safe & ~view.occupied
    cdef int forward = forward_of(view.us)
    pawns ^= pinned
    _add_shifted(view, ahead_of(pawns, view.us) & free, forward, counting, sure)
    _add_shifted(view, _pushes_twice(view, pawns, free), 2 * forward, counting, sure)
    _add_shifted(view, ahead_of((pawns & ~FILE_A) >> 1, view.us) & view.enemies, forward - 1, counting, sure)
    _add_shifted(view, ahead_of((pawns & ~FILE_H) << 1, view.us) & view.enemies, forward + 1, counting, sure)
    while pinned:
        _generate_pinned_pawn(view, pop(&pinned), free, counting, sure)


cdef inline void _generate_pinned_pawn(View* view, Square origin, Bitboard free, bint counting,
                                       bint sure) noexcept nogil:
    cdef const Rules* rules = view.rules
    cdef Bitboard targets = rules.slot[rules.pawn].capture[view.us][origin] & view.enemies
    targets |= ahead_of(bit(origin), view.us) & free
    targets |= _pushes_twice(view, bit(origin), free)
    if not sure:
        if targets & rules.stones:
            _add_sequences(view, origin, targets & rules.stones)
        targets = _take_doubtful(view, origin, targets & ~rules.stones & view.pawn_goals, True)
    _add_pawn_targets(view, origin, targets & view.allowed & view.pin_line[origin] & view.pawn_goals, counting)


cdef void _generate_en_passant(View* view, bint sure) noexcept nogil:
    """Each capture is judged by the lines that it opens, or tried out."""
    cdef const Rules* rules = view.rules
    cdef Square passed = view.at.en_passant
    cdef Bitboard pawns = takers_in_passing(rules, view.at)
    cdef Square origin
    while pawns:
        origin = pop(&pawns)
        if _may_take_passing(view, origin) if sure else keeps_king(
                rules, view.at, tagged(origin, passed, EN_PASSANT)):
            _add(view, tagged(origin, passed, EN_PASSANT), view.out == NULL)


cdef bint _may_take_passing(View* view, Square origin) noexcept nogil:
    cdef int victim = view.at.en_passant_pawn
    cdef Bitboard after = view.occupied ^ bit(origin) ^ bit(victim) ^ bit(view.at.en_passant)
    cdef Bitboard attacking = attackers(view.rules, view.at, view.at.king[view.us], after, 1 - view.us)
    return not attacking & ~bit(victim)


# --- the king ------------------------------------------------------------------------------------------------


cdef inline void _generate_king(View* view, bint counting, bint sure) noexcept nogil:
    cdef const Rules* rules = view.rules
    cdef const Position* judged = view.judged
    cdef Square king = view.at.king[view.us], target
    cdef Bitboard targets = targets_of(
        rules, &rules.slot[rules.royal], view.us, king, view.occupied, view.enemies)
    cdef Bitboard without_king
    if not sure:
        if targets & rules.stones:
            _add_sequences(view, king, targets & rules.stones)
        if rules.stones:
            view.doubtful_origins |= bit(king)
        targets = _take_doubtful(view, king, targets & view.king_goals & ~rules.stones, False)
    targets &= view.king_goals
    without_king = (judged.by_side[0] | judged.by_side[1]) & ~bit(king)
    while targets:
        target = pop(&targets)
        if not is_attacked(rules, judged, target, without_king, 1 - view.us):
            _add(view, move_of(king, target), counting)


cdef void _generate_castling(View* view, bint sure) noexcept nogil:
    cdef Bitboard rooks = view.at.castling & view.own
    cdef Square king = view.at.king[view.us], rook
    if view.checkers != 0 if sure else in_check(view.rules, view.at, view.us):
        return
    while rooks:
        rook = pop(&rooks)
        if _may_castle(view, king, rook, sure):
            _add(view, tagged(king, rook, CASTLING), view.out == NULL)


cdef bint _may_castle(View* view, Square king, Square rook, bint sure) noexcept nogil:
    cdef const Rules* rules = view.rules
    cdef int wing = 0 if rook > king else 1
    cdef int rank = rank_start(king)
    cdef int king_to = rank + rules.castle_king_file[wing]
    cdef int rook_to = rank + rules.castle_rook_file[wing]
    cdef Bitboard others = view.occupied ^ bit(king) ^ bit(rook)
    cdef Bitboard way = span(king, king_to) | span(rook, rook_to)
    cdef Bitboard crossed = span(king, king_to) & ~bit(king) & ~bit(king_to)
    if way & (others | ~rules.safe):
        return False
    while crossed:
        if _would_be_in_check(view, king, pop(&crossed), sure):
            return False
    if not sure:
        return keeps_king(rules, view.at, tagged(king, rook, CASTLING))
    return not is_attacked(rules, view.at, king_to, others | bit(rook_to), 1 - view.us)


cdef bint _would_be_in_check(View* view, Square king, Square square, bint sure) noexcept nogil:
    """Whether the king would be in check on a square that castling crosses, the board as it is."""
    cdef Position crossing
    if sure:
        return is_attacked(view.rules, view.at, square, view.occupied, 1 - view.us)
    crossing = view.at[0]
    _shift_king(view.rules, &crossing, king, square)
    return in_check(view.rules, &crossing, view.us)


cdef void _shift_king(const Rules* rules, Position* at, Square king, Square square) noexcept nogil:
    cdef Piece piece = at.board[king]
    if at.board[square] != EMPTY:   # the castling rook, in Chess960: the king stands in its place
        lift(rules, at, square)
    lift(rules, at, king)
    put(rules, at, piece, square)
    at.king[piece & 1] = <u8>square


# --- all of it -----------------------------------------------------------------------------------------------


cdef inline void _set_goals(View* view, Which which, Bitboard victims, bint sure) noexcept nogil:
    cdef Bitboard promoting = view.rules.promotion_zone[view.us]
    view.king_goals = view.pawn_goals = EVERYWHERE
    if which == NOISY:
        view.king_goals = victims
        view.pawn_goals = victims | promoting
    elif which == QUIET:
        view.king_goals = ~view.enemies
        view.pawn_goals = ~(view.enemies | promoting)
    view.goals = view.king_goals
    if sure:
        view.goals &= view.allowed
        view.pawn_goals &= view.allowed


cdef inline int _generate(const Rules* rules, const Position* at, Move* out, bint counting,
                          bint sure, Which which, Bitboard victims) noexcept nogil:
    """`sure`: nothing in this game is ever doubtful."""
    cdef View view
    cdef Position carried
    if at.king[at.turn] == NO_SQUARE:
        return 0
    open_view(&view, rules, at, out)
    if not sure:
        _look_at_world(&view, &carried)
    look_from_king(&view)
    _set_goals(&view, which, victims, sure)
    if view.allowed or not sure:
        _generate_officers(&view, counting, sure)
        if rules.orthodox_pawn:
            _generate_pawns(&view, counting, sure)
        if at.en_passant != NO_SQUARE and which != QUIET:
            _generate_en_passant(&view, sure)
        if at.castling & view.own and which != NOISY:
            _generate_castling(&view, sure)
    _generate_king(&view, counting, sure)
    return view.count


cdef int legal_moves(const Rules* rules, const Position* at, Move* out) noexcept nogil:
    """Writes all legal moves; `out` has room for `rules.move_capacity` of them."""
    if rules.needs_legality_test:
        return _generate(rules, at, out, False, False, ALL, 0)
    return _generate(rules, at, out, False, True, ALL, 0)


cdef int noisy_moves(const Rules* rules, const Position* at, Bitboard victims, Move* out) noexcept nogil:
    """Writes the legal captures of these enemies, and promotions."""
    return _generate(rules, at, out, False, not rules.needs_legality_test, NOISY, victims)


cdef int quiet_moves(const Rules* rules, const Position* at, Move* out) noexcept nogil:
    """Writes the legal moves that `noisy_moves` leaves out, in a game without doubtful moves."""
    return _generate(rules, at, out, False, True, QUIET, 0)


cdef int count_legal(const Rules* rules, const Position* at) noexcept nogil:
    """The number of legal moves."""
    if rules.needs_legality_test:
        return _generate(rules, at, NULL, True, False, ALL, 0)
    return _generate(rules, at, NULL, True, True, ALL, 0)


cdef bint has_moves(const Rules* rules, const Position* at, int enough) noexcept nogil:
    """Whether there are at least that many legal moves. The moves of pieces that are not pinned mostly suffice."""
    cdef View view
    cdef Bitboard pieces, pushed
    cdef int i, found
    cdef Kind kind
    if rules.needs_legality_test or at.king[at.turn] == NO_SQUARE:
        return count_legal(rules, at) >= enough
    open_view(&view, rules, at, NULL)
    look_from_king(&view)
    pieces = view.own & ~view.pinned
    found = 0
    if rules.orthodox_pawn:
        pushed = ahead_of(pieces & at.by_kind[rules.pawn], view.us)
        found = popcount(pushed & rules.safe & ~view.occupied & view.allowed)
    for i in range(rules.officer_count):
        if found >= enough:
            return True
        kind = rules.officer[i]
        found += _free_moves(&view, &rules.slot[kind], at.by_kind[kind] & pieces)
    return found >= enough or count_legal(rules, at) >= enough


cdef inline int _free_moves(const View* view, const Slot* slot, Bitboard pieces) noexcept nogil:
    cdef int found = 0
    while pieces:
        found += popcount(view.allowed & targets_of(
            view.rules, slot, view.us, pop(&pieces), view.occupied, view.enemies))
    return found
