"""The slow model: RULES.md in plain Python, written from the book and not from the core.

Start reading at `game.py`, for the combat game of section 8 at `combat.py`; `worlds.py` and
`combat_rules.py` hold the facts.
"""

from .combat import CombatGame
from .combat_rules import CombatRules
from .game import ModelGame
from .worlds import WORLDS, World, custom_world, lay_tiles, with_pieces

__all__ = [
    "WORLDS",
    "CombatGame",
    "CombatRules",
    "ModelGame",
    "World",
    "custom_world",
    "lay_tiles",
    "with_pieces",
]
