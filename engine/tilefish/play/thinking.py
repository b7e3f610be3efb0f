"""An engine thinks while somebody waits: shown as it goes on, ended by an interrupt."""

from __future__ import annotations

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.explain.scores import line_text
from tilefish.game.game import Game
from tilefish.play.console import Console
from tilefish.play.display import thought_text

_GLANCE = 0.1
"""Seconds between looks at what it has found."""
_SHOWN_MOVES = 6
_HIDDEN = "thinking ..."


def think(
    engine: Engine, game: Game, limits: Limits, console: Console, *, is_shown: bool = True
) -> tuple[Result, bool]:
    """What the engine finds, and whether a person interrupted it, who then has what it found so far. Through
    pipes an interrupt ends the program as it always does. What it thinks meanwhile is shown on a terminal if
    that `is_shown`."""
    search = engine.start(game, limits, background=True)
    is_interrupted = False
    try:
        while not search.wait(_GLANCE):
            best = search.best
            if console.is_terminal:
                console.show_status(_status(game, best) if is_shown and best else _HIDDEN)
    except KeyboardInterrupt:
        if not console.is_terminal:
            raise
        is_interrupted = True
    finally:
        result = search.stop()
        console.clear_status()
    return result, is_interrupted


def _status(game: Game, best: Info) -> str:
    return f"thinking: {thought_text(best, game.turn)}: {line_text(game, best.line[:_SHOWN_MOVES])}"
