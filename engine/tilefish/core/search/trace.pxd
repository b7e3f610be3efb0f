"""A trace of the search: a record of each visit to a node near the root, for people who want to see the tree.

The search calls the hooks below at the places where a node is entered, left, cut or reduced. Without a trace, each
of them is one test of a pointer that is not expected to succeed. A trace belongs to one thread and changes nothing.
"""

from tilefish.core.types cimport Depth, Value, u8, u32, u64

cdef extern from *:
    """
    #define tf_unlikely(condition) __builtin_expect(!!(condition), 0)
    """
    bint unlikely "tf_unlikely"(bint condition) noexcept nogil

cdef enum Visit:
    # Why a node is visited. The names that people read are in `analysis/search_trace.py`, in this order.
    AS_MOVE                   # a move was played
    AT_ROOT
    AGAIN_DEEPER              # once more without the reduction, since the move was better than expected
    AGAIN_OPEN                # once more with an open window, for an exact score
    AFTER_PASS                # the null move
    VERIFICATION              # of a null move that was good enough
    WITHOUT_BEST              # singular extension: the same node without its best move
    RAZORING                  # the same node, captures only
    RAISED_BETA               # ProbCut: a capture, with a raised beta
    OUTCOME                   # one face of a die; the visit around it is the mean
    FIRST_ANSWER              # the same with one answer only (Star2)
    NOT_VISITED               # a move that was left out

cdef enum Reason:
    # Why a node has its score without a search of its moves, why the search of them ended, or why a move was left out.
    NO_REASON
    STOPPED
    KING_LOST
    DRAW_BY_RULE
    NO_MOVE
    DEEPEST_PLY               # or too many nodes or checks in quiescence
    MATE_DISTANCE
    TT_CUTOFF
    STAND_PAT
    REVERSE_FUTILITY
    RAZORED
    NULL_MOVE
    PROBCUT
    MULTI_CUT
    LATE_MOVE
    FUTILITY
    HISTORY_PRUNING
    EXCHANGE                  # loses material
    STAR1
    STAR2

cdef enum Extension:
    NO_EXTENSION
    BY_CHECK
    BY_SINGULARITY
    BY_DOUBLE_SINGULARITY

cdef struct TraceRecord:
    u64 nodes                 # of the visit and all below it
    u32 move                  # what led here, 0: nothing or a pass; of WITHOUT_BEST what is left out
    Value alpha               # window, score and static value are those of the side to move
    Value beta
    Value score
    Value static_value        # NO_VALUE if there is none
    short ply
    short level               # how many visits are open around this one
    short depth
    u8 visit
    u8 reason
    u8 extension
    u8 reduction              # plies by which the visit is less deep
    u8 face                   # of the die
    u8 internal_reduction     # plies by which the node itself reduced its depth, for want of a move to begin with

cdef struct Trace:
    TraceRecord* records
    int count
    int capacity
    u64 left_out              # records beyond the capacity
    int plies                 # no records beyond this ply
    int level
    int open                  # the record of the innermost visit; -1: it has none
    # about the next visit
    u32 move
    u8 face
    u8 visit
    u8 extension
    u8 reduction

cdef int begin_visit(Trace* trace, int ply, u32 move, Value alpha, Value beta, Depth depth, u64 nodes) noexcept nogil
cdef void end_visit(Trace* trace, int outer, Value score, u64 nodes, bint is_stopped) noexcept nogil
cdef void leave_out(Trace* trace, int ply, u32 move, Reason reason) noexcept nogil


cdef inline void trace_visit(Trace* trace, Visit visit) noexcept nogil:
    """Says why the next node is visited."""
    if unlikely(trace != NULL):
        trace.visit = visit


cdef inline void trace_depth(Trace* trace, Visit visit, int reduction, Extension extension) noexcept nogil:
    """Says why the next node is visited, and how its depth is changed."""
    if unlikely(trace != NULL):
        trace.visit = visit
        trace.reduction = <u8>reduction
        trace.extension = extension


cdef inline void trace_action(Trace* trace, u32 action, int face) noexcept nogil:
    """Says what leads to the next node in a combat game."""
    if unlikely(trace != NULL):
        trace.move = action
        trace.face = <u8>face


cdef inline void trace_reason(Trace* trace, Reason reason) noexcept nogil:
    """Says why the node has its score."""
    if unlikely(trace != NULL) and trace.open >= 0:
        trace.records[trace.open].reason = reason


cdef inline void trace_static_value(Trace* trace, Value value) noexcept nogil:
    """Says what the node looks worth without searching."""
    if unlikely(trace != NULL) and trace.open >= 0:
        trace.records[trace.open].static_value = value


cdef inline void trace_internal_reduction(Trace* trace) noexcept nogil:
    """Says that the node is searched one ply less deep."""
    if unlikely(trace != NULL) and trace.open >= 0:
        trace.records[trace.open].internal_reduction += 1


cdef inline void trace_skip(Trace* trace, int ply, u32 move, Reason reason) noexcept nogil:
    """Says that a move of the node at that ply is left out."""
    if unlikely(trace != NULL):
        leave_out(trace, ply + 1, move, reason)


cdef class SearchTrace:
    cdef Trace trace
    cdef list finished        # of each iteration what `TracedIteration` has, with packed records
    cdef u64 nodes_before
    cdef u64 time_before

    cdef Trace* begin(self) noexcept
    cdef int end_iteration(self, Depth depth, Value score, u64 nodes, u64 nanoseconds, bint is_cut_short) except -1
    cdef int _drop_oldest(self) except -1
