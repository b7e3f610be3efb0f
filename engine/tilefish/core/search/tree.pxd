"""What the nodes of principal variation search and of quiescence search share: draws, table probes, making a move."""

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.endings cimport too_little_material
from tilefish.core.board.make cimport make
from tilefish.core.board.movegen cimport count_legal
from tilefish.core.board.moves cimport ORDINARY, PROMOTION, Move, origin_of, tag_of, target_of
from tilefish.core.board.position cimport Position, likely_key
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.search.cycles cimport is_step
from tilefish.core.search.nodes cimport from_table
from tilefish.core.search.transposition_table cimport BOUND_NONE, NO_VALUE, TTData, fetch, probe
from tilefish.core.search.worker cimport MATE, USE_TABLE, USE_UPCOMING_REPETITION, Frame, Worker, enabled
from tilefish.core.types cimport SQUARES, Side, Value, bit

cdef enum:
    DRAW = 0
    COUNT_NEAR = 90           # quiet plies from which on there is no cut-off by the table: keys have no move count


cdef inline bint _repeats(const Worker* worker, int ply) noexcept nogil:
    """Draw by repetition: once since the root, or, with the game, one time less than the variant's rule says."""
    cdef const Position* at = &worker.frames[ply].at
    cdef int last = worker.keys_before + ply - 1
    cdef int oldest = 0 if worker.rules.belts else last - at.halfmove
    cdef int i, before = 0
    if oldest < 0:
        oldest = 0
    for i in range(last - 2, oldest - 1, -2):
        if worker.keys[i] == at.key:
            before += 1
            if i >= worker.keys_before or before >= worker.rules.repetition - 1:
                return True
    return False


cdef inline bint can_repeat(const Worker* worker, int ply) noexcept nogil:
    """Upcoming repetition: whether a move of the side to move leads to a position that was there since the root."""
    cdef const Position* at = &worker.frames[ply].at
    cdef int most = min(ply - 1, at.halfmove), back
    if most < 3 or worker.cycles == NULL or not enabled(worker, USE_UPCOMING_REPETITION):
        return False
    if worker.frames[ply - 1].played == 0:
        return False
    for back in range(3, most + 1, 2):
        # not beyond a null move
        if worker.frames[ply - back].played == 0 or worker.frames[ply - back + 1].played == 0:
            return False
        if is_step(worker.cycles, worker.rules, at, at.key ^ worker.keys[worker.keys_before + ply - 1 - back]):
            return True
    return False


cdef inline bint is_draw(const Worker* worker, int ply) noexcept nogil:
    cdef const Rules* rules = worker.rules
    cdef const Position* at = &worker.frames[ply].at
    if rules.repetition and _repeats(worker, ply):
        return True
    if rules.quiet_plies and at.halfmove >= rules.quiet_plies:
        return not worker.frames[ply].checked or count_legal(rules, at) != 0
    return too_little_material(rules, at)


cdef inline Value no_move(const Worker* worker, int ply) noexcept nogil:
    # Checkmate or stalemate
    return ply - MATE if worker.frames[ply].checked or worker.rules.stalemate_loss else DRAW


cdef inline bint probe_table(const Worker* worker, int ply, TTData* tt) noexcept nogil:
    """Probes the transposition table. Mate scores are counted from the root."""
    tt.move = 0
    tt.bound = BOUND_NONE
    tt.was_pv = False
    tt.depth = 0
    tt.score = 0
    tt.value = NO_VALUE
    if not enabled(worker, USE_TABLE) or not probe(worker.table, worker.frames[ply].at.key, tt):
        return False
    tt.score = from_table(tt.score, ply)
    if tt.move:
        fetch(worker.table, likely_key(&worker.frames[ply].at, origin_of(tt.move), target_of(tt.move)))
    return True


cdef inline void play(Worker* worker, int ply, Move move) noexcept nogil:
    cdef Frame* here = &worker.frames[ply]
    cdef Frame* after = &worker.frames[ply + 1]
    after.positional_rest = here.positional_rest
    here.played = move
    here.played_piece = here.at.board[origin_of(move)]
    here.continuation = &worker.continuation[
        (here.played_piece * SQUARES + target_of(move)) * 2 * worker.rules.kinds * SQUARES]
    make(worker.rules, &here.at, move, &after.at)
    fetch(worker.table, after.at.key)
    worker.keys[worker.keys_before + ply] = after.at.key
    after.checked = _may_give_check(worker.rules, &after.at, move) and in_check(
        worker.rules, &after.at, after.at.turn)


cdef inline bint _may_give_check(const Rules* rules, const Position* after, Move move) noexcept nogil:
    """False if the move cannot give check: its squares are neither on a line to the king nor where the king can be
    attacked from."""
    cdef Side them = after.turn
    if rules.needs_legality_test or (tag_of(move) != ORDINARY and tag_of(move) != PROMOTION):
        return True
    return rules.exposed[them][after.king[them]] & (bit(origin_of(move)) | bit(target_of(move))) != 0


cdef inline Move move_to(const Worker* worker, int ply) noexcept nogil:
    """For the trace: the move that led to a node, or the excluded move of a singular extension search."""
    if worker.frames[ply].excluded:
        return worker.frames[ply].excluded
    return worker.frames[ply - 1].played if ply else 0
