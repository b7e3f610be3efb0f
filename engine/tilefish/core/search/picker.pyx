from tilefish.core.board.attacks cimport capture_origins, targets_of
from tilefish.core.evaluation.exchange cimport exchange_wins, taken_value
from tilefish.core.board.movegen cimport legal_moves, noisy_moves, quiet_moves
from tilefish.core.board.moves cimport ORDINARY, Move, origin_of, promotes, tag_of, target_of
from tilefish.core.search.ordering cimport is_noisy, score_noisy, score_quiets
from tilefish.core.board.position cimport EMPTY, Position, likely_key, occupied
from tilefish.core.board.rule_tables cimport NO_KIND, Rules
from tilefish.core.types cimport NO_SQUARE, Bitboard, Kind, Piece, Side, Square, ahead_of, bit, u32, u64
from tilefish.core.search.transposition_table cimport fetch
from tilefish.core.search.worker cimport INFINITE, Worker


cdef void begin_picking(Picker* picker, Worker* worker, int ply, Move tt_move, bint quiets) noexcept nogil:
    """All legal moves of a frame, or captures and promotions only; in check, all evasions."""
    cdef bint checked = worker.frames[ply].checked
    _begin(picker, worker, ply, tt_move)
    picker.quiets = quiets or checked
    picker.all_at_once = checked or (quiets and worker.rules.needs_legality_test)
    if picker.all_at_once:
        _partition(picker, legal_moves(worker.rules, &worker.frames[ply].at, picker.moves))


cdef void begin_quiescence_picking(Picker* picker, Worker* worker, int ply, Move tt_move, bint checks) noexcept nogil:
    """Captures and promotions, with `checks` also quiet moves that give a direct check; in check, all evasions. Where
    doubtful moves are costly there are no checks."""
    begin_picking(picker, worker, ply, tt_move, False)
    if checks and not picker.quiets and not worker.rules.needs_legality_test:
        picker.quiets = picker.only_checks = True


cdef void pick_from_root(Picker* picker, Worker* worker) noexcept nogil:
    """The root moves without those of earlier MultiPV lines, the best one so far first."""
    cdef int i, count = worker.root_count - worker.root_from
    _begin(picker, worker, 0, worker.roots[worker.root_from].move)
    picker.quiets = picker.all_at_once = True
    for i in range(count):
        picker.moves[i] = worker.roots[worker.root_from + i].move
    _partition(picker, count)


cdef void end_picking(Picker* picker) noexcept nogil:
    """Frees the part of the move buffer. Pickers end in reverse order."""
    picker.worker.move_buffer = picker.moves
    picker.worker.scores = picker.scores


cdef Move next_move(Picker* picker) noexcept nogil:
    """The next move, or 0."""
    cdef Move move
    # Transposition table move
    if picker.stage == TT_MOVE:
        picker.stage = BEFORE_CAPTURES
        if picker.tt_move and _may_play_tt_move(picker):
            return picker.tt_move
        picker.tt_move = 0
    # Good captures and promotions
    if picker.stage == BEFORE_CAPTURES:
        picker.stage = GOOD_CAPTURES
        picker.is_noisy = True
        _begin_captures(picker)
    if picker.stage == GOOD_CAPTURES:
        move = _next_good_capture(picker)
        if move:
            return move
        picker.stage = QUIET
        picker.is_noisy = False
        if picker.quiets:
            _begin_quiets(picker)
    # Quiet moves: killer moves and the counter move have the highest scores
    if picker.stage == QUIET:
        move = _best_left(picker, picker.end) if picker.quiets else 0
        if move:
            return move
        picker.stage = BAD_CAPTURES
        picker.is_noisy = True
        picker.place = 0
    # Bad captures
    if picker.place < picker.put_aside:
        picker.place += 1
        return picker.moves[picker.place - 1]
    return 0


# --- the stages ----------------------------------------------------------------------------------------------


