"""The slow model: RULES.md in plain Python, written from the book and not from the core.

Everything of the book but section 8. Start reading at `game.py`; `worlds.py` holds the facts.
"""

from .game import ModelGame
from .worlds import WORLDS, World, custom_world, lay_tiles, with_pieces

__all__ = ["WORLDS", "ModelGame", "World", "custom_world", "lay_tiles", "with_pieces"]
