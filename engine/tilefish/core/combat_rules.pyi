"""What Python sees of the tables."""

from tilefish.core.rules import RuleTables

class CombatTables(RuleTables):
    """Owns the tables of one combat variant."""
