"""Players of combat games for the arena's referee, and contests between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.boards import combat_board
from tests.combat.plain import static_value

from tilefish import Game
from tilefish.core.combat.board import CombatBoard
from tilefish.engine.engine import Engine
from tilefish.engine.levels import FULL, Level
from tilefish.engine.limits import Limits
from tilefish.match.control import Control, Turn
from tilefish.match.openings import random_game
from tilefish.match.players import Mover, TimedMove
from tilefish.match.referee import Luck, Terms, play

RANDOM_PLIES = 6
TERMS = Terms((Control(), Control()), longest=300)


@dataclass
class Thinker:
    """The engine at a level, in this process."""

    level: Level = FULL
    limits: Limits = field(default_factory=Limits)

    def begin(self, game: Game, seed: int) -> None:
        self._engine = Engine(hash_megabytes=2)
        self._engine.level = self.level

    def move(self, game: Game, turn: Turn) -> TimedMove:
        return TimedMove(self._engine.play(game, self.limits).move or "")

    def kill(self) -> None:
        """It cannot break down."""

    def close(self) -> None:
        """It needs nothing."""


class Greedy:
    """Takes the action after which the position looks best on the average, whatever the answer."""

    def begin(self, game: Game, seed: int) -> None:
        """It remembers nothing."""

    def move(self, game: Game, turn: Turn) -> TimedMove:
        return TimedMove(max(game.legal_moves, key=lambda move: self._looks(game, move)))

    def kill(self) -> None:
        """It cannot break down."""

    def close(self) -> None:
        """It needs nothing."""

    def _looks(self, game: Game, move: str) -> float:
        board, action = combat_board(game).copy(), game.find_move(move).number
        total = 0
        outcomes = board.distinct_rolls(action)
        for face, weight in outcomes:
            board.push(action, face)
            total -= weight * self._worth(board)
            board.pop()
        return total / sum(weight for _, weight in outcomes)

    @staticmethod
    def _worth(board: CombatBoard) -> int:
        ending = board.ending()
        if ending is None:
            return static_value(board)
        return 0 if ending[0] is None else 10000 if ending[0] == board.turn else -10000


def contest(first: Mover, second: Mover, pairs: range, variant: str = "exchange") -> list[float]:
    """What the first makes in pairs of games from random beginnings, each played from both sides with the
    same seed for the dice."""
    return [points for seed in pairs for points in _pair(first, second, seed, variant)]


def _pair(first: Mover, second: Mover, seed: int, variant: str) -> list[float]:
    game = random_game(Game(variant), RANDOM_PLIES, Random(f"opening {seed}"))
    luck = Luck(str(seed))
    white = play((first, second), game, TERMS, luck).verdict.white
    black = play((second, first), game, TERMS, luck).verdict.white
    return [white, 1 - black]
