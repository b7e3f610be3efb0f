"""One position of a combat game: attacks and their expected results, passes."""

from typing import NamedTuple

from tilefish.core.combat.board import CombatBoard
from tilefish.core.query.board_query import BoardQuery

DECREE: str
EXPOSED: str
THREAT: str
SHIELD: str
INTERPOSE: str

# A stub repeats what its module declares: query.pyx has the same fields.
class Strike(NamedTuple):
    """A legal action that attacks. Chances and losses are the means over the faces of the die, hit points no
    more than there are to lose; `gain` is centipawns for the attacker, what it takes from itself deducted.
    `counted` are the modifiers that change its result, with what they add."""

    move: int
    origin: int
    stands: int
    stone: int | None
    victim: int
    helper: int | None
    kill: float
    damage: float
    helper_kill: float
    helper_damage: float
    recoil: int
    gain: int
    counted: tuple[tuple[str, int], ...]
    @property
    def taken(self) -> tuple[int, ...]: ...

class CombatQuery(BoardQuery):
    """A position without a history. Squares are numbered as in `rules`."""

    @staticmethod
    def at_board(board: CombatBoard) -> CombatQuery: ...
    def played(self, move: int, face: int = 0) -> CombatQuery: ...
    def passed(self) -> CombatQuery: ...
    def hit_points(self, square: int) -> int: ...
    def strikes(self) -> list[Strike]: ...
    def healing(self, action: int) -> float: ...
