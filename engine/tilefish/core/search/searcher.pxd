"""`Searcher`, the Python face of the search. `combat/searcher` derives that of combat games."""

from tilefish.core.search.cycles cimport CycleTable
from tilefish.core.search.helper_threads cimport HelperThreads
from tilefish.core.search.parameters cimport PARAMETER_COUNT
from tilefish.core.search.pause_gate cimport PauseGate
from tilefish.core.board.rule_tables cimport RuleTables
from tilefish.core.types cimport Depth, Value, u32, u64
from tilefish.core.search.transposition_table cimport HashTable
from tilefish.core.search.trace cimport SearchTrace
from tilefish.core.search.worker cimport Control, MoveHint, RootMove, Worker

cdef struct Hunt:
    # The progress of a full-width search for a mate, beside the iterations.
    int plies                 # the next length
    u64 last                  # nodes of the previous length
    u64 spent                 # nodes of all lengths


cdef class Searcher:
    cdef Control control
    cdef PauseGate pause_gate
    cdef HashTable hash_table
    cdef Worker** workers
    cdef int worker_count
    cdef HelperThreads helpers            # the helper threads
    cdef bint is_under_way    # whether what `prepare` made ready has begun
    cdef bint is_hit          # a ponderhit came before that
    cdef double hit_soft
    cdef double hit_hard
    cdef int parameters[PARAMETER_COUNT]
    cdef int lines
    cdef int most_fails_high  # plies that the root may be searched less after fails high
    cdef bint seeks_cycles    # upcoming repetitions
    cdef CycleTable cycles    # of the workers' rules; no entries where there are none
    cdef MoveHint* hints          # learned move bonuses, owned
    cdef object board
    cdef RuleTables tables    # of the workers' rules
    cdef object report
    cdef object current
    cdef SearchTrace trace    # of the first thread, or None
    cdef object error
    cdef list found

    # what depends on the kind of game
    cdef Worker* _new_worker(self) except NULL
    cdef int _set_up(self, Worker* worker) except -1
    cdef Value _search_window(self, Worker* worker, Depth depth, Value alpha, Value beta) noexcept nogil
    cdef Value _static_value(self, Worker* worker) noexcept
    cdef bint _hunt(self, Worker* worker, Hunt* hunt) noexcept nogil

    # what does not
    cdef void _free_workers(self) noexcept
    cdef int _find_cycles(self) except -1
    cdef int _ready_workers(self, int count, list moves, u32 techniques) except -1
    cdef int _set_hints(self, hints) except -1
    cdef void _limit_time(self, u64 soft, u64 hard) noexcept
    cdef int _start_helpers(self) except -1
    cdef void _stop_helpers(self) noexcept nogil
    cdef void _connect(self, Worker* worker, bint first) noexcept
    cdef int _place_at_root(self, Worker* worker, int root_count) except -1
    cdef bint _mates_within(self, Worker* worker, int plies) noexcept nogil
    cdef void _deepen(self, Worker* worker) noexcept nogil
    cdef bint _wants_fallback(self, const Worker* worker) noexcept nogil
    cdef void _fallback_search(self, Worker* worker) noexcept nogil
    cdef void _search_root(self, Worker* worker, Depth depth) noexcept nogil
    cdef bint _is_enough(self, Worker* worker, double patience) noexcept nogil
    cdef void _record_iteration(self, Worker* worker, Depth depth, bint is_cut_short) noexcept with gil
    cdef void _report_bound(self, Worker* worker, Depth depth, bint is_upper) noexcept with gil
    cdef _fail(self, error)
    cdef int _keep(self, Worker* worker, Depth depth, bint is_cut_short) except -1
    cdef int _settle_for_first(self, Worker* worker) except -1
    cdef _line(self, Worker* worker, const RootMove* root, int index, Depth depth)
