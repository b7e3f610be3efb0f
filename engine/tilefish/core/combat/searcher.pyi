"""What Python sees of the search of combat games."""

from tilefish.core.search.searcher import Searcher

KING_WORTH: int
KILLS_DEEP: int

class CombatSearcher(Searcher):
    """A `Searcher` of `CombatBoard`s."""
