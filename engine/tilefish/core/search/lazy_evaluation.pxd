"""Static evaluation of a node, from cheapest to most exact: lazy evaluation, full evaluation, corrected evaluation."""

from tilefish.core.search.correction cimport correction
from tilefish.core.evaluation.endgame cimport FEW_PIECES
from tilefish.core.evaluation.evaluate cimport evaluate, material_and_squares
from tilefish.core.board.moves cimport target_of
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport SQUARES, WHITE, Value, popcount, several, u32
from tilefish.core.search.transposition_table cimport NO_VALUE, TTData
from tilefish.core.search.worker cimport HIGHEST, MARGIN_PARTS, USE_CORRECTIONS, USE_ENDGAMES, Frame, Worker, enabled

cdef enum:
    MARGIN_RISE = 19          # for each lazy evaluation outside the margin, 19 inside
    LINEAR_LIMIT = 20000      # beyond it evaluations are compressed
    COMPRESSION = 128


cdef inline Value clamp_value(Value value) noexcept nogil:
    """An evaluation as a search score: never a mate score. Beyond the worth of any chess army differences are
    compressed, so that more is still better."""
    if value > LINEAR_LIMIT:
        value = LINEAR_LIMIT + (value - LINEAR_LIMIT) // COMPRESSION
        return value if value < HIGHEST else HIGHEST
    if value < -LINEAR_LIMIT:
        value = -LINEAR_LIMIT - (-LINEAR_LIMIT - value) // COMPRESSION
        return value if value > -HIGHEST else -HIGHEST
    return value


cdef inline Value _material_and_squares(const Worker* worker, int ply) noexcept nogil:
    return material_and_squares(worker.rules, &worker.frames[ply].at, enabled(worker, USE_ENDGAMES))


cdef inline void _record_rest(Worker* worker, int ply, Value value) noexcept nogil:
    """Records the positional rest of an evaluation (all but material and squares) for the nodes below."""
    cdef int rest = value - _material_and_squares(worker, ply)
    worker.frames[ply].positional_rest = rest if worker.frames[ply].at.turn == WHITE else -rest


cdef inline void _update_margin(Worker* worker, int off) noexcept nogil:
    """Moves the margin towards the error that 19 of 20 lazy evaluations stay within."""
    worker.lazy_margin += MARGIN_RISE if off * MARGIN_PARTS > worker.lazy_margin else -1


cdef inline Value lazy_margin(const Worker* worker) noexcept nogil:
    """The error in centipawns that 19 of 20 lazy evaluations stay within."""
    return worker.lazy_margin // MARGIN_PARTS


cdef inline bint lazy_eval(const Worker* worker, int ply, Value* value) noexcept nogil:
    """Lazy evaluation: material and squares of this node, positional rest of the last evaluation above it. Returns
    False with few pieces and on worlds with stones, bridges or belts: there one move may change the rest."""
    cdef const Rules* rules = worker.rules
    cdef const Position* at = &worker.frames[ply].at
    cdef int rest
    if (rules.stones | rules.bridges | rules.belts) or popcount(occupied(at)) <= FEW_PIECES:
        return False
    rest = worker.frames[ply].positional_rest
    value[0] = clamp_value(_material_and_squares(worker, ply) + (rest if at.turn == WHITE else -rest))
    return True


cdef inline Value static_value(Worker* worker, int ply) noexcept nogil:
    """Full evaluation. Measures the error of the lazy one, for its margin."""
    cdef const Position* at = &worker.frames[ply].at
    cdef Value value = evaluate(worker.rules, at, NULL, enabled(worker, USE_ENDGAMES), &worker.pawns)
    cdef int lazy
    cdef bint has_lazy = ply != 0 and lazy_eval(worker, ply, &lazy)
    _record_rest(worker, ply, value)
    value = clamp_value(value)
    if has_lazy:
        _update_margin(worker, abs(value - lazy))
    return value


cdef inline bint uses_corrections(const Worker* worker, const Position* at) noexcept nogil:
    """Whether correction history applies: not against a lone king, where every step of the mating plan counts."""
    return enabled(worker, USE_CORRECTIONS) and several(at.by_side[0]) and several(at.by_side[1])


cdef inline u32 _hash_of_move(const Frame* frame) noexcept nogil:
    return <u32>frame.played_piece * SQUARES + <u32>target_of(frame.played) + 1 if frame.played else 0


cdef inline u32 last_moves(const Worker* worker, int ply) noexcept nogil:
    """A hash of the last two moves by piece and target; 0 at the root, and of a null move."""
    cdef u32 key = _hash_of_move(&worker.frames[ply - 1]) * <u32>0x9E3779B1 if ply > 0 else 0
    return key + _hash_of_move(&worker.frames[ply - 2]) * <u32>0x85EBCA77 if ply > 1 else key


cdef inline Value corrected_value(Worker* worker, int ply, TTData* tt) noexcept nogil:
    """Corrected evaluation: the full one, from the table entry or computed and stored in `tt`, plus correction
    history."""
    cdef Value value
    if tt.value == NO_VALUE:
        tt.value = static_value(worker, ply)
    else:
        _record_rest(worker, ply, tt.value)
    if not uses_corrections(worker, &worker.frames[ply].at):
        return tt.value
    value = tt.value + correction(
        &worker.corrections, &worker.frames[ply].at, last_moves(worker, ply), worker.parameters)
    return HIGHEST if value > HIGHEST else -HIGHEST if value < -HIGHEST else value
