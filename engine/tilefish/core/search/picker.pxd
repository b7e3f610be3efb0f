"""The moves of a node, one after the other, the most promising first; none is made before it is asked for.

What the table says comes first, then captures that win or trade, quiet moves, and captures that lose.
"""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.rule_tables cimport MAX_KINDS
from tilefish.core.types cimport u64
from tilefish.core.search.worker cimport Worker

cdef enum Stage:
    KNOWN
    BEFORE_CAPTURES
    WINNING
    QUIET
    LOSING

cdef struct Picker:
    Worker* worker
    int ply
    Stage stage
    Move known                # what the table says; 0: nothing that can be played
    bint is_noisy             # whether the last move captures or promotes
    bint quiets               # whether quiet moves are wanted; may be taken back at any time
    bint all_at_once          # all were generated at the start: in check, and where it is costly to ask twice
    int least                 # captures of less than that are left out
    Move* moves               # captures and promotions (those that lose are put aside at the front), quiet moves
    int* scores
    int noisy_end
    int end
    int place                 # the next move
    int ahead                 # where it is, if that was looked for already; or 0
    int put_aside
    u64 checks_from[MAX_KINDS]    # from where a kind gives check; filled in before quiet moves are given

cdef bint gives_check(const Picker* picker, Move move) noexcept nogil
cdef void begin_picking(Picker* picker, Worker* worker, int ply, Move known, bint quiets) noexcept nogil
cdef void pick_from_root(Picker* picker, Worker* worker) noexcept nogil
cdef Move next_move(Picker* picker) noexcept nogil
cdef void end_picking(Picker* picker) noexcept nogil
