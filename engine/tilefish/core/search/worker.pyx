from libc.math cimport log
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from tilefish.core.board.moves cimport Move
from tilefish.core.clock cimport write_word
from tilefish.core.search.parameters cimport REDUCTION_BASE, REDUCTION_SLOPE
from tilefish.core.types cimport Depth, Key, u32


cdef Worker* new_worker(size_t size, size_t capacity, size_t answers) except NULL:
    """A worker of `size` bytes, a `Worker` or a struct that begins with one, with a move buffer of `capacity` moves
    and a continuation history of `answers` entries."""
    cdef Worker* worker = <Worker*>calloc(1, size)
    if worker == NULL:
        raise MemoryError
    worker.lazy_margin = FIRST_LAZY_MARGIN
    worker.move_buffer = <Move*>malloc(capacity * sizeof(Move))
    worker.scores = <int*>malloc(capacity * sizeof(int))
    worker.continuation = <short*>calloc(answers, sizeof(short))
    if worker.move_buffer == NULL or worker.scores == NULL or worker.continuation == NULL:
        free_worker(worker)
        raise MemoryError
    return worker


cdef void free_worker(Worker* worker) noexcept:
    if worker == NULL:
        return
    free(worker.roots)
    free(worker.keys)
    free(worker.move_buffer)
    free(worker.scores)
    free(worker.continuation)
    free(worker)


cdef void set_parameters(Worker* worker, const int* parameters) noexcept:
    memcpy(worker.parameters, parameters, sizeof(worker.parameters))
    _fill_reductions(worker)


cdef void _fill_reductions(Worker* worker) noexcept:
    cdef int base = tuned(worker, REDUCTION_BASE), slope = tuned(worker, REDUCTION_SLOPE)
    cdef Depth depth
    cdef int place
    for depth in range(REDUCTION_STEPS):
        for place in range(REDUCTION_STEPS):
            worker.reductions[depth][place] = 0
            if depth and place:
                worker.reductions[depth][place] = <int>(base + slope * log(depth) * log(place))


cdef int prepare_worker(Worker* worker, list moves, int game_plies, u32 techniques) except -1:
    """Prepares a worker for a new search of some root moves, after a game of some plies. Its histories stay."""
    cdef int i
    free(worker.roots)
    free(worker.keys)
    worker.roots = <RootMove*>calloc(len(moves), sizeof(RootMove))
    worker.keys = <Key*>calloc(game_plies + MAX_PLY + 9, sizeof(Key))
    if worker.roots == NULL or worker.keys == NULL:
        raise MemoryError
    worker.techniques = techniques
    worker.quiescence_most = QUIESCENCE_MOST
    write_word(&worker.nodes, 0)
    worker.deepest = worker.null_from = worker.root_from = 0
    for i in range(MAX_PLY + 4):
        worker.frames[i].killers[0] = worker.frames[i].killers[1] = 0
        worker.frames[i].played = worker.frames[i].excluded = 0
        worker.frames[i].continuation = NULL
        worker.frames[i].cutoffs = worker.frames[i].double_extensions = worker.frames[i].reduction = 0
    worker.root_count = len(moves)
    for i, move in enumerate(moves):
        worker.roots[i].move = move
        worker.roots[i].score = -INFINITE
        worker.roots[i].line[0] = move
        worker.roots[i].line_length = 1
    return 0
