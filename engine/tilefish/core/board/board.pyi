"""What Python sees of a position."""

from typing import NamedTuple

from tilefish.core.board.position_history import PositionHistory
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.termination import Termination

class MoveParts(NamedTuple):
    """A move taken apart. `rook` is the castling partner's square, `target` then the king's goal."""

    origin: int
    target: int
    stone: int | None
    glide: int | None
    promotion: int | None
    rook: int | None
    en_passant: bool

class Board(PositionHistory):
    """A position of an ordinary game with its history."""

    key_from_scratch: int
    def reset(self, setup: Setup) -> None: ...
    def setup(self) -> Setup: ...
    def parts(self, move: int) -> MoveParts: ...
    def glides(self, move: int) -> list[int]: ...
    def push(self, move: int) -> None: ...
    def push_null(self) -> None: ...
    def in_check(self, side: int) -> bool: ...
    def repetitions(self) -> int: ...
    def ending(self) -> tuple[int | None, Termination] | None: ...
