"""Games as PGN text, of every variant: `read_games`, `write_game`, and the records between them."""

from tilefish.pgn.move_node import MoveNode
from tilefish.pgn.reader import read_games
from tilefish.pgn.record import Evaluation, GameRecord, RecordedMove, record_of
from tilefish.pgn.tree import MoveTree
from tilefish.pgn.writer import write_game

__all__ = [
    "Evaluation",
    "GameRecord",
    "MoveNode",
    "MoveTree",
    "RecordedMove",
    "read_games",
    "record_of",
    "write_game",
]
