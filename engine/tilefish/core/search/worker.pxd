"""What one searching thread works with, and what it shares with the others."""

from tilefish.core.clock cimport now, read_flag, read_time
from tilefish.core.search.correction cimport Corrections
from tilefish.core.evaluation.evaluate cimport PawnTable
from tilefish.core.search.pause_gate cimport Turnstile
from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport MAX_KINDS, Rules
from tilefish.core.types cimport u8, u32, u64
from tilefish.core.search.transposition_table cimport Table
from tilefish.core.search.trace cimport Trace

cdef enum:
    MAX_PLY = 120
    MATE = 32000
    MATED_SOON = MATE - 2 * MAX_PLY   # scores beyond this are mates
    INFINITE = 32500
    HIGHEST = 30000                   # no evaluation is beyond this
    HISTORY_LIMIT = 16384
    DOUBT_PARTS = 64                  # of a centipawn
    FIRST_DOUBT = 150 * DOUBT_PARTS   # before anything is known
    LONG_SEARCH = 3000        # milliseconds after which a search tells what it is at
    QUIESCENCE_MOST = 1024    # nodes of one quiescence search: on a board full of queens it would never end

# What `go` can switch off; see scripts/ablation.py.
cdef enum Technique:
    USE_TABLE = 1
    USE_NULL_MOVE = 2
    USE_REVERSE_FUTILITY = 4
    USE_RAZORING = 8
    USE_FUTILITY = 16
    USE_LATE_PRUNING = 32
    USE_REDUCTIONS = 64
    USE_INTERNAL_REDUCTION = 128
    USE_CHECK_EXTENSION = 256
    USE_SINGULAR = 512
    USE_KILLERS = 1024
    USE_COUNTER_MOVES = 2048
    USE_HISTORY = 4096
    USE_ASPIRATION = 8192
    USE_EXCHANGE_PRUNING = 16384
    USE_DELTA_PRUNING = 32768
    USE_QUIESCENCE = 65536
    USE_MATE_DISTANCE = 131072
    USE_ENDGAMES = 262144
    USE_STAR1 = 524288        # these two where dice are rolled: see `chance.pyx`
    USE_STAR2 = 1048576
    USE_CORRECTIONS = 2097152
    USE_EVERYTHING = 4194303
    # what a search that is to overlook nothing does without
    GUESSES = (USE_NULL_MOVE | USE_REVERSE_FUTILITY | USE_RAZORING | USE_FUTILITY | USE_LATE_PRUNING | USE_REDUCTIONS
               | USE_EXCHANGE_PRUNING | USE_INTERNAL_REDUCTION | USE_CHECK_EXTENSION | USE_SINGULAR)

cdef struct Frame:
    # One ply of the line that is being searched.
    Position at
    bint checked              # whether the side to move is in check
    Move killers[2]
    Move played               # what led from here to the next frame; 0: a pass
    int played_piece
    int evasions              # in quiescence: checks so far on the way here, of either side
    Move excluded             # left out, to see whether the others are much worse
    int static_value
    int beyond                # what the evaluation adds to material and squares, for White, when last asked
    int line_length
    Move line[MAX_PLY]        # the best line from here

cdef struct RootMove:
    Move move
    int score                 # of this iteration; -INFINITE: not known to be better than others
    bint is_exact             # the score was inside the window
    int depth_reached         # most plies of its line
    u64 nodes
    int line_length
    Move line[MAX_PLY]

cdef struct Hint:
    # What finished games say about a move in a position near the root, from -100 to 100.
    u64 key
    Move move
    int bonus

# Is told of a move of the root that is looked at: whose callback it is, the depth, the move, its number.
ctypedef void (*Herald)(void* owner, int depth, Move move, int number) noexcept nogil

cdef struct Control:
    # Shared by all threads of a search. Fields marked * change while it runs: read and written by `clock.pxd` alone.
    int stop                  # *
    int pondering             # *
    u64 begun                 # * nanoseconds; later by as many as were spent waiting at the gate
    u64 soft                  # * no new iteration after so many nanoseconds; 0: no limit
    u64 hard                  # * stop
    u64 nodes                 # 0: no limit
    int depth
    int mate                  # a mate in so many moves is enough; 0: none is
    Herald herald             # NULL: nobody wants to know
    void* owner
    Turnstile* gate           # where the search waits while it is closed
    const Hint* hints         # sorted by key
    int hint_count            # 0: nothing was learned

cdef struct Worker:
    const Rules* rules
    Table* table
    Control* control
    int* stop                 # * the flag that ends what this thread does: the control's, or `fallback_over`
    int fallback_over
    u64 fallback_end          # when a fallback search ends, by the clock
    u64 poll_mask             # the clock is read when none of these bits of `nodes` is set
    u64 quiescence_most       # nodes of one quiescence search
    u64 quiescence_end        # where the one under way ends, in `nodes`
    bint first                # the thread that looks at the clock and reports
    Trace* trace              # NULL: no trace is wanted
    u32 techniques
    u64 nodes                 # so far; other threads read it: written by `write_word` alone
    int deepest
    int null_from             # no pass before this ply
    int reductions[64][64]
    Frame frames[MAX_PLY + 4]
    RootMove* roots
    int root_count
    int root_from             # lines before this one are already found
    bint some_left_out        # of the root's moves some are not looked at at all
    u64* keys                 # of the game and of the line, for repetitions
    int keys_before           # how many are the game's, the root's included
    Move* room
    int* scores
    short butterfly[2][64][64]
    short captured[MAX_KINDS * 2][64][MAX_KINDS]
    short* continuation       # piece and target of the last move, piece and target of this one
    Move counters[MAX_KINDS * 2][64]
    PawnTable pawns
    Corrections corrections
    int doubt                 # by how much guesses at the evaluation are off, at the most: see estimate.pxd


cdef inline u64 time_used(const Control* control) noexcept nogil:
    """Nanoseconds since the search began, without those spent waiting at the gate."""
    return now() - read_time(&control.begun)


cdef inline bint is_stopped(const Worker* worker) noexcept nogil:
    """Whether this thread is to leave its tree."""
    return read_flag(worker.stop) != 0


cdef inline bint in_fallback(const Worker* worker) noexcept nogil:
    """Whether this thread is in a fallback search, which has limits of its own."""
    return worker.stop == &worker.fallback_over


cdef inline void begin_quiescence(Worker* worker) noexcept nogil:
    """From here on a quiescence search may visit `quiescence_most` nodes."""
    worker.quiescence_end = worker.nodes + worker.quiescence_most


cdef inline bint technique(const Worker* worker, int which) noexcept nogil:
    return worker.techniques & <u32>which != 0
