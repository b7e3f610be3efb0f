"""An engine thinks while a person waits: its progress is shown, and an interrupt ends it."""

from __future__ import annotations

from tilefish.engine.engine import Engine, Result
from tilefish.engine.limits import Limits
from tilefish.engine.watching import Analysis, AnalysisWatcher
from tilefish.explain.scores import line_text
from tilefish.game.game import Game
from tilefish.play.console import Console
from tilefish.play.display import thought_text

_SHOWN_MOVES = 6
_HIDDEN = "thinking ..."


def think(
    engine: Engine, game: Game, limits: Limits, console: Console, *, is_shown: bool = True
) -> tuple[Result, bool]:
    """The engine's result, and whether a person interrupted it; the result is then the best so far. Through
    pipes an interrupt ends the program as usual. On a terminal, progress is shown if `is_shown`."""
    is_interrupted = False
    with engine.analysis(game, limits) as analysis:
        try:
            analysis.watch(_StatusLine(console, is_shown) if console.is_terminal else None)
        except KeyboardInterrupt:
            if not console.is_terminal:
                raise
            is_interrupted = True
        finally:
            console.clear_status()
    return analysis.stop(), is_interrupted


class _StatusLine(AnalysisWatcher):
    """Shows the best line on a terminal."""

    def __init__(self, console: Console, is_shown: bool) -> None:
        self._console = console
        self._is_shown = is_shown

    def time_passed(self, analysis: Analysis) -> None:
        game, best = analysis.search.game, analysis.search.best
        if self._is_shown and best:
            line = line_text(game, best.line[:_SHOWN_MOVES])
            self._console.show_status(f"thinking: {thought_text(best, game.turn)}: {line}")
        else:
            self._console.show_status(_HIDDEN)
