"""What Python sees of the search."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Self

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.board import Board
from tilefish.core.search.pause_gate import PauseGate
from tilefish.core.search.trace import SearchTrace
from tilefish.core.search.transposition_table import HashTable

EVERYTHING: int
DEEPEST: int
TECHNIQUES: tuple[str, ...]

class Line(NamedTuple):
    """One of the best lines of an iteration."""

    depth: int
    seldepth: int
    multipv: int
    score: int
    mate: int | None
    nodes: int
    nanoseconds: int
    hashfull: int
    moves: tuple[int, ...]
    bound: str = ""

class Searcher:
    """Searches one position at a time on a table that outlives the searches."""

    nodes: int
    def __new__(cls, hash_table: HashTable, pause_gate: PauseGate | None = None) -> Self: ...
    def search(
        self,
        board: AnyBoard,
        *,
        moves: Sequence[int] | None = None,
        lines: int = 1,
        threads: int = 1,
        depth: int = 0,
        nodes: int = 0,
        mate: int = 0,
        soft: float = 0.0,
        hard: float = 0.0,
        pondering: bool = False,
        techniques: int = ...,
        report: Callable[[Sequence[Line]], None] | None = None,
        current: Callable[[int, int, int], None] | None = None,
        hints: Sequence[tuple[int, int, int]] = (),
        trace: SearchTrace | None = None,
    ) -> list[Line]: ...
    def order(
        self, board: Board, tt_move: int = 0, hints: Sequence[tuple[int, int, int]] = ()
    ) -> list[int]: ...
    def set_parameters(self, changes: Mapping[str, int]) -> None: ...
    def forget(self) -> None: ...
    def prepare(self) -> None: ...
    def stop(self) -> None: ...
    def ponderhit(self, soft: float = 0.0, hard: float = 0.0) -> None: ...
