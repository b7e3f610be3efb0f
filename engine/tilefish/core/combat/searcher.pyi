"""What Python sees of the search of combat games."""

from tilefish.core.combat.board import CombatBoard
from tilefish.core.search.searcher import Searcher

KING_WORTH: int
KILLS_DEEP: int

def static_worth(board: CombatBoard) -> int: ...

class CombatSearcher(Searcher):
    """A `Searcher` of `CombatBoard`s."""
