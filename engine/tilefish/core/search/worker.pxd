"""A search thread's own data, and what the threads share."""

from tilefish.core.clock cimport now, read_flag, read_time
from tilefish.core.search.correction cimport Corrections
from tilefish.core.search.cycles cimport CycleTable
from tilefish.core.evaluation.evaluate cimport PawnTable
from tilefish.core.search.pause_gate cimport PauseState
from tilefish.core.board.moves cimport Move
from tilefish.core.board.position cimport Position
from tilefish.core.board.rule_tables cimport MAX_KINDS, Rules
from tilefish.core.types cimport SQUARES, Depth, Key, Piece, Value, u32, u64
from tilefish.core.search.transposition_table cimport Table
from tilefish.core.search.parameters cimport PARAMETER_COUNT, Parameter
from tilefish.core.search.trace cimport Trace

cdef enum:
    MAX_PLY = 120
    MATE = 32000
    MATED_SOON = MATE - 2 * MAX_PLY   # scores beyond this are mates
    INFINITE = 32500
    HIGHEST = 30000                   # no evaluation is beyond this
    HISTORY_LIMIT = 16384
    MARGIN_PARTS = 64         # of a centipawn, in `lazy_margin`
    FIRST_LAZY_MARGIN = 150 * MARGIN_PARTS
    LONG_SEARCH = 3000        # milliseconds after which a search reports current moves and bounds
    REDUCTION_STEPS = 64      # depths and move counts in the table of reductions
    QUIESCENCE_MOST = 1024    # limit of nodes of one quiescence search: a board full of queens needs one

# What `search` can switch off; see scripts/ablation.py.
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
    USE_STAR1 = 524288        # these two at chance nodes: see `combat/chance.pyx`
    USE_STAR2 = 1048576
    USE_CORRECTIONS = 2097152
    USE_PROBCUT = 4194304
    USE_HISTORY_PRUNING = 8388608
    USE_UPCOMING_REPETITION = 16777216
    USE_QUIESCENCE_CHECKS = 33554432
    USE_EVERYTHING = 67108863
    # selective search: pruning, reductions and extensions, off in a full-width search
    SELECTIVE = (USE_NULL_MOVE | USE_REVERSE_FUTILITY | USE_RAZORING | USE_FUTILITY | USE_LATE_PRUNING
                 | USE_REDUCTIONS | USE_EXCHANGE_PRUNING | USE_INTERNAL_REDUCTION | USE_CHECK_EXTENSION
                 | USE_SINGULAR | USE_PROBCUT | USE_HISTORY_PRUNING)

cdef struct Frame:
    # One ply of the line that is being searched.
    Position at
    bint checked              # whether the side to move is in check
    Move killers[2]
    Move played               # the move from here to the next frame; 0: a null move
    Piece played_piece
    short* continuation       # the continuation history of `played`; NULL of a null move
    int evasions              # in quiescence: checks on the way here, of both sides
    bint tries_checks         # in quiescence: whether quiet checks are searched, too
    Move excluded             # the move that a singular extension search leaves out; 0: none
    int reduction             # of `played`, in the search that runs
    int cutoffs               # fail highs of this ply's nodes below the same grandparent
    int double_extensions     # on the way here
    Value static_value
    int positional_rest       # of the last evaluation on the way here: all but material and squares, for White
    int line_length
    Move line[MAX_PLY]        # the best line from here

cdef struct RootMove:
    Move move
    Value score               # of this iteration; -INFINITE: no exact score
    bint is_exact             # the score is inside the window
    int depth_reached         # selective depth
    int line_length
    Move line[MAX_PLY]

cdef struct MoveHint:
    # A learned bonus from -100 to 100 of a move in a position near the root.
    Key key
    Move move
    int bonus

# Called with a root move that is being searched: the owner of the callback, the depth, the move, its number.
ctypedef void (*CurrMoveCallback)(void* owner, Depth depth, Move move, int number) noexcept nogil

cdef struct Control:
    # Shared by all threads of a search. Fields marked * change while it runs: read and written by `clock.pxd` alone.
    int stop                  # *
    int pondering             # *
    u64 begun                 # * nanoseconds of the clock, moved on by the time of pauses
    u64 soft                  # * nanoseconds after which no new iteration begins; 0: no limit
    u64 hard                  # * nanoseconds after which the search ends; 0: no limit
    u64 nodes                 # 0: no limit
    Depth depth
    int mate                  # a mate within this many moves ends the search; 0: none does
    CurrMoveCallback on_current_move    # NULL if no callback is set
    void* owner
    PauseState* pause         # the search waits while it is closed
    const MoveHint* hints     # sorted by key
    int hint_count

cdef struct Worker:
    const Rules* rules
    Table* table
    const CycleTable* cycles  # NULL: no upcoming repetitions are looked for
    Control* control
    int* stop                 # * the thread's stop flag: the control's, or `fallback_over`
    int fallback_over
    u64 fallback_end          # the time of the clock that ends a fallback search
    u64 poll_mask             # the clock is read when none of these bits of `nodes` is set
    u64 quiescence_most       # limit of nodes of one quiescence search
    u64 quiescence_end        # the value of `nodes` that ends the running one
    bint first                # the main thread: it reads the clock and reports
    Trace* trace              # NULL if there is none
    u32 techniques
    int parameters[PARAMETER_COUNT]
    u64 nodes                 # other threads read it: only `write_word` writes
    int deepest
    int null_from             # no null move before this ply (verification search)
    int reductions[REDUCTION_STEPS][REDUCTION_STEPS]   # late move reductions in 1/1024 of a ply: depth, move count
    Frame frames[MAX_PLY + 4]
    RootMove* roots
    int root_count
    int root_from             # MultiPV: root moves before this one have their line
    bint is_restricted        # not all legal moves are root moves (searchmoves)
    Key* keys                 # of the game and of the line, for repetitions
    int keys_before           # the number of the game's keys, the root's included
    Move* move_buffer
    int* scores
    short butterfly[2][SQUARES][SQUARES]
    short captured[MAX_KINDS * 2][SQUARES][MAX_KINDS]
    short* continuation       # piece and target of an earlier move, piece and target of this one
    Move counters[MAX_KINDS * 2][SQUARES]
    PawnTable pawns
    Corrections corrections
    int lazy_margin           # see lazy_evaluation.pxd

cdef Worker* new_worker(size_t size, size_t capacity, size_t answers) except NULL
cdef void set_parameters(Worker* worker, const int* parameters) noexcept
cdef void free_worker(Worker* worker) noexcept
cdef int prepare_worker(Worker* worker, list moves, int game_plies, u32 techniques) except -1


cdef inline u64 time_used(const Control* control) noexcept nogil:
    """Nanoseconds since the search began, without pauses."""
    return now() - read_time(&control.begun)


cdef inline bint is_stopped(const Worker* worker) noexcept nogil:
    """Whether this thread must leave its tree."""
    return read_flag(worker.stop) != 0


cdef inline bint in_fallback(const Worker* worker) noexcept nogil:
    """Whether this thread is in a fallback search, which has limits of its own."""
    return worker.stop == &worker.fallback_over


cdef inline void begin_quiescence(Worker* worker) noexcept nogil:
    """Begins to count the nodes of a quiescence search."""
    worker.quiescence_end = worker.nodes + worker.quiescence_most


cdef inline int tuned(const Worker* worker, Parameter which) noexcept nogil:
    """A number of the search."""
    return worker.parameters[<int>which]


cdef inline bint enabled(const Worker* worker, int which) noexcept nogil:
    return worker.techniques & <u32>which != 0
