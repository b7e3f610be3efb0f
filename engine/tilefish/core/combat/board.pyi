"""The board of a combat game."""

from typing import NamedTuple

from tilefish.core.board.any_board import AnyBoard
from tilefish.core.combat.query import CombatQuery
from tilefish.core.combat.rule_tables import CombatTables
from tilefish.core.combat.searcher import CombatSearcher
from tilefish.core.search.pause_gate import PauseGate
from tilefish.core.search.transposition_table import HashTable
from tilefish.rules.model.setup import Setup

class ActionParts(NamedTuple):
    """An action taken apart, its glide the one with the smallest square. `aside` is where a skirmish ends;
    `healed` is not attacked."""

    origin: int
    ability: bool
    stone: int | None
    glide: int | None
    target: int | None
    victim: int | None
    healed: int | None
    aside: int | None
    promotion: int | None

class CombatBoard(AnyBoard):
    """A position of a combat game with its history."""

    tables: CombatTables
    def __init__(self, tables: CombatTables, setup: Setup) -> None: ...
    def parts(self, action: int) -> ActionParts: ...
    def threatens(self, side: int, square: int) -> bool: ...
    def query(self) -> CombatQuery: ...
    def searcher(self, hash_table: HashTable, pause_gate: PauseGate | None = None) -> CombatSearcher: ...
