"""`Searcher`: a search from Python's side. It owns the threads' memory, deepens iteratively, and reports the
lines after every iteration."""

from libc.stdlib cimport calloc, free, malloc

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.board cimport Board
from tilefish.core.clock cimport now, read_flag, read_time, read_word, write_flag, write_time
from tilefish.core.search.cycles cimport free_cycles, make_cycles
from tilefish.core.search.helper_threads cimport (
    destroy_helpers, init_helpers, wait_all, worker_finished, worker_started,
)
from tilefish.core.search.lazy_evaluation cimport clamp_value
from tilefish.core.evaluation.evaluate cimport evaluate
from tilefish.core.search.parameters cimport ASPIRATION_WIDTH, PARAMETER_COUNT
from tilefish.core.search.pause_gate cimport PauseGate, enter_running, leave_running, notify_waiting
from tilefish.core.board.moves cimport Move
from tilefish.core.board.movegen cimport legal_moves
from tilefish.core.search.picker cimport Picker, begin_picking, end_picking, next_move
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.search.root cimport forget_scores, sort_roots
from tilefish.core.search.search cimport search
from tilefish.core.types cimport SQUARES, Depth, Key, Value, u32, u64
from tilefish.core.search.transposition_table cimport HashTable
from tilefish.core.search.trace cimport SearchTrace
from tilefish.core.search.worker cimport (
    INFINITE, LONG_SEARCH, MATE, MATED_SOON, MAX_PLY, QUIESCENCE_MOST, SELECTIVE, USE_ASPIRATION, USE_CORRECTIONS,
    USE_ENDGAMES, USE_EVERYTHING, USE_REDUCTIONS, Control, MoveHint, RootMove, Worker, enabled, free_worker,
    is_stopped, new_worker, prepare_worker, set_parameters, time_used, tuned,
)

from _thread import start_new_thread
from operator import attrgetter
from typing import NamedTuple

from tilefish.core.search.parameters import parameter_values

cdef Key OTHER_KEYS = 0x5851F42D4C957F2D

cdef enum:
    # of a search for a mate, see `_hunt`
    HUNT_GROWTH = 20          # expected growth of nodes for one more move
    HUNT_SHARE = 4            # nodes of the hunt for each node of the iterations
    HUNT_AT_ONCE = 2000000    # nodes of the hunt in any case
    HUNT_FROM = 4             # the first iterations take no time and give a move to play
    # of a fallback search, see `_fallback_search`
    FALLBACK_TIME = 10000000  # nanoseconds
    FALLBACK_NODES = 4000     # shared by the moves of the root
    FALLBACK_LEAST = 8        # for each of them
    MOST_FAILS_HIGH = 2       # after a fail high a search of fewer plies is enough, by up to this many
    # nodes between two readings of the clock, see `poll_mask`
    POLL_MASK = 127
    POLL_MASK_SLOW = 15       # where moves need a legality test

EVERYTHING = <int>USE_EVERYTHING
DEEPEST = MAX_PLY - 1
DEEPEST_MATE = MAX_PLY // 2

TECHNIQUES = (
    "table", "null-move", "reverse-futility", "razoring", "futility", "late-pruning", "reductions",
    "internal-reduction", "check-extension", "singular", "killers", "counter-moves", "history", "aspiration",
    "exchange-pruning", "delta-pruning", "quiescence", "mate-distance", "endgames", "star1", "star2",
    "corrections", "probcut", "history-pruning", "upcoming-repetition", "quiescence-checks",
)

class Line(NamedTuple):
    """One of the best lines of an iteration. `score` is centipawns, or with `mate` the moves to it
    (negative: to being mated). With `bound`, "upper" or "lower", it is at most or at least that."""

    depth: int
    seldepth: int
    multipv: int
    score: int
    mate: int | None
    nodes: int
    nanoseconds: int
    hashfull: int
    moves: tuple
    bound: str = ""


