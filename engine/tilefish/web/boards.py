"""`Boards`: what can be analysed, by the identities that pages know: games and analyses."""

from __future__ import annotations

from tilefish.game.game import Game
from tilefish.pgn import Evaluation, GameRecord
from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.web.analyses import Analyses
from tilefish.web.lobby import Lobby
from tilefish.web.messages.live import Place
from tilefish.web.report import Done

NOTED_DEPTH = 8
"""The least depth of a result that is noted: a position that was only walked over has none."""


class Boards:
    """The games of the lobby, and the analyses that pages show. Raises `InputError` for what is not there."""

    def __init__(self, lobby: Lobby, analyses: Analyses) -> None:
        self._lobby = lobby
        self._analyses = analyses

    def position(self, place: Place) -> Game:
        """A position, as a game of its own."""
        analysis = self._analyses.boards.get(place.board)
        if analysis is not None:
            return analysis.tree.game(analysis.tree.node(place.node))
        table = self._lobby.game(place.board).table
        moves = len(table.past)
        if place.node > moves:
            raise InputError(f"there is no position {place.node}: the game has {count(moves, 'move')}")
        return table.game.copy() if place.node == moves else table.before(table.past[place.node])

    def record(self, board: str) -> tuple[GameRecord, Done]:
        """A whole game or the main line of an analysis, and what takes the report on it."""
        analysis = self._analyses.boards.get(board)
        if analysis is not None:
            return analysis.record(), analysis.annotator()
        return self._lobby.game(board).table.record(), lambda annotations: None

    def evaluate(self, place: Place, evaluation: Evaluation) -> None:
        """Notes the result of a search, where an analysis has a shallower one or none."""
        analysis = self._analyses.boards.get(place.board)
        node = None if analysis is None else analysis.tree.find(place.node)
        if analysis is None or node is None or node.parent is None:
            return
        depth, known = evaluation.depth or 0, node.evaluation
        if depth >= NOTED_DEPTH and (known is None or (known.depth or 0) < depth):
            analysis.evaluate([(place.node, evaluation)])
