"""Small studies for tests."""

from __future__ import annotations

from tilefish import Game
from tilefish.balance.facts import GameFacts
from tilefish.balance.games import Effort, GamesPlan, PlanPlayer
from tilefish.balance.report import Report
from tilefish.balance.study import study
from tilefish.balance.workers import play_all


def plan_of(game: Game, *depths: int, seed: int = 1) -> GamesPlan:
    return GamesPlan(game.variant, game.root_fen, tuple(Effort(depth) for depth in depths), seed)


def played(plan: GamesPlan, openings: int, processes: int = 1) -> list[GameFacts]:
    player = PlanPlayer(plan)
    return [facts for games in play_all(player, player.openings(openings), processes) for facts in games]


def studied(game: Game, openings: int, *depths: int, seed: int = 1) -> Report:
    plan = plan_of(game, *depths, seed=seed)
    return study(plan, played(plan, openings))
