"""What can be asked of one position."""

from typing import NamedTuple

from tilefish.core.board.board import Board
from tilefish.core.query.board_query import Sight

class Capture(NamedTuple):
    """A legal capture. `gain` is the centipawns that the mover comes out with once the other side has taken
    back as well as it legally can."""

    move: int
    origin: int
    target: int
    stone: int | None
    taken: tuple[int, ...]
    gain: int

class Look(Sight):
    """A position without a past. Squares are numbered as in `rules`."""

    @staticmethod
    def at_board(board: Board) -> Look: ...
    def played(self, move: int) -> Look: ...
    def passed(self) -> Look: ...
    def in_check(self, side: int) -> bool: ...
    def captures(self) -> list[Capture]: ...
    def balance(self, move: int) -> int: ...
