"""What Python sees of the search of combat games."""

from tilefish.core.combat_board import CombatBoard
from tilefish.core.searcher import Searcher

KING_WORTH: int
KILLS_DEEP: int

def static_worth(board: CombatBoard) -> int: ...

class CombatSearcher(Searcher):
    """A `Searcher` of `CombatBoard`s."""
