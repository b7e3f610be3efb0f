"""An engine thinks while a person waits: its progress is shown, and an interrupt ends it."""

from __future__ import annotations

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.explain.scores import line_text
from tilefish.game.game import Game
from tilefish.play.console import Console
from tilefish.play.display import thought_text

_GLANCE = 0.1
"""Seconds between updates of the display."""
_SHOWN_MOVES = 6
_HIDDEN = "thinking ..."


def think(
    engine: Engine, game: Game, limits: Limits, console: Console, *, is_shown: bool = True
) -> tuple[Result, bool]:
    """The engine's result, and whether a person interrupted it; the result is then the best so far. Through
    pipes an interrupt ends the program as usual. On a terminal, progress is shown if `is_shown`."""
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
