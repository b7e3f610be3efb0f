"""Tilefish: an engine for chess on worlds.

The public API, and nothing else: `Game` plays a variant, `Library` finds variants, `Variant` describes one,
and `InputError` is raised for input that is wrong.
"""

from tilefish.game import Game, Outcome
from tilefish.rulebook.errors import InputError, VariantError
from tilefish.rulebook.library import Library
from tilefish.rulebook.variant import Variant

__version__ = "0.1.0"

__all__ = ["Game", "InputError", "Library", "Outcome", "Variant", "VariantError", "__version__"]
