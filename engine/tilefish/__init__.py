"""Tilefish: an engine for chess on worlds.

The public API, and nothing else: `Game` plays a variant, `Library` finds variants, `Variant` describes one,
and `InputError` is raised for input that is wrong.
"""

from tilefish.game.game import Game, Outcome
from tilefish.rules.errors import InputError, VariantError
from tilefish.rules.files.library import Library
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import Variant

__version__ = "0.1.0"

__all__ = [
    "Game",
    "InputError",
    "Library",
    "Outcome",
    "Termination",
    "Variant",
    "VariantError",
    "__version__",
]
