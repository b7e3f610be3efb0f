"""`Searcher`: a search from Python's side. It owns the threads' memory, deepens iteratively, and tells what it
found after every iteration."""

from libc.math cimport log
from libc.stdlib cimport calloc, free, malloc

from tilefish.core.board.attacks cimport in_check
from tilefish.core.board.board cimport Board
from tilefish.core.clock cimport now, read_word, read_flag, read_time, write_word, write_flag, write_time
from tilefish.core.search.helper_threads cimport begin_crew, dismiss, end_crew, join, leave
from tilefish.core.search.lazy_evaluation cimport clamp_value
from tilefish.core.evaluation.evaluate cimport evaluate
from tilefish.core.search.pause_gate cimport Gate, go_in, go_out, wake
from tilefish.core.board.moves cimport Move
from tilefish.core.board.movegen cimport legal_moves
from tilefish.core.search.picker cimport Picker, begin_picking, end_picking, next_move
from tilefish.core.board.rule_tables cimport Rules
from tilefish.core.search.search cimport search
from tilefish.core.types cimport u32, u64
from tilefish.core.search.transposition_table cimport HashTable
from tilefish.core.search.trace cimport SearchTrace
from tilefish.core.search.worker cimport (
    FIRST_DOUBT, GUESSES, INFINITE, LONG_SEARCH, MATE, MATED_SOON, MAX_PLY, QUIESCENCE_MOST, USE_ASPIRATION,
    USE_CORRECTIONS, USE_ENDGAMES, USE_EVERYTHING, Control, Hint, RootMove, Worker, is_stopped, technique, time_used,
)

from _thread import start_new_thread
from operator import attrgetter
from typing import NamedTuple

cdef u64 OTHER_KEYS = 0x5851F42D4C957F2D

cdef enum:
    # of a search for a mate, see `_hunt`
    HUNT_GROWTH = 20          # so many times the nodes for a move more
    HUNT_SHARE = 4            # so many nodes for each of the iterations'
    HUNT_AT_ONCE = 2000000    # and these in any case
    HUNT_FROM = 4             # the first iterations take no time, and give it something to play
    # of a fallback search, see `_fallback_search`
    FALLBACK_TIME = 10000000  # nanoseconds
    FALLBACK_NODES = 4000     # shared by the moves of the root
    FALLBACK_LEAST = 8        # for each of them
    # between looks at the clock, see `poll_mask`
    POLL_MASK = 127
    POLL_MASK_SLOW = 15       # where moves have to be tried out

EVERYTHING = <int>USE_EVERYTHING
DEEPEST = MAX_PLY - 1
DEEPEST_MATE = MAX_PLY // 2

TECHNIQUES = (
    "table", "null-move", "reverse-futility", "razoring", "futility", "late-pruning", "reductions",
    "internal-reduction", "check-extension", "singular", "killers", "counter-moves", "history", "aspiration",
    "exchange-pruning", "delta-pruning", "quiescence", "mate-distance", "endgames", "star1", "star2",
    "corrections",
)

