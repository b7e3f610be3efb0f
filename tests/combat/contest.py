"""Players of combat games for the measuring scripts' arbiter, and contests between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from arbiter import Control, Mover, play
from duel import Result, random_game
from tilefish import Game
from tilefish.core.combat_board import CombatBoard
from tilefish.core.combat_searcher import static_worth
from tilefish.engine import Engine
from tilefish.levels import FULL, Level
from tilefish.limits import Limits

RANDOM_PLIES = 6
LONGEST = Control(longest=300)


@dataclass
class Thinker:
    """The engine at a level, in this process."""

    level: Level = FULL
    limits: Limits = field(default_factory=Limits)
    name: str = "thinker"

    def begin(self) -> None:
        self._engine = Engine(hash_megabytes=2)
        self._engine.level = self.level

    def move(self, game: Game, go: str, seconds: float | None, patience: float) -> tuple[str, float]:
        return self._engine.play(game, self.limits).move or "", 0.0

    def kill(self) -> None:
        """It cannot break down."""


class Greedy:
    """Takes the action after which the position looks best on the average, whatever the answer."""

    name = "greedy"

    def begin(self) -> None:
        """It remembers nothing."""

    def move(self, game: Game, go: str, seconds: float | None, patience: float) -> tuple[str, float]:
        return max(game.legal_moves, key=lambda move: self._looks(game, move)), 0.0

    def kill(self) -> None:
        """It cannot break down."""

    def _looks(self, game: Game, move: str) -> float:
        assert game.combat_board is not None
        board, action = game.combat_board.copy(), game.core_move(move)
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
            return static_worth(board)
        return 0 if ending[0] is None else 10000 if ending[0] == board.turn else -10000


def contest(first: Mover, second: Mover, pairs: range, variant: str = "exchange") -> list[list[Result]]:
    """Pairs of games from random beginnings, each played from both sides with the same seed for the dice."""
    return [_pair(first, second, seed, variant) for seed in pairs]


def _pair(first: Mover, second: Mover, seed: int, variant: str) -> list[Result]:
    opening = random_game(variant, RANDOM_PLIES, Random(f"opening {seed}")).move_stack
    white = play((first, second), variant, opening, LONGEST, Random(seed))
    black = play((second, first), variant, opening, LONGEST, Random(seed))
    return [Result(white.white, white), Result(1 - black.white, black)]
