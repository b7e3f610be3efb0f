"""What Python sees of the evaluation of combat games."""

from tilefish.core.combat.board import CombatBoard

_Pair = tuple[int, int]

def combat_term_table(board: CombatBoard) -> tuple[dict[str, tuple[_Pair, _Pair]], float, int]: ...
