"""One position of a combat game: attacks and their expected results, passes."""

from tilefish.core.combat.actions cimport Action
from tilefish.core.combat.make cimport Aim
from tilefish.core.combat.position cimport CombatPosition
from tilefish.core.combat.rule_tables cimport CombatRules
from tilefish.core.query.board_query cimport BoardQuery
from tilefish.core.types cimport Square

cdef class CombatQuery(BoardQuery):
    cdef const CombatRules* rules
    cdef CombatPosition at
    cdef Action* actions         # the legal ones, generated on demand
    cdef int count               # of them; -1 until then

    cdef int _find_actions(self) except -1
    cdef Action _legal(self, Action action) except? 0
    cdef double _price(self, Square square, int loss)
    cdef object _strike(self, Action action)
    cdef object _counted(self, const Aim* aim)
    cdef long _harm(self, const Aim* aim)
