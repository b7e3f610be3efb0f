"""What Python sees of keys that are written in the core."""

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.rule_tables import RuleTables

class KeyWriter:
    """Writes the keys of the positions of one variant."""

    def __init__(self, tables: RuleTables) -> None: ...
    def key(self, board: AnyBoard) -> str | None: ...
