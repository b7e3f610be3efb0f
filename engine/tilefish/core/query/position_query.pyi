"""One position: captures and what they win, passes."""

from typing import NamedTuple

from tilefish.core.board.board import Board
from tilefish.core.query.board_query import BoardQuery

class Capture(NamedTuple):
    """A legal capture. `gain` is the centipawns that the mover comes out with once the other side has taken
    back as well as it legally can."""

    move: int
    origin: int
    target: int
    stone: int | None
    taken: tuple[int, ...]
    gain: int

class PositionQuery(BoardQuery):
    """A position without a history. Squares are numbered as in `rules`."""

    @staticmethod
    def at_board(board: Board) -> PositionQuery: ...
    def played(self, move: int, face: int = 0) -> PositionQuery: ...
    def passed(self) -> PositionQuery: ...
    def in_check(self, side: int) -> bool: ...
    def captures(self) -> list[Capture]: ...
    def balance(self, move: int) -> int: ...
