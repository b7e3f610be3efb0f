"""The board of an ordinary game."""

from typing import NamedTuple

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.query.position_query import PositionQuery

class MoveParts(NamedTuple):
    """A move taken apart. `rook` is the castling partner's square, `target` then the king's goal. In combat
    games, `victim` is whom the piece attacks, and it may use its `ability`."""

    origin: int
    target: int
    stone: int | None
    glide: int | None
    promotion: int | None
    rook: int | None
    en_passant: bool
    victim: int | None = None
    ability: bool = False

class Board(AnyBoard):
    """A position of an ordinary game with its history."""

    def parts(self, move: int) -> MoveParts: ...
    def query(self) -> PositionQuery: ...
