"""What Python sees of the tables."""

from tilefish.core.board.rule_tables import RuleTables

class CombatTables(RuleTables):
    """Owns the tables of one combat variant."""
