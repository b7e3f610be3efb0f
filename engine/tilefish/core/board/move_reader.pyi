"""What Python sees of moves that are read in the core."""

from tilefish.core.board.board import Board
from tilefish.core.board.rule_tables import RuleTables

class MoveReader:
    """Reads moves for the boards of one variant."""

    def __init__(self, tables: RuleTables) -> None: ...
    def find_uci(self, board: Board, text: str) -> int: ...
    def play(self, board: Board, text: str, chess960: bool) -> tuple[int, str] | None: ...
