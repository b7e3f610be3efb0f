"""Tilefish: an engine for chess on worlds.

The public API, and nothing else. Rules and games are imported at once; the engine and what is built on it,
when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilefish.core.board.events import Event, EventKind
from tilefish.game.game import Game, Outcome
from tilefish.game.move import Move
from tilefish.rules.errors import (
    FenError,
    FileError,
    IllegalMoveError,
    InputError,
    OptionError,
    Problem,
    VariantError,
)
from tilefish.rules.files.library import Library
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import Variant

if TYPE_CHECKING:
    from tilefish.analysis.annotation import annotated
    from tilefish.analysis.game_report import GameAnalyst, GameReport
    from tilefish.engine.engine import Engine, Info, Result
    from tilefish.engine.levels import Level, level_named, level_names
    from tilefish.engine.limits import Limits
    from tilefish.engine.searching import Search
    from tilefish.engine.watching import Analysis
    from tilefish.explain.record import DecisionRecord, decision_record
    from tilefish.learning.store import Store
    from tilefish.pgn import GameRecord, read_games, write_game

__version__ = "0.1.0"

_PLACES = {
    "analysis.annotation": ("annotated",),
    "analysis.game_report": ("GameAnalyst", "GameReport"),
    "engine.engine": ("Engine", "Info", "Result"),
    "engine.levels": ("Level", "level_named", "level_names"),
    "engine.limits": ("Limits",),
    "engine.searching": ("Search",),
    "engine.watching": ("Analysis",),
    "explain.record": ("DecisionRecord", "decision_record"),
    "learning.store": ("Store",),
    "pgn": ("GameRecord", "read_games", "write_game"),
}
_MODULES = {name: f"tilefish.{module}" for module, names in _PLACES.items() for name in names}

__all__ = [
    "Analysis",
    "DecisionRecord",
    "Engine",
    "Event",
    "EventKind",
    "FenError",
    "FileError",
    "Game",
    "GameAnalyst",
    "GameRecord",
    "GameReport",
    "IllegalMoveError",
    "Info",
    "InputError",
    "Level",
    "Library",
    "Limits",
    "Move",
    "OptionError",
    "Outcome",
    "Problem",
    "Result",
    "Search",
    "Store",
    "Termination",
    "Variant",
    "VariantError",
    "__version__",
    "annotated",
    "decision_record",
    "level_named",
    "level_names",
    "read_games",
    "write_game",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