cdef class Searcher:
    """Searches one position at a time on a table that outlives the searches."""

    def __cinit__(self, HashTable hash_table not None, PauseGate pause_gate=None):
        self.hash_table = hash_table
        self.pause_gate = pause_gate or PauseGate()
        self.control.pause = &self.pause_gate.state
        self.workers = NULL
        self.worker_count = 0
        self.hints = NULL
        self.cycles.entries = NULL
        self.most_fails_high = MOST_FAILS_HIGH
        self.seeks_cycles = True
        self.set_parameters({})
        if init_helpers(&self.helpers):
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        self._free_workers()
        free(self.hints)
        free_cycles(&self.cycles)
        destroy_helpers(&self.helpers)

    # --- memory ------------------------------------------------------------------------------------------

    cdef void _free_workers(self) noexcept:
        cdef int i
        for i in range(self.worker_count):
            free_worker(self.workers[i])
        free(self.workers)
        self.workers = NULL
        self.worker_count = 0

    cdef int _ready_workers(self, int count, list moves, u32 techniques) except -1:
        """One worker for each thread. Workers of the previous search are reused with their histories if they fit."""
        cdef int i
        if self.worker_count != count or self.tables is not self.board.tables:
            self._free_workers()
            self.workers = <Worker**>calloc(count, sizeof(Worker*))
            if self.workers == NULL:
                raise MemoryError
            self.worker_count = count
            self._find_cycles()
            try:
                for i in range(count):
                    self.workers[i] = self._new_worker()
                    self._connect(self.workers[i], i == 0)
            except MemoryError:
                self._free_workers()
                raise
        for i in range(count):
            prepare_worker(self.workers[i], moves, self.board.ply, techniques)
            self._place_at_root(self.workers[i], len(moves))
        return 0

    cdef int _find_cycles(self) except -1:
        """Prepares for the rules of the board: not on belts, which carry pieces after every move."""
        cdef RuleTables tables = self.board.tables
        if self.tables is tables:
            return 0
        free_cycles(&self.cycles)
        if self.seeks_cycles and not tables.rules.belts and tables.rules.repetition:
            make_cycles(&self.cycles, tables.rules)
        self.tables = tables
        return 0

    cdef Worker* _new_worker(self) except NULL:
        cdef const Rules* rules = self.tables.rules
        cdef size_t pieces = rules.kinds * 2 * SQUARES
        return new_worker(sizeof(Worker), <size_t>(2 * MAX_PLY + 8) * rules.move_capacity, pieces * pieces)

    cdef void _connect(self, Worker* worker, bint first) noexcept:
        """Gives a new worker what all of them share."""
        worker.rules = self.tables.rules
        worker.table = &self.hash_table.table
        worker.cycles = &self.cycles if self.cycles.entries != NULL else NULL
        worker.control = &self.control
        worker.first = first
        set_parameters(worker, self.parameters)

    cdef int _place_at_root(self, Worker* worker, int root_count) except -1:
        """Puts a prepared worker at the root of a new search."""
        worker.stop = &self.control.stop
        worker.poll_mask = POLL_MASK_SLOW if worker.rules.needs_legality_test else POLL_MASK
        worker.trace = NULL if self.trace is None or not worker.first else self.trace.begin()
        worker.is_restricted = root_count < len(self.board.legal_moves())
        self._set_up(worker)
        return 0

    cdef int _set_up(self, Worker* worker) except -1:
        """Copies the position and its history to a worker."""
        cdef Board board = self.board
        cdef int i
        worker.frames[0].at = board.now()[0]
        worker.frames[0].checked = in_check(worker.rules, &worker.frames[0].at, worker.frames[0].at.turn)
        worker.frames[0].positional_rest = 0
        for i in range(board.length):
            worker.keys[i] = board.at(i).key
        worker.keys_before = board.length
        return 0

    cdef int _set_hints(self, hints) except -1:
        """Copies the hints of the next search, sorted by key."""
        cdef MoveHint* copied = <MoveHint*>malloc((len(hints) + 1) * sizeof(MoveHint))
        cdef int i
        if copied == NULL:
            raise MemoryError
        free(self.hints)
        self.hints = copied
        self.control.hints = copied
        self.control.hint_count = 0
        for i, (key, move, bonus) in enumerate(sorted(hints)):
            copied[i].key = key
            copied[i].move = move
            copied[i].bonus = max(-100, min(100, bonus))
        self.control.hint_count = len(hints)
        return 0

    def set_parameters(self, changes):
        """Gives the search its usual numbers, but for these changes by name. Clears histories. Raises `InputError`."""
        cdef int i
        values = parameter_values(changes)
        for i in range(PARAMETER_COUNT):
            self.parameters[i] = values[i]
        self.forget()

    def forget(self):
        """Clears histories and corrections; the transposition table stays."""
        self._free_workers()

    # --- searching ---------------------------------------------------------------------------------------

    def search(self, board not None, *, moves=None, int lines=1, int threads=1, int depth=0, u64 nodes=0,
               int mate=0, double soft=0, double hard=0, bint pondering=False, u32 techniques=USE_EVERYTHING,
               report=None, current=None, hints=(), SearchTrace trace=None):
        """Searches until a limit is reached or `stop` is called, and returns the best lines.

        `soft` and `hard` are seconds: no iteration begins after the one, the other ends the search. `moves`
        are the root moves to search, by default all legal ones. `report` is called with the list of lines after
        every iteration, in a long search also with a line whose score is only a bound so far; `current` is called
        in a long search with depth, move and number of every root move that is begun. `hints` is a list of (key of
        a position near the root, move, bonus from -100 to 100): learned bonuses for move ordering. `trace` gets a
        record of each node that the first thread visits.
        """
        legal = board.legal_moves()
        roots = legal if moves is None else [move for move in legal if move in set(moves)]
        if hints:
            here = {move: bonus for key, move, bonus in hints if key == board.key}
            roots.sort(key=lambda root: -here.get(root, 0))
        self.board = board
        self.report = report
        self.current = current
        self.trace = trace
        self.control.on_current_move = NULL if current is None else &_report_current_move
        self.control.owner = <void*>self
        self.error = None
        self.found = []
        self.lines = max(1, min(lines, len(roots)))
        write_time(&self.control.begun, now())
        self._limit_time(<u64>(soft * 1e9), <u64>(hard * 1e9))
        self.control.nodes = (nodes + max(1, threads) - 1) // max(1, threads)   # each thread has its share
        self.control.mate = min(mate, DEEPEST_MATE)
        self.control.depth = depth if 0 < depth < DEEPEST else DEEPEST
        write_flag(&self.control.pondering, pondering and not self.is_hit)
        if pondering and self.is_hit:
            self._limit_time(<u64>(self.hit_soft * 1e9), <u64>(self.hit_hard * 1e9))
        self.is_under_way = True
        self._set_hints(hints)
        if not roots:
            return []
        try:
            self._ready_workers(max(1, threads), roots, techniques)
            self.hash_table.next_age()
            self._start_helpers()
            with nogil:
                self._deepen(self.workers[0])
        finally:
            with nogil:
                self._stop_helpers()
            # `report` may hold the engine and so the hash table: release both
            self.board = self.report = self.current = self.trace = None
        if self.error is not None:
            raise self.error
        return self.found

    cdef int _start_helpers(self) except -1:
        """Starts the helper threads. Where the system refuses a thread, the search runs with fewer."""
        cdef int i
        for i in range(1, self.worker_count):
            worker_started(&self.helpers)
            try:
                start_new_thread(self._help, (i,))
            except (RuntimeError, MemoryError):
                worker_finished(&self.helpers)
                break
        return 0

    cdef void _stop_helpers(self) noexcept nogil:
        """Stops the search in all threads and waits for them. Nothing can interrupt that: their memory is freed
        later."""
        write_flag(&self.control.stop, 1)
        notify_waiting(self.control.pause)
        wait_all(&self.helpers)

    def order(self, Board board not None, Move tt_move=0, hints=()):
        """The legal moves in the order of the move picker, with empty histories. `tt_move` stands for the move of a
        transposition table entry."""
        cdef Picker picker
        cdef Move move
        moves = board.legal_moves()
        if not moves:
            return []
        if tt_move and tt_move not in moves:
            raise ValueError(f"{tt_move} is not a legal move")
        self.board = board
        self._set_hints(hints)
        self.forget()
        self._ready_workers(1, moves, USE_EVERYTHING)
        ordered = []
        begin_picking(&picker, self.workers[0], 0, tt_move, True)
        while True:
            move = next_move(&picker)
            if not move:
                break
            ordered.append(move)
        end_picking(&picker)
        return ordered

    def prepare(self):
        """Prepares for the next search. A `stop` or `ponderhit` after this is for that search, even if it has not
        begun."""
        write_flag(&self.control.stop, 0)
        self.is_under_way = self.is_hit = False

    def stop(self):
        """Ends the running search, from any thread. A paused search ends, too."""
        write_flag(&self.control.stop, 1)
        notify_waiting(self.control.pause)

    def ponderhit(self, double soft=0, double hard=0):
        """The expected move was played: the clock starts. Seconds count from now."""
        cdef u64 used = time_used(&self.control)
        if not self.is_under_way:
            self.is_hit, self.hit_soft, self.hit_hard = True, soft, hard
            return
        self._limit_time(used + <u64>(soft * 1e9) if soft else 0, used + <u64>(hard * 1e9) if hard else 0)
        write_flag(&self.control.pondering, 0)

    cdef void _limit_time(self, u64 soft, u64 hard) noexcept:
        write_time(&self.control.soft, soft)
        write_time(&self.control.hard, hard)

    @property
    def nodes(self):
        """Nodes searched so far by all threads."""
        cdef int i
        cdef u64 nodes = 0
        for i in range(self.worker_count):
            nodes += read_word(&self.workers[i].nodes)
        return nodes

    def _help(self, int index):
        """The body of a helper thread."""
        cdef Worker* worker = self.workers[index]
        with nogil:
            enter_running(self.control.pause, &self.control.stop)
            self._deepen(worker)
            leave_running(self.control.pause)
            worker_finished(&self.helpers)

    cdef void _deepen(self, Worker* worker) noexcept nogil:
        """Iterative deepening, until a limit or `stop` ends it."""
        cdef Depth depth
        cdef int line
        cdef Value score_before = 0
        cdef double patience = 1
        cdef Move best
        cdef Hunt hunt = Hunt(1, 0, 0)
        for depth in range(1, worker.control.depth + 1):
            if worker.control.mate and depth >= min(HUNT_FROM, worker.control.depth) and self._hunt(worker, &hunt):
                if worker.first:
                    self._record_iteration(worker, depth, True)     # a hunt finds one line
                return
            best = worker.roots[0].move
            for line in range(self.lines):
                worker.root_from = line
                worker.deepest = 0
                self._search_root(worker, depth)
                if read_flag(&worker.control.stop):
                    break
                sort_roots(worker, 0, line + 1)  # a later line may have a higher score
            worker.root_from = 0
            if depth == 1 and self._wants_fallback(worker):
                self._fallback_search(worker)
            if worker.first:
                self._record_iteration(worker, depth, read_flag(&worker.control.stop) != 0)
            if read_flag(&worker.control.stop):
                return
            if not worker.first:
                continue
            # Time management: a new best move or a falling score asks for more time
            patience = 0.5 * patience + (0.9 if worker.roots[0].move != best else 0.4)
            if depth > 4 and worker.roots[0].score < score_before - 30:
                patience += 0.3
            score_before = worker.roots[0].score
            if self._is_enough(worker, patience):
                return

    cdef bint _hunt(self, Worker* worker, Hunt* hunt) noexcept nogil:
        """Whether there is a mate of at most the wanted length; the root then has its line. Called before each
        iteration. A length that would take much longer than the search so far waits: a selective iteration may find
        a long mate sooner."""
        cdef u64 begun, in_iterations
        while hunt.plies < 2 * worker.control.mate and hunt.plies <= worker.control.depth:
            in_iterations = worker.nodes - hunt.spent
            if hunt.last * HUNT_GROWTH > HUNT_SHARE * in_iterations + HUNT_AT_ONCE:
                return False
            begun = worker.nodes
            if self._mates_within(worker, hunt.plies):
                return True
            if read_flag(&worker.control.stop):
                return False
            hunt.last = worker.nodes - begun
            hunt.spent += hunt.last
            hunt.plies += 2
        return False

    cdef bint _mates_within(self, Worker* worker, int plies) noexcept nogil:
        """Whether there is a mate within `plies` plies. A full-width search without extensions. Entries of the
        selective iterations must not count, so that the keys are changed meanwhile."""
        cdef u32 techniques = worker.techniques
        cdef Value expected = worker.roots[0].score, alpha = MATE - plies - 1
        _change_keys(worker)
        worker.techniques = techniques & ~<u32>(SELECTIVE | USE_CORRECTIONS)
        worker.deepest = 0
        forget_scores(worker)
        # a lost stalemate is seen one ply later
        self._search_window(worker, plies + worker.rules.stalemate_loss, alpha, INFINITE)
        worker.techniques = techniques
        _change_keys(worker)
        sort_roots(worker, 0, worker.root_count)
        if worker.roots[0].score > alpha:
            return True
        worker.roots[0].score = expected
        return False

    cdef void _search_root(self, Worker* worker, Depth depth) noexcept nogil:
        """One line of one iteration, in an aspiration window around the last score."""
        cdef Value expected = worker.roots[worker.root_from].score
        cdef Value alpha = -INFINITE, beta = INFINITE, score
        cdef int fails_high = 0, width = tuned(worker, ASPIRATION_WIDTH)
        # Aspiration window
        if depth >= 5 and enabled(worker, USE_ASPIRATION) and -MATED_SOON < expected < MATED_SOON:
            alpha = expected - width
            beta = expected + width
        forget_scores(worker)
        while True:
            score = self._search_window(worker, max(1, depth - fails_high), alpha, beta)
            sort_roots(worker, worker.root_from, worker.root_count)
            if read_flag(&worker.control.stop):
                return
            if alpha < score < beta or (score <= alpha and alpha == -INFINITE) or (
                    score >= beta and beta == INFINITE):
                return
            if worker.first and _is_long(worker):
                self._report_bound(worker, depth, score <= alpha)
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(-INFINITE, score - width)
                fails_high = 0
            else:
                beta = min(INFINITE, score + width)
                fails_high = min(fails_high + 1, self.most_fails_high if enabled(worker, USE_REDUCTIONS) else 0)
            width *= 3
            if width > 1000:
                alpha = -INFINITE
                beta = INFINITE

    cdef void _fallback_search(self, Worker* worker) noexcept nogil:
        """Finds a sensible move when the search was stopped before the first: one ply with a short quiescence
        search and a time limit of its own."""
        worker.fallback_end = now() + FALLBACK_TIME
        worker.quiescence_most = max(FALLBACK_LEAST, FALLBACK_NODES // worker.root_count)
        write_flag(&worker.fallback_over, 0)
        worker.stop = &worker.fallback_over
        forget_scores(worker)
        self._search_window(worker, 1, -INFINITE, INFINITE)
        sort_roots(worker, 0, worker.root_count)
        worker.stop = &worker.control.stop
        worker.quiescence_most = QUIESCENCE_MOST

    cdef bint _wants_fallback(self, const Worker* worker) noexcept nogil:
        """Whether the first iteration was stopped before any move had a score. A node limit is kept to the node."""
        cdef const Control* control = worker.control
        return worker.first and is_stopped(worker) and not worker.roots[0].is_exact and not (
            control.nodes and worker.nodes >= control.nodes)

    cdef Value _search_window(self, Worker* worker, Depth depth, Value alpha, Value beta) noexcept nogil:
        """The score of the root within a window."""
        return search(worker, 0, depth, alpha, beta, False)

    cdef bint _is_enough(self, Worker* worker, double patience) noexcept nogil:
        """Whether another iteration is not worth beginning."""
        cdef Control* control = worker.control
        cdef Value score = worker.roots[0].score
        cdef u64 soft
        if read_flag(&control.pondering):
            return False
        if control.mate and score >= MATE - 2 * control.mate:
            return True
        soft = read_time(&control.soft)
        return soft != 0 and time_used(control) >= <u64>(soft * patience)

    cdef void _record_iteration(self, Worker* worker, Depth depth, bint is_cut_short) noexcept with gil:
        """Stores the lines of an iteration and reports them."""
        try:
            self._keep(worker, depth, is_cut_short)
            if self.trace is not None:
                self.trace.end_iteration(
                    depth, worker.roots[0].score, worker.nodes, time_used(worker.control), is_cut_short)
            if self.report is not None:
                self.report(list(self.found))
        except BaseException as error:
            self._fail(error)

    cdef void _report_bound(self, Worker* worker, Depth depth, bint is_upper) noexcept with gil:
        """Reports a fail low or a fail high of the aspiration window."""
        try:
            if self.report is not None:
                line = self._line(worker, &worker.roots[worker.root_from], worker.root_from, depth)
                self.report([line._replace(bound="upper" if is_upper else "lower")])
        except BaseException as error:
            self._fail(error)

    cdef _fail(self, error):
        """Ends the search; `search` raises the error."""
        self.error = error
        write_flag(&self.control.stop, 1)

    cdef int _keep(self, Worker* worker, Depth depth, bint is_cut_short) except -1:
        """Stores the lines of an iteration. An iteration that was cut short counts if it has an exact best move;
        lines that it did not reach keep their last score."""
        found = []
        if not is_cut_short or (worker.roots[0].is_exact and worker.roots[0].score > -INFINITE):
            found = [self._line(worker, &worker.roots[i], i, depth) for i in range(self.lines)
                     if worker.roots[i].score > -INFINITE and (worker.roots[i].is_exact or not is_cut_short)]
            found.sort(key=attrgetter("score"), reverse=True)
        elif not self.found:
            return self._settle_for_first(worker)
        nodes, passed = self.nodes, time_used(worker.control)
        firsts = {line.moves[0] for line in found}
        found += [line._replace(nodes=nodes, nanoseconds=passed)
                  for line in self.found if line.moves[0] not in firsts]
        self.found = [line._replace(multipv=i + 1) for i, line in enumerate(found[: self.lines])]
        return 0

    cdef int _settle_for_first(self, Worker* worker) except -1:
        """Stopped before any move has a score: reports the first move with the static evaluation."""
        cdef RootMove root
        root.move = root.line[0] = worker.roots[0].move
        root.line_length = 1
        root.score = self._static_value(worker)
        root.depth_reached = 1
        self.found = [self._line(worker, &root, 0, 1)]
        return 0

    cdef Value _static_value(self, Worker* worker) noexcept:
        """The static evaluation of the root."""
        return clamp_value(evaluate(
            worker.rules, &worker.frames[0].at, NULL, enabled(worker, USE_ENDGAMES), &worker.pawns))

    cdef _line(self, Worker* worker, const RootMove* root, int index, Depth depth):
        cdef Value score = root.score
        mate = None
        if score >= MATED_SOON:
            mate = (MATE - score + 1) // 2
        elif score <= -MATED_SOON:
            mate = -((MATE + score + 1) // 2)
        return Line(
            depth=depth,
            seldepth=max(depth, root.depth_reached),
            multipv=index + 1,
            score=score,
            mate=mate,
            nodes=self.nodes,
            nanoseconds=time_used(worker.control),
            hashfull=self.hash_table.hashfull(),
            moves=tuple([root.line[i] for i in range(root.line_length)]),
        )


cdef void _report_current_move(void* owner, Depth depth, Move move, int number) noexcept with gil:
    """Reports the root move that is being searched: the `CurrMoveCallback` of every search."""
    cdef Searcher searcher = <Searcher>owner
    try:
        searcher.current(depth, move, number)
    except BaseException as error:
        searcher._fail(error)


cdef inline bint _is_long(const Worker* worker) noexcept nogil:
    return time_used(worker.control) >= LONG_SEARCH * <u64>1000000


cdef void _change_keys(Worker* worker) noexcept nogil:
    """Switches a worker to a second set of keys, so that it meets none of the table's other entries; a second call
    switches back."""
    cdef int i
    worker.frames[0].at.key ^= OTHER_KEYS
    for i in range(worker.keys_before):
        worker.keys[i] ^= OTHER_KEYS
