"""`Endings`: a game of the board that is over is learned from, and counts for the person who played it."""

from __future__ import annotations

from weakref import WeakSet

from tilefish.web.board_game import BoardGame
from tilefish.web.learning_panel import LearningPanel
from tilefish.web.results import Ending, FinishedGame, Results


class Endings:
    """Notes each game once, with its first end."""

    def __init__(self, learning: LearningPanel, results: Results) -> None:
        self._learning = learning
        self._results = results
        self._noted: WeakSet[BoardGame] = WeakSet()

    def note(self, game: BoardGame) -> None:
        """Notes a game that has changed, if it is over."""
        if game.table.outcome is None or game in self._noted:
            return
        self._noted.add(game)
        self._learning.record(game.identity, game.table.record())
        finished = finished_game(game)
        if finished is not None:
            self._results.count(finished)


def finished_game(game: BoardGame) -> FinishedGame | None:
    """A game of one person against an engine that is over, as it counts for the person."""
    table, outcome = game.table, game.table.outcome
    persons = table.persons
    if outcome is None or len(persons) != 1 or not table.past:
        return None
    ending: Ending = (
        "draws" if outcome.winner is None else "wins" if outcome.winner == persons[0] else "losses"
    )
    level = game.seats.black if persons[0] == "white" else game.seats.white
    return FinishedGame(game.identity, table.game.variant.name, level, ending, game.is_helped)
