"""What Python sees of the evaluation."""

from tilefish.core.board.board import Board

TERM_NAMES: tuple[str, ...]
ENDGAMES: tuple[str, ...]

_Pair = tuple[int, int]

def term_table(board: Board, endgames: bool = True) -> tuple[dict[str, tuple[_Pair, _Pair]], float, int]: ...
def endgame_kind(board: Board) -> str: ...
