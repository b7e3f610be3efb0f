"""Staged move picking: the transposition table's move, good captures, quiet moves, bad captures. Each stage generates
its moves when it begins.
"""

from tilefish.core.board.moves cimport Move
from tilefish.core.board.rule_tables cimport MAX_KINDS
from tilefish.core.types cimport Bitboard
from tilefish.core.search.worker cimport Worker

cdef enum Stage:
    TT_MOVE
    BEFORE_CAPTURES
    GOOD_CAPTURES
    QUIET
    BAD_CAPTURES

cdef struct Picker:
    Worker* worker
    int ply
    Stage stage
    Move tt_move              # of the transposition table; 0: none that can be played
    bint is_noisy             # whether the last move captures or promotes
    bint quiets               # whether quiet moves are given; the caller may clear it at any time
    bint only_checks          # of the quiet moves only direct checks are given
    bint all_at_once          # all moves were generated at the start: in check, and where doubtful moves are costly
    int least                 # captures of less value are left out
    Move* moves               # captures and promotions (bad captures at the front), then quiet moves
    int* scores
    int noisy_end
    int end
    int place                 # the next move
    int ahead                 # its index in `moves` if it is already known, else 0
    int put_aside             # the number of bad captures
    Bitboard checks_from[MAX_KINDS]   # by kind: where it gives check from; set before quiet moves are scored

cdef bint gives_check(const Picker* picker, Move move) noexcept nogil
cdef void begin_picking(Picker* picker, Worker* worker, int ply, Move tt_move, bint quiets) noexcept nogil
cdef void begin_quiescence_picking(Picker* picker, Worker* worker, int ply, Move tt_move, bint checks) noexcept nogil
cdef void pick_from_root(Picker* picker, Worker* worker) noexcept nogil
cdef Move next_move(Picker* picker) noexcept nogil
cdef void end_picking(Picker* picker) noexcept nogil
