from tilefish.core.clock cimport now, read_flag, read_time, write_flag, write_time
from tilefish.core.search.pause_gate cimport is_paused, wait_while_paused
from tilefish.core.search.worker cimport Worker, in_fallback, is_stopped, time_used
from tilefish.core.types cimport u64


cdef bint must_stop(Worker* worker) noexcept nogil:
    """Returns True when a stop condition is met. Blocks first while the search is paused. Called every few nodes, with
    a node limit at every node."""
    cdef u64 hard
    cdef bint polls = worker.nodes & worker.poll_mask == 0
    if in_fallback(worker):
        if polls and now() >= worker.fallback_end:
            write_flag(worker.stop, 1)
        return is_stopped(worker)
    if polls and is_paused(worker.control.pause):
        _wait(worker)
    if not worker.first:
        return False
    if worker.control.nodes and worker.nodes >= worker.control.nodes:
        write_flag(&worker.control.stop, 1)
        return True
    if polls and not read_flag(&worker.control.pondering):
        hard = read_time(&worker.control.hard)
        if hard and time_used(worker.control) >= hard:
            write_flag(&worker.control.stop, 1)
            return True
    return False


cdef void _wait(Worker* worker) noexcept nogil:
    """Blocks until the search may go on. The time of the pause does not count for its limits."""
    cdef u64 waited = wait_while_paused(worker.control.pause, &worker.control.stop)
    if worker.first:
        write_time(&worker.control.begun, read_time(&worker.control.begun) + waited)