class Line(NamedTuple):
    """What an iteration found: one of the best lines. `score` is centipawns, or with `mate` the moves to it
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

    def __cinit__(self, HashTable hash_table not None, Gate gate=None):
        self.hash_table = hash_table
        self.gate = gate or Gate()
        self.control.gate = &self.gate.turnstile
        self.workers = NULL
        self.worker_count = 0
        self.hints = NULL
        if begin_crew(&self.crew):
            raise MemoryError("no memory for a lock")

    def __dealloc__(self):
        self._free_workers()
        free(self.hints)
        end_crew(&self.crew)

    # --- memory ------------------------------------------------------------------------------------------

    cdef void _free_workers(self) noexcept:
        cdef int i
        for i in range(self.worker_count):
            _free_worker(self.workers[i])
        free(self.workers)
        self.workers = NULL
        self.worker_count = 0

    cdef int _ready_workers(self, int count, list moves, u32 techniques) except -1:
        """One worker a thread. Those of the search before go on, with what they learnt about moves, if they fit."""
        cdef int i
        if self.worker_count != count or self.tables is not self.board.tables:
            self._free_workers()
            self.workers = <Worker**>calloc(count, sizeof(Worker*))
            if self.workers == NULL:
                raise MemoryError
            self.worker_count = count
            self.tables = self.board.tables
            try:
                for i in range(count):
                    self.workers[i] = self._new_worker(i == 0)
            except MemoryError:
                self._free_workers()
                raise
        for i in range(count):
            self._set_out(self.workers[i], moves, techniques)
        return 0

    cdef Worker* _new_worker(self, bint first) except NULL:
        cdef const Rules* rules = self.tables.rules
        cdef size_t pieces = rules.kinds * 2 * 64
        return self._hire(first, sizeof(Worker), <size_t>(2 * MAX_PLY + 8) * rules.move_capacity, pieces * pieces)

    cdef Worker* _hire(self, bint first, size_t size, size_t room, size_t answers) except NULL:
        """A worker, which may be the beginning of something larger, with room for so many moves and histories of
        so many answers."""
        cdef Worker* worker = <Worker*>calloc(1, size)
        if worker == NULL:
            raise MemoryError
        worker.rules = self.tables.rules
        worker.table = &self.hash_table.table
        worker.control = &self.control
        worker.first = first
        worker.doubt = FIRST_DOUBT
        worker.room = <Move*>malloc(room * sizeof(Move))
        worker.scores = <int*>malloc(room * sizeof(int))
        worker.continuation = <short*>calloc(answers, sizeof(short))
        if worker.room == NULL or worker.scores == NULL or worker.continuation == NULL:
            _free_worker(worker)
            raise MemoryError
        _fill_reductions(worker)
        return worker

    cdef int _set_out(self, Worker* worker, list moves, u32 techniques) except -1:
        """Puts a worker at the root of a new search."""
        cdef int i
        free(worker.roots)
        free(worker.keys)
        worker.roots = <RootMove*>calloc(len(moves), sizeof(RootMove))
        worker.keys = <u64*>calloc(self.board.ply + MAX_PLY + 9, sizeof(u64))
        if worker.roots == NULL or worker.keys == NULL:
            raise MemoryError
        worker.techniques = techniques
        worker.trace = NULL if self.trace is None or not worker.first else self.trace.begin()
        worker.stop = &self.control.stop
        worker.poll_mask = POLL_MASK_SLOW if worker.rules.doubts else POLL_MASK
        worker.quiescence_most = QUIESCENCE_MOST
        write_word(&worker.nodes, 0)
        worker.deepest = worker.null_from = worker.root_from = 0
        for i in range(MAX_PLY + 4):
            worker.frames[i].killers[0] = worker.frames[i].killers[1] = 0
            worker.frames[i].played = worker.frames[i].excluded = 0
        self._set_up(worker)
        worker.root_count = len(moves)
        worker.some_left_out = len(moves) < len(self.board.legal_moves())
        for i, move in enumerate(moves):
            worker.roots[i].move = move
            worker.roots[i].score = -INFINITE
            worker.roots[i].line[0] = move
            worker.roots[i].line_length = 1
        return 0

    cdef int _set_up(self, Worker* worker) except -1:
        """Puts the position and its past before a worker."""
        cdef Board board = self.board
        cdef int i
        worker.frames[0].at = board.now()[0]
        worker.frames[0].checked = in_check(worker.rules, &worker.frames[0].at, worker.frames[0].at.turn)
        worker.frames[0].beyond = 0
        for i in range(board.length):
            worker.keys[i] = board.at(i).key
        worker.keys_before = board.length
        return 0

    cdef int _take_lore(self, lore) except -1:
        """What the next search is told of finished games."""
        cdef Hint* hints = <Hint*>malloc((len(lore) + 1) * sizeof(Hint))
        cdef int i
        if hints == NULL:
            raise MemoryError
        free(self.hints)
        self.hints = hints
        self.control.hints = hints
        self.control.hint_count = 0
        for i, (key, move, bonus) in enumerate(sorted(lore)):
            hints[i].key = key
            hints[i].move = move
            hints[i].bonus = max(-100, min(100, bonus))
        self.control.hint_count = len(lore)
        return 0

    def forget(self):
        """Drops what earlier searches learnt about moves; the table is not touched."""
        self._free_workers()

    # --- searching ---------------------------------------------------------------------------------------

    def search(self, board not None, *, moves=None, int lines=1, int threads=1, int depth=0, u64 nodes=0,
               int mate=0, double soft=0, double hard=0, bint pondering=False, u32 techniques=USE_EVERYTHING,
               report=None, current=None, lore=(), SearchTrace trace=None):
        """Searches until a limit is reached or `stop` is called, and returns the best lines.

        `soft` and `hard` are seconds: no iteration begins after the one, the other ends the search. `moves`
        are those of the root to look at, all legal ones by default. `report` is called with the list of
        lines after every iteration, in a long search also with a line whose score is only a bound so far;
        `current` then with depth, move and number of every move of the root that is begun. `lore` is a list of
        (key of a position near the root, move, bonus from -100 to 100): what finished games say about moves,
        for the order in which they are looked at. `trace` gets a record of what the first thread visits.
        """
        legal = board.legal_moves()
        roots = legal if moves is None else [move for move in legal if move in set(moves)]
        if lore:
            here = {move: bonus for key, move, bonus in lore if key == board.key}
            roots.sort(key=lambda root: -here.get(root, 0))
        self.board = board
        self.report = report
        self.current = current
        self.trace = trace
        self.control.herald = NULL if current is None else &_tell_current
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
        self._take_lore(lore)
        if not roots:
            return []
        try:
            self._ready_workers(max(1, threads), roots, techniques)
            self.hash_table.next_age()
            self._call_helpers()
            with nogil:
                self._deepen(self.workers[0])
        finally:
            with nogil:
                self._dismiss_helpers()
            # whoever is told of lines may hold the engine, and so its table, as long as it is held here
            self.board = self.report = self.current = self.trace = None
        if self.error is not None:
            raise self.error
        return self.found

    cdef int _call_helpers(self) except -1:
        """Lets the other workers search, each in a thread. Where there can be no more threads, fewer do."""
        cdef int i
        for i in range(1, self.worker_count):
            join(&self.crew)
            try:
                start_new_thread(self._help, (i,))
            except (RuntimeError, MemoryError):
                leave(&self.crew)
                break
        return 0

    cdef void _dismiss_helpers(self) noexcept nogil:
        """Ends the search in all threads, and waits until they have left. Nothing can interrupt that: what they
        work with is freed later."""
        write_flag(&self.control.stop, 1)
        wake(self.control.gate)
        dismiss(&self.crew)

    def order(self, Board board not None, Move known=0, lore=()):
        """The legal moves in the order in which a node would look at them, with nothing learnt yet but `lore`.
        `known` is a move that the table would name."""
        cdef Picker picker
        cdef Move move
        moves = board.legal_moves()
        if not moves:
            return []
        if known and known not in moves:
            raise ValueError(f"{known} is not a legal move")
        self.board = board
        self._take_lore(lore)
        self.forget()
        self._ready_workers(1, moves, USE_EVERYTHING)
        ordered = []
        begin_picking(&picker, self.workers[0], 0, known, True)
        while True:
            move = next_move(&picker)
            if not move:
                break
            ordered.append(move)
        end_picking(&picker)
        return ordered

    def prepare(self):
        """Makes ready for the next search. A `stop` or `ponderhit` that comes after this is meant for it, however
        early."""
        write_flag(&self.control.stop, 0)
        self.is_under_way = self.is_hit = False

    def stop(self):
        """Ends the search that runs, from any thread; one that waits at the gate as well."""
        write_flag(&self.control.stop, 1)
        wake(self.control.gate)

    def ponderhit(self, double soft=0, double hard=0):
        """The move that is pondered on was played: from now on the clock runs. Seconds count from now."""
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
        """What every thread but the first does."""
        cdef Worker* worker = self.workers[index]
        with nogil:
            go_in(self.control.gate, &self.control.stop)
            self._deepen(worker)
            go_out(self.control.gate)
            leave(&self.crew)

    cdef void _deepen(self, Worker* worker) noexcept nogil:
        """Iteration after iteration, until something ends it."""
        cdef int depth, line, score_before = 0
        cdef double patience = 1
        cdef Move best
        cdef Hunt hunt = Hunt(1, 0, 0)
        for depth in range(1, worker.control.depth + 1):
            if worker.control.mate and depth >= min(HUNT_FROM, worker.control.depth) and self._hunt(worker, &hunt):
                if worker.first:
                    self._take_down(worker, depth, True)     # of this one line alone
                return
            best = worker.roots[0].move
            for line in range(self.lines):
                worker.root_from = line
                worker.deepest = 0
                self._search_root(worker, depth)
                if read_flag(&worker.control.stop):
                    break
                _sort_roots(worker, 0, line + 1)  # a later line may have come out better
            worker.root_from = 0
            if depth == 1 and self._wants_fallback(worker):
                self._fallback_search(worker)
            if worker.first:
                self._take_down(worker, depth, read_flag(&worker.control.stop) != 0)
            if read_flag(&worker.control.stop):
                return
            if not worker.first:
                continue
            # a change of mind asks for more time, and so does a falling score
            patience = 0.5 * patience + (0.9 if worker.roots[0].move != best else 0.4)
            if depth > 4 and worker.roots[0].score < score_before - 30:
                patience += 0.3
            score_before = worker.roots[0].score
            if self._is_enough(worker, patience):
                return

    cdef bint _hunt(self, Worker* worker, Hunt* hunt) noexcept nogil:
        """Whether there is a mate of the length wanted or a shorter one, as the root then says. Asked before each
        iteration; lengths that would take much longer than all that was searched so far wait for later ones, which
        may find a long mate by guesses."""
        cdef u64 begun, guessed
        while hunt.plies < 2 * worker.control.mate and hunt.plies <= worker.control.depth:
            guessed = worker.nodes - hunt.spent
            if hunt.last * HUNT_GROWTH > HUNT_SHARE * guessed + HUNT_AT_ONCE:
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
        """Whether a mate takes at most so many plies. No line is overlooked, and none followed any longer. What the
        table knows from guesses does not count: the keys are others meanwhile."""
        cdef u32 techniques = worker.techniques
        cdef int expected = worker.roots[0].score, alpha = MATE - plies - 1
        _change_keys(worker)
        worker.techniques = techniques & ~<u32>(GUESSES | USE_CORRECTIONS)
        worker.deepest = 0
        _forget_scores(worker)
        # a stalemate that loses is seen one ply later
        self._look(worker, plies + worker.rules.stalemate_loss, alpha, INFINITE)
        worker.techniques = techniques
        _change_keys(worker)
        _sort_roots(worker, 0, worker.root_count)
        if worker.roots[0].score > alpha:
            return True
        worker.roots[0].score = expected
        return False

    cdef void _search_root(self, Worker* worker, int depth) noexcept nogil:
        """One line of one iteration, in a window around what the last one found."""
        cdef int expected = worker.roots[worker.root_from].score
        cdef int alpha = -INFINITE, beta = INFINITE, width = 20, score
        if depth >= 5 and technique(worker, USE_ASPIRATION) and -MATED_SOON < expected < MATED_SOON:
            alpha = expected - width
            beta = expected + width
        _forget_scores(worker)
        while True:
            score = self._look(worker, depth, alpha, beta)
            _sort_roots(worker, worker.root_from, worker.root_count)
            if read_flag(&worker.control.stop):
                return
            if alpha < score < beta or (score <= alpha and alpha == -INFINITE) or (
                    score >= beta and beta == INFINITE):
                return
            if worker.first and _is_long(worker):
                self._tell_bound(worker, depth, score <= alpha)
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(-INFINITE, score - width)
            else:
                beta = min(INFINITE, score + width)
            width *= 3
            if width > 1000:
                alpha = -INFINITE
                beta = INFINITE

    cdef void _fallback_search(self, Worker* worker) noexcept nogil:
        """Finds a sensible move when a search was stopped before it had any: one ply, with little quiescence and a
        time limit of its own."""
        worker.fallback_end = now() + FALLBACK_TIME
        worker.quiescence_most = max(FALLBACK_LEAST, FALLBACK_NODES // worker.root_count)
        write_flag(&worker.fallback_over, 0)
        worker.stop = &worker.fallback_over
        _forget_scores(worker)
        self._look(worker, 1, -INFINITE, INFINITE)
        _sort_roots(worker, 0, worker.root_count)
        worker.stop = &worker.control.stop
        worker.quiescence_most = QUIESCENCE_MOST

    cdef bint _wants_fallback(self, const Worker* worker) noexcept nogil:
        """Whether the first iteration was stopped before any move had a score. A node limit is kept to the node."""
        cdef const Control* control = worker.control
        return worker.first and is_stopped(worker) and not worker.roots[0].is_exact and not (
            control.nodes and worker.nodes >= control.nodes)

    cdef int _look(self, Worker* worker, int depth, int alpha, int beta) noexcept nogil:
        """The value of the root within a window."""
        return search(worker, 0, depth, alpha, beta, False)

    cdef bint _is_enough(self, Worker* worker, double patience) noexcept nogil:
        """Whether another iteration is not worth beginning."""
        cdef Control* control = worker.control
        cdef int score = worker.roots[0].score
        cdef u64 soft
        if read_flag(&control.pondering):
            return False
        if control.mate and score >= MATE - 2 * control.mate:
            return True
        soft = read_time(&control.soft)
        return soft != 0 and time_used(control) >= <u64>(soft * patience)

    cdef void _take_down(self, Worker* worker, int depth, bint is_cut_short) noexcept with gil:
        """Keeps what an iteration found, and tells it."""
        try:
            self._keep(worker, depth, is_cut_short)
            if self.trace is not None:
                self.trace.end_iteration(
                    depth, worker.roots[0].score, worker.nodes, time_used(worker.control), is_cut_short)
            if self.report is not None:
                self.report(list(self.found))
        except BaseException as error:
            self._fail(error)

    cdef void _tell_bound(self, Worker* worker, int depth, bint is_upper) noexcept with gil:
        """Tells that a line is worth less, or more, than the window."""
        try:
            if self.report is not None:
                line = self._line(worker, &worker.roots[worker.root_from], worker.root_from, depth)
                self.report([line._replace(bound="upper" if is_upper else "lower")])
        except BaseException as error:
            self._fail(error)

    cdef _fail(self, error):
        """The search ends, and whoever called it gets the error."""
        self.error = error
        write_flag(&self.control.stop, 1)

    cdef int _keep(self, Worker* worker, int depth, bint is_cut_short) except -1:
        """An iteration that was cut short counts if it has an exact best move. Lines that it did not reach
        stay as they were."""
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
        """Stopped before anything was found: the first move, with what the position looks worth."""
        cdef RootMove root
        root.move = root.line[0] = worker.roots[0].move
        root.line_length = 1
        root.score = self._worth(worker)
        root.depth_reached = 1
        self.found = [self._line(worker, &root, 0, 1)]
        return 0

    cdef int _worth(self, Worker* worker) noexcept:
        """What the root looks worth without searching."""
        return clamp_value(evaluate(
            worker.rules, &worker.frames[0].at, NULL, technique(worker, USE_ENDGAMES), &worker.pawns))

    cdef _line(self, Worker* worker, const RootMove* root, int index, int depth):
        cdef int score = root.score
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


cdef void _tell_current(void* owner, int depth, Move move, int number) noexcept with gil:
    """Tells which move of the root is looked at: the `Herald` of every search."""
    cdef Searcher searcher = <Searcher>owner
    try:
        searcher.current(depth, move, number)
    except BaseException as error:
        searcher._fail(error)


cdef inline bint _is_long(const Worker* worker) noexcept nogil:
    return time_used(worker.control) >= LONG_SEARCH * <u64>1000000


cdef void _change_keys(Worker* worker) noexcept nogil:
    """Has a worker know positions by other keys, so that what the table knows of them is another matter; once more
    for the usual ones."""
    cdef int i
    worker.frames[0].at.key ^= OTHER_KEYS
    for i in range(worker.keys_before):
        worker.keys[i] ^= OTHER_KEYS


cdef void _free_worker(Worker* worker) noexcept:
    if worker == NULL:
        return
    free(worker.roots)
    free(worker.keys)
    free(worker.room)
    free(worker.scores)
    free(worker.continuation)
    free(worker)


cdef void _fill_reductions(Worker* worker) noexcept:
    cdef int depth, place
    for depth in range(64):
        for place in range(64):
            worker.reductions[depth][place] = 0
            if depth and place:
                worker.reductions[depth][place] = <int>(0.8 + log(depth) * log(place) / 2.3)


cdef void _forget_scores(Worker* worker) noexcept nogil:
    """What an iteration begins with: none of the moves that are not settled has a score."""
    cdef int i
    for i in range(worker.root_from, worker.root_count):
        worker.roots[i].score = -INFINITE
        worker.roots[i].is_exact = False


cdef void _sort_roots(Worker* worker, int first, int end) noexcept nogil:
    """Best first; those without a score keep their order."""
    cdef RootMove root
    cdef int i, j
    for i in range(first + 1, end):
        if worker.roots[i].score <= worker.roots[i - 1].score:
            continue
        root = worker.roots[i]
        j = i
        while j > first and worker.roots[j - 1].score < root.score:
            worker.roots[j] = worker.roots[j - 1]
            j -= 1
        worker.roots[j] = root
