from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from tilefish.core.search.transposition_table cimport NO_VALUE as CORE_NO_VALUE
from tilefish.core.search.worker cimport MATE as CORE_MATE, MATED_SOON as CORE_MATED_SOON
from tilefish.core.types cimport Depth, Value

from typing import NamedTuple

MATE = CORE_MATE
MATED_SOON = CORE_MATED_SOON


class TracedVisit(NamedTuple):
    """A visit to a node, or a move that was left out. Scores are those of the side to move at the node."""

    level: int
    ply: int
    move: int
    face: int
    depth: int
    alpha: int
    beta: int
    score: int
    static_value: int | None
    nodes: int
    visit: int
    reason: int
    reduction: int
    extension: int
    internal_reduction: int


class TracedIteration(NamedTuple):
    """One iteration. `nodes` and `nanoseconds` are those that it took. `visits` are its records in the order of
    the search, or None if there was no room to keep them; `left_out` is how many more there would be."""

    depth: int
    score: int | None
    nodes: int
    nanoseconds: int
    is_cut_short: bool
    visits: list | None
    left_out: int


# --- records -------------------------------------------------------------------------------------------------


cdef int begin_visit(Trace* trace, int ply, u32 move, Value alpha, Value beta, Depth depth, u64 nodes) noexcept nogil:
    """Opens a record, and returns the one that was open before: `end_visit` wants it back."""
    cdef int outer = trace.open
    cdef TraceRecord* record = _new_record(trace, ply)
    trace.open = -1
    if record != NULL:
        trace.open = trace.count - 1
        record.nodes = nodes
        record.move = move
        record.face = trace.face
        record.alpha = alpha
        record.beta = beta
        record.depth = <short>depth
        record.static_value = CORE_NO_VALUE
        record.visit = trace.visit if trace.level else AT_ROOT
        record.reduction = trace.reduction
        record.extension = trace.extension
    trace.visit = AS_MOVE
    trace.reduction = trace.extension = trace.face = 0
    trace.level += 1
    return outer


cdef void end_visit(Trace* trace, int outer, Value score, u64 nodes, bint is_stopped) noexcept nogil:
    """Closes the record of the innermost visit. `nodes` are all nodes of the search so far."""
    cdef TraceRecord* record
    if trace.open >= 0:
        record = &trace.records[trace.open]
        record.score = score
        record.nodes = nodes - record.nodes
        if is_stopped:
            record.reason = STOPPED
    trace.open = outer
    trace.level -= 1


cdef void leave_out(Trace* trace, int ply, u32 move, Reason reason) noexcept nogil:
    cdef TraceRecord* record = _new_record(trace, ply)
    if record != NULL:
        record.move = move
        record.static_value = CORE_NO_VALUE
        record.visit = NOT_VISITED
        record.reason = reason


cdef TraceRecord* _new_record(Trace* trace, int ply) noexcept nogil:
    """An empty record at the end, or NULL where none is wanted or none is left."""
    cdef TraceRecord* record
    if ply > trace.plies:
        return NULL
    if trace.count == trace.capacity:
        trace.left_out += 1
        return NULL
    record = &trace.records[trace.count]
    trace.count += 1
    memset(record, 0, sizeof(TraceRecord))
    record.ply = <short>ply
    record.level = <short>trace.level
    return record


# --- iterations ----------------------------------------------------------------------------------------------


cdef class SearchTrace:
    """What a search visits down to a ply, iteration by iteration. Of each iteration at most `capacity` records
    are kept. Of all iterations, the latest are kept, with at most twice as many records."""

    def __cinit__(self, int plies, int capacity=50000):
        if plies < 1 or capacity < 1:
            raise ValueError(f"a trace has at least 1 ply and 1 record, not {plies} and {capacity}")
        self.trace.plies = plies
        self.trace.capacity = capacity
        self.trace.records = <TraceRecord*>malloc(capacity * sizeof(TraceRecord))
        if self.trace.records == NULL:
            raise MemoryError
        self.begin()

    def __dealloc__(self):
        free(self.trace.records)

    @property
    def plies(self):
        """The last ply that has records; the root is ply 0."""
        return self.trace.plies

    cdef Trace* begin(self) noexcept:
        """Empties the trace for a new search, and returns where a thread writes it."""
        self.finished = []
        self.nodes_before = self.time_before = 0
        self.trace.level = 0
        self.trace.open = -1
        self.trace.count = 0
        self.trace.left_out = 0
        return &self.trace

    cdef int end_iteration(self, Depth depth, Value score, u64 nodes, u64 nanoseconds, bint is_cut_short) except -1:
        """Keeps the records of an iteration. `score` is its best one, `nodes` and `nanoseconds` are those of the
        search so far."""
        records = PyBytes_FromStringAndSize(
            <char*>self.trace.records, <Py_ssize_t>(self.trace.count * sizeof(TraceRecord)))
        self.finished.append((
            depth, None if is_cut_short else score, nodes - self.nodes_before, nanoseconds - self.time_before,
            is_cut_short, records, self.trace.left_out))
        self.nodes_before, self.time_before = nodes, nanoseconds
        self.trace.count = 0
        self.trace.left_out = 0
        self._drop_oldest()
        return 0

    cdef int _drop_oldest(self) except -1:
        """Gives up the records of the oldest iterations where all together have become too many."""
        cdef Py_ssize_t size = 0, most = 2 * self.trace.capacity * sizeof(TraceRecord)
        for place in reversed(range(len(self.finished))):
            *counts, records, left_out = self.finished[place]
            size += len(records or b"")
            if size > most:
                self.finished[place] = (*counts, None, left_out)
        return 0

    def iterations(self):
        """The iterations of the last search, one after the other."""
        for *counts, records, left_out in self.finished:
            yield TracedIteration(*counts, None if records is None else _visits(records), left_out)


cdef list _visits(bytes records):
    cdef const TraceRecord* record = <const TraceRecord*><const char*>records
    cdef Py_ssize_t i
    return [_visit(&record[i]) for i in range(<Py_ssize_t>(len(records) // sizeof(TraceRecord)))]


cdef _visit(const TraceRecord* record):
    return TracedVisit(
        level=record.level,
        ply=record.ply,
        move=record.move,
        face=record.face,
        depth=record.depth,
        alpha=record.alpha,
        beta=record.beta,
        score=record.score,
        static_value=None if record.static_value == CORE_NO_VALUE else record.static_value,
        nodes=record.nodes,
        visit=record.visit,
        reason=record.reason,
        reduction=record.reduction,
        extension=record.extension,
        internal_reduction=record.internal_reduction,
    )
