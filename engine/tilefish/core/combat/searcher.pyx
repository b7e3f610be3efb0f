"""`CombatSearcher`: the search of combat games from Python's side."""

from tilefish.core.combat.chance cimport KING_WORTH as CORE_KING_WORTH
from tilefish.core.combat.board cimport CombatBoard
from tilefish.core.combat.rule_tables cimport CombatTables
from tilefish.core.combat.search cimport KILLS_DEEP as CORE_KILLS_DEEP, LINE, bounded_value, search_combat
from tilefish.core.combat.worker cimport CombatWorker
from tilefish.core.search.searcher cimport Hunt, Searcher
from tilefish.core.types cimport u32
from tilefish.core.search.worker cimport GUESSES, Worker

cdef enum:
    ROOM = 4                  # so many times the most actions that a position can have

KING_WORTH = CORE_KING_WORTH
KILLS_DEEP = CORE_KILLS_DEEP


def static_worth(CombatBoard board not None):
    """What a position looks worth to the side to move, in centipawns, as the search takes it."""
    return bounded_value(board.combat, board.now())


cdef class CombatSearcher(Searcher):
    """A `Searcher` of `CombatBoard`s."""

    cdef Worker* _new_worker(self, bint first) except NULL:
        cdef CombatTables tables = self.tables
        cdef size_t room = <size_t>ROOM * tables.combat.action_capacity
        cdef CombatWorker* worker = <CombatWorker*>self._hire(first, sizeof(CombatWorker), room, 1)
        worker.rules = tables.combat
        worker.room_end = worker.base.room + room
        return &worker.base

    cdef int _set_up(self, Worker* worker) except -1:
        cdef CombatBoard board = self.board
        cdef int i
        if self.control.mate:
            worker.techniques &= ~<u32>GUESSES
        (<CombatWorker*>worker).at[0] = board.now()[0]
        for i in range(board.length):
            worker.keys[i] = board.at(i).key
        worker.keys_before = board.length
        return 0

    cdef int _look(self, Worker* worker, int depth, int alpha, int beta) noexcept nogil:
        return search_combat(<CombatWorker*>worker, 0, depth, alpha, beta, LINE)

    cdef int _worth(self, Worker* worker) noexcept:
        return bounded_value((<CombatWorker*>worker).rules, &(<CombatWorker*>worker).at[0])

    cdef bint _hunt(self, Worker* worker, Hunt* hunt) noexcept nogil:
        """The iterations find mates by themselves: where dice fall, none has a certain length to look for."""
        return False
