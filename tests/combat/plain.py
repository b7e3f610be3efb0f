"""Expectimax as the book would have it: every action, every outcome of every die, and no pruning. What the
search must have, whatever it leaves out."""

from __future__ import annotations

from tilefish import Termination
from tilefish.core.combat.board import CombatBoard
from tilefish.core.combat.searcher import KILLS_DEEP, KING_WORTH

MATE = 32000
SURE = 31000
"""Beyond it, one side mates for certain."""


def static_value(board: CombatBoard) -> int:
    """The static evaluation of the search, in centipawns, for the side to move."""
    _, _, score = board.terms()
    return max(-KING_WORTH, min(KING_WORTH, score))


def mean(outcomes: list[tuple[int, int]]) -> int:
    """The score of a die from the weights and scores of its outcomes, to the nearest centipawn, a half up.
    What is certain is as far away as in the slowest case; a king that may fall counts `KING_WORTH`."""
    scores = [score for _, score in outcomes]
    if min(scores) >= SURE:
        return min(scores)
    if max(scores) <= -SURE:
        return max(scores)
    faces = sum(weight for weight, _ in outcomes)
    total = sum(weight * max(-KING_WORTH, min(KING_WORTH, score)) for weight, score in outcomes)
    return (2 * total + faces) // (2 * faces)


class TooLargeError(Exception):
    """There are more nodes than one would wait for."""


class Expectimax:
    """Scores for the side to move, found by looking at everything."""

    def __init__(self, board: CombatBoard, with_quiescence: bool, most_nodes: int) -> None:
        self.board = board
        self.kills_deep = KILLS_DEEP if with_quiescence else 0
        self.most_nodes = most_nodes
        self.path: list[int] = []
        self.nodes = 0
        self.depths: dict[int, int] = {}
        self.beyond_table = False
        """Whether a table would change scores: where a position repeats, its score depends on the way to it;
        where it is met at two depths, a table may answer the shallow search with the deep one."""

    def root(self, depth: int) -> dict[int, int]:
        """The score of every action."""
        return {action: self.of_action(action, 0, depth - 1) for action in self.board.legal_moves()}

    def of_action(self, action: int, ply: int, depth: int) -> int:
        """What an action is worth to the side that acts, `depth` plies after it."""
        outcomes = []
        for face, weight in self.board.distinct_rolls(action):
            self.board.push(action, face)
            self.path.append(self.board.key)
            outcomes.append((weight, -self.of_position(ply + 1, depth)))
            self.path.pop()
            self.board.pop()
        return mean(outcomes)

    def of_position(self, ply: int, depth: int) -> int:
        """What a position is worth to the side to move."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise TooLargeError
        ending = self.board.ending()
        if ending is not None and not (ending[1] is Termination.STALEMATE and depth <= 0):
            winner = ending[0]
            return 0 if winner is None else MATE - ply if winner == self.board.turn else ply - MATE
        if self.path[-1] in self.path[:-1]:  # once since the root is enough
            self.beyond_table = True
            return 0
        if self.depths.setdefault(self.path[-1], depth) != depth:
            self.beyond_table = True
        if depth > 0:
            return max(self.of_action(action, ply, depth - 1) for action in self.board.legal_moves())
        return self._quiet(ply, depth)

    def _quiet(self, ply: int, depth: int) -> int:
        """As it looks, or better by attacks without an ability that are more likely to kill than not."""
        best = static_value(self.board)
        if depth <= -self.kills_deep:
            return best
        kills = filter(self._is_likely_kill, self.board.legal_moves())
        return max([best, *(self.of_action(action, ply, depth - 1) for action in kills)])

    def _is_likely_kill(self, action: int) -> bool:
        parts = self.board.parts(action)
        if parts.victim is None or parts.ability:
            return False
        chances = [0, 0]
        for face, weight in self.board.distinct_rolls(action):
            self.board.push(action, face)
            chances[self.board.kind_on(parts.victim) is None] += weight
            self.board.pop()
        return chances[True] > chances[False]
