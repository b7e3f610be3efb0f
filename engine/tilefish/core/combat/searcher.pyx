"""`CombatSearcher`: the search of combat games from Python's side."""

from tilefish.core.combat.chance cimport KING_WORTH as CORE_KING_WORTH
from tilefish.core.combat.board cimport CombatBoard
from tilefish.core.combat.rule_tables cimport CombatTables
from tilefish.core.combat.search cimport KILLS_DEEP as CORE_KILLS_DEEP, PV, bounded_value, search_combat
from tilefish.core.combat.worker cimport CombatWorker
from tilefish.core.search.searcher cimport Hunt, Searcher
from tilefish.core.types cimport Depth, Value, u32
from tilefish.core.search.worker cimport SELECTIVE, Worker, new_worker

cdef enum:
    BUFFER_POSITIONS = 4      # the move buffer holds the actions of this many positions

KING_WORTH = CORE_KING_WORTH
KILLS_DEEP = CORE_KILLS_DEEP


cdef class CombatSearcher(Searcher):
    """A `Searcher` of `CombatBoard`s."""

    def __cinit__(self, *_, **__):
        self.most_fails_high = 0    # with few plies each of them counts
        self.seeks_cycles = False   # damage and healing are in the key: one step is not all that may differ

    cdef Worker* _new_worker(self) except NULL:
        cdef CombatTables tables = self.tables
        cdef size_t capacity = <size_t>BUFFER_POSITIONS * tables.combat.action_capacity
        cdef CombatWorker* worker = <CombatWorker*>new_worker(sizeof(CombatWorker), capacity, 1)
        worker.rules = tables.combat
        worker.buffer_end = worker.base.move_buffer + capacity
        return &worker.base

    cdef int _set_up(self, Worker* worker) except -1:
        cdef CombatBoard board = self.board
        cdef int i
        if self.control.mate:
            worker.techniques &= ~<u32>SELECTIVE
        (<CombatWorker*>worker).at[0] = board.now()[0]
        for i in range(board.length):
            worker.keys[i] = board.at(i).key
        worker.keys_before = board.length
        return 0

    cdef Value _search_window(self, Worker* worker, Depth depth, Value alpha, Value beta) noexcept nogil:
        return search_combat(<CombatWorker*>worker, 0, depth, alpha, beta, PV)

    cdef Value _static_value(self, Worker* worker) noexcept:
        return bounded_value((<CombatWorker*>worker).rules, &(<CombatWorker*>worker).at[0])

    cdef bint _hunt(self, Worker* worker, Hunt* hunt) noexcept nogil:
        """No hunt: with dice no mate has a certain length, and the iterations find those there are."""
        return False