cdef void _begin(Picker* picker, Worker* worker, int ply, Move tt_move) noexcept nogil:
    picker.worker = worker
    picker.ply = ply
    picker.stage = TT_MOVE
    picker.tt_move= tt_move
    picker.least = -INFINITE
    picker.only_checks = False
    picker.moves = worker.move_buffer
    picker.scores = worker.scores
    picker.noisy_end = picker.end = picker.place = picker.ahead = picker.put_aside = 0


cdef inline void _reserve(Picker* picker) noexcept nogil:
    picker.worker.move_buffer = &picker.moves[picker.end]
    picker.worker.scores = &picker.scores[picker.end]


cdef void _partition(Picker* picker, int count) noexcept nogil:
    """Partition: captures and promotions first."""
    cdef Move move
    cdef int i
    for i in range(count):
        move = picker.moves[i]
        if is_noisy(picker.worker, picker.ply, move):
            picker.moves[i] = picker.moves[picker.noisy_end]
            picker.moves[picker.noisy_end] = move
            picker.noisy_end += 1
    picker.end = count
    _reserve(picker)


cdef bint _may_play_tt_move(Picker* picker) noexcept nogil:
    cdef int i
    picker.is_noisy = is_noisy(picker.worker, picker.ply, picker.tt_move)
    if picker.all_at_once:
        for i in range(picker.end):
            if picker.moves[i] == picker.tt_move:
                return True
        return False
    return ((picker.quiets and not picker.only_checks) or picker.is_noisy) and _is_pseudo_legal(
        picker.worker.rules, &picker.worker.frames[picker.ply].at, picker.tt_move)


cdef bint _is_pseudo_legal(const Rules* rules, const Position* at, Move move) noexcept nogil:
    """Whether a move of the table is pseudo-legal: guards against key collisions. Legality is not tested, since the
    entry is for this position. Moves with a tag (castling, en passant, ...) come with their stage."""
    cdef Piece piece = at.board[origin_of(move)]
    cdef Side us = at.turn
    if tag_of(move) != ORDINARY or piece == EMPTY or piece & 1 != us:
        return False
    if piece >> 1 == rules.pawn and rules.promotion_zone[us] & bit(target_of(move)):
        return False
    return targets_of(rules, &rules.slot[piece >> 1], us, origin_of(move), occupied(at),
                      at.by_side[1 - us]) & bit(target_of(move)) != 0


cdef inline Bitboard _worth_taking(const Rules* rules, const Position* at, int least) noexcept nogil:
    cdef Bitboard enemies = at.by_side[1 - at.turn]
    cdef int i
    for i in range(rules.kinds):
        if rules.value[0][rules.by_value[i]] >= least:
            break
        enemies &= ~at.by_kind[rules.by_value[i]]
    return enemies


cdef inline bint _may_promote(const Rules* rules, const Position* at) noexcept nogil:
    """Whether a pawn may promote with its next move. By stones, and with unorthodox pawns, from anywhere."""
    cdef Bitboard zone = rules.promotion_zone[at.turn]
    if rules.pawn == NO_KIND:
        return False
    if rules.stones or not rules.orthodox_pawn:
        return True
    return at.by_kind[rules.pawn] & at.by_side[at.turn] & ahead_of(zone, 1 - at.turn) != 0


cdef inline void _begin_captures(Picker* picker) noexcept nogil:
    cdef const Position* at = &picker.worker.frames[picker.ply].at
    cdef Bitboard victims
    if not picker.all_at_once:
        victims = _worth_taking(picker.worker.rules, at, picker.least)
        if victims or _may_promote(picker.worker.rules, at):
            picker.noisy_end = picker.end = noisy_moves(picker.worker.rules, at, victims, picker.moves)
        _reserve(picker)
    score_noisy(picker.worker, picker.ply, picker.moves, picker.scores, picker.noisy_end)


cdef inline void _begin_quiets(Picker* picker) noexcept nogil:
    cdef bint any_checks = _find_checks(picker)
    picker.place = picker.noisy_end
    if picker.only_checks and not any_checks:
        return
    if not picker.all_at_once:
        picker.end += quiet_moves(
            picker.worker.rules, &picker.worker.frames[picker.ply].at, &picker.moves[picker.noisy_end])
        if picker.only_checks:
            _keep_checks(picker)
        _reserve(picker)
    score_quiets(picker.worker, picker.ply, &picker.moves[picker.place], &picker.scores[picker.place],
                 picker.end - picker.place, picker.checks_from)


