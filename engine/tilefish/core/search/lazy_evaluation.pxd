"""What a position of the tree looks worth without searching: by a guess, by the evaluation, and with what searching
found out about that."""

from tilefish.core.search.correction cimport correction
from tilefish.core.evaluation.endgame cimport FEW_PIECES
from tilefish.core.evaluation.evaluate cimport evaluate, glance
from tilefish.core.board.position cimport Position, occupied
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.types cimport WHITE, popcount, several
from tilefish.core.search.transposition_table cimport NO_VALUE, Known
from tilefish.core.search.worker cimport (
    DOUBT_PARTS, HIGHEST, USE_CORRECTIONS, USE_ENDGAMES, Worker, technique,
)

cdef enum:
    FOR_ONE_OFF = 19          # guesses that come true
    PLAIN_MOST = 20000        # further out, evaluations are pressed together
    PRESSED = 128             # how much


cdef inline int clamp_value(int value) noexcept nogil:
    """An evaluation as a score of a search: never a mate score. Where one side is up by more than any chess army,
    differences shrink, so that more is still better."""
    if value > PLAIN_MOST:
        value = PLAIN_MOST + (value - PLAIN_MOST) // PRESSED
        return value if value < HIGHEST else HIGHEST
    if value < -PLAIN_MOST:
        value = -PLAIN_MOST - (-PLAIN_MOST - value) // PRESSED
        return value if value > -HIGHEST else -HIGHEST
    return value


cdef inline int _glance(const Worker* worker, int ply) noexcept nogil:
    return glance(worker.rules, &worker.frames[ply].at, technique(worker, USE_ENDGAMES))


cdef inline void _note_beyond(Worker* worker, int ply, int value) noexcept nogil:
    """Remembers what an evaluation adds to material and squares, for guesses nearby."""
    cdef int beyond = value - _glance(worker, ply)
    worker.frames[ply].beyond = beyond if worker.frames[ply].at.turn == WHITE else -beyond


cdef inline void _note_doubt(Worker* worker, int off) noexcept nogil:
    """Moves the doubt to where one guess in twenty is off by more."""
    worker.doubt += FOR_ONE_OFF if off * DOUBT_PARTS > worker.doubt else -1


cdef inline int doubt(const Worker* worker) noexcept nogil:
    """By how many centipawns a guess is off at the most, 19 times of 20."""
    return worker.doubt // DOUBT_PARTS


cdef inline bint guess(const Worker* worker, int ply, int* value) noexcept nogil:
    """What the position looks worth, mostly to `doubt`: what the evaluation adds to material and squares is taken
    from the position before. No guess where so little stands on the board, or the world means so much, that a move
    may change it all."""
    cdef const Rules* rules = worker.rules
    cdef const Position* at = &worker.frames[ply].at
    if (rules.stones | rules.bridges | rules.belts) or popcount(occupied(at)) <= FEW_PIECES:
        return False
    value[0] = clamp_value(
        _glance(worker, ply) + (worker.frames[ply].beyond if at.turn == WHITE else -worker.frames[ply].beyond))
    return True


cdef inline int static_value(Worker* worker, int ply) noexcept nogil:
    """The evaluation; what a guess would have been is held against it."""
    cdef const Position* at = &worker.frames[ply].at
    cdef int value = evaluate(worker.rules, at, NULL, technique(worker, USE_ENDGAMES), &worker.pawns), guessed
    cdef bint has_guess = ply != 0 and guess(worker, ply, &guessed)
    _note_beyond(worker, ply, value)
    value = clamp_value(value)
    if has_guess:
        _note_doubt(worker, abs(value - guessed))
    return value


cdef inline bint may_be_wrong(const Worker* worker, const Position* at) noexcept nogil:
    """Whether searching has something to say about the evaluation: not of how a lone king is driven about, where
    every step counts."""
    return technique(worker, USE_CORRECTIONS) and several(at.by_side[0]) and several(at.by_side[1])


cdef inline int value_here(Worker* worker, int ply, Known* known) noexcept nogil:
    """What the position looks worth without searching: the evaluation, as the table remembers it or anew, which
    `known` then has, and what searching has found out about it."""
    cdef int value
    if known.value == NO_VALUE:
        known.value = static_value(worker, ply)
    else:
        _note_beyond(worker, ply, known.value)
    if not may_be_wrong(worker, &worker.frames[ply].at):
        return known.value
    value = known.value + correction(&worker.corrections, &worker.frames[ply].at)
    return HIGHEST if value > HIGHEST else -HIGHEST if value < -HIGHEST else value
