"""What Python sees of the tuner's memory."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Self

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.combat.rule_tables import CombatTables

class Sample:
    """Positions of one variant."""

    tables: RuleTables
    def __new__(cls, tables: RuleTables) -> Self: ...
    def __len__(self) -> int: ...
    def add(self, board: AnyBoard) -> None: ...
    def scores(self, tables: RuleTables) -> array[float]: ...
    def placement(self, kind: int, squares: Iterable[int], phase: int) -> array[float]: ...

class CombatSample(Sample):
    """Positions of one combat game."""

    tables: CombatTables
    def __new__(cls, tables: CombatTables) -> Self: ...

class Model:
    """Scores as they are, and their slopes by each number that may change."""

    def __new__(
        cls,
        scores: Sequence[float],
        points: Sequence[float],
        columns: Iterable[Sequence[float]],
        fitted: int,
        width: int,
    ) -> Self: ...
    def loss(self, scale: float, changes: Sequence[float], held_out: bool = False) -> float: ...
    def descend(
        self, scale: float, ridge: float, steps: int, stride: float, batches: int = 1
    ) -> list[float]: ...