cdef inline void _keep_checks(Picker* picker) noexcept nogil:
    """Of the quiet moves only direct checks are left."""
    cdef int i, kept = picker.noisy_end
    for i in range(picker.noisy_end, picker.end):
        if gives_check(picker, picker.moves[i]):
            picker.moves[kept] = picker.moves[i]
            kept += 1
    picker.end = kept


cdef inline bint _find_checks(Picker* picker) noexcept nogil:
    """Sets `checks_from`; whether a piece of the side to move could be there."""
    cdef bint found = False
    cdef const Rules* rules = picker.worker.rules
    cdef const Position* at = &picker.worker.frames[picker.ply].at
    cdef Kind kind
    cdef Square king = at.king[1 - at.turn]
    for kind in range(rules.kinds):
        picker.checks_from[kind] = 0
        if king != NO_SQUARE and at.by_kind[kind] & at.by_side[at.turn]:
            picker.checks_from[kind] = capture_origins(rules, &rules.slot[kind], king, occupied(at), at.turn)
            found = found or picker.checks_from[kind] & ~occupied(at) != 0
    return found


cdef bint gives_check(const Picker* picker, Move move) noexcept nogil:
    """Whether a quiet move gives a direct check."""
    cdef Piece piece = picker.worker.frames[picker.ply].at.board[origin_of(move)]
    return picker.checks_from[piece >> 1] & bit(target_of(move)) != 0


cdef inline Move _next_good_capture(Picker* picker) noexcept nogil:
    """The best remaining good capture. Bad captures (SEE below 0) are put aside."""
    cdef const Rules* rules = picker.worker.rules
    cdef const Position* at = &picker.worker.frames[picker.ply].at
    cdef Move move
    cdef int taken
    while True:
        move = _best_left(picker, picker.noisy_end)
        if not move or promotes(move):
            return move
        taken = taken_value(rules, at, move)
        if taken < picker.least:
            continue
        if rules.value[0][at.board[origin_of(move)] >> 1] <= taken or exchange_wins(rules, at, move, 0):
            return move
        picker.moves[picker.put_aside] = move
        picker.put_aside += 1


cdef inline void _fetch(const Picker* picker, Move move) noexcept nogil:
    """Prefetches the table entry of the position after a move, before the move is made: memory is slow. If the world
    changes more than the move, `_play` in search.pyx prefetches again."""
    cdef const Position* at = &picker.worker.frames[picker.ply].at
    fetch(picker.worker.table, likely_key(at, origin_of(move), target_of(move)))


cdef inline Move _best_left(Picker* picker, int end) noexcept nogil:
    """Takes the move with the highest score, or 0; skips the table's move. Finds the next one at once, so that its
    table entry is prefetched while this one is searched."""
    cdef Move move
    cdef int best
    while picker.place < end:
        best = picker.ahead
        if not best:
            best = _highest(picker, end)
            _fetch(picker, picker.moves[best])
        move = picker.moves[best]
        picker.moves[best], picker.scores[best] = picker.moves[picker.place], picker.scores[picker.place]
        picker.place += 1
        picker.ahead = 0
        if move != picker.tt_move:
            if picker.place < end:
                picker.ahead = _highest(picker, end)
                _fetch(picker, picker.moves[picker.ahead])
            return move
    return 0


cdef inline int _highest(const Picker* picker, int end) noexcept nogil:
    """The index of the highest score, the first of equal ones. Score and index are compared as one number, without a
    branch: the processor could not predict it."""
    cdef const int* scores = picker.scores
    cdef int i
    cdef long long rank, highest = (<long long>scores[picker.place] << 32) - picker.place
    for i in range(picker.place + 1, end):
        rank = (<long long>scores[i] << 32) - i
        highest = rank if rank > highest else highest
    return <int><u32>(0 - <u64>highest)
