"""Short ways to set up a position for the tests of the model."""

from __future__ import annotations

from typing import TypeVar

from . import WORLDS, CombatGame, CombatRules, ModelGame, World, lay_tiles
from .terrain import square_named

FLOOR_8 = "8/8/8/8/8/8/8/8"
AnyGame = TypeVar("AnyGame", ModelGame, CombatGame)


def on_tiles(tiles: str, fen: str, *, base: str = "chess") -> ModelGame:
    """Return a game on a world's board with another tile map; `fen` may lack its last fields."""
    world: World = lay_tiles(WORLDS[base], tiles)
    return ModelGame(world, whole_fen(fen))


def in_world(name: str, fen: str) -> ModelGame:
    return ModelGame(WORLDS[name], whole_fen(fen))


def in_combat(
    fen: str, *, hp: str = "-", cd: str = "-", fx: str = "-", rules: CombatRules | None = None
) -> CombatGame:
    """Return a game of combat; `fen` may lack its last fields."""
    return CombatGame(rules or CombatRules(), f"{whole_fen(fen)} hp:{hp} cd:{cd} fx:{fx}")


def whole_fen(fen: str) -> str:
    fields = fen.split()
    return " ".join(fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :])


def played(game: AnyGame, *moves: str) -> AnyGame:
    for move in moves:
        game.push(move)
    return game


def placement(game: ModelGame | CombatGame) -> str:
    return game.fen().split()[0]


def targets(game: ModelGame, start: str) -> set[str]:
    """Return where the piece on a square may end its turn."""
    return {move.split(",")[-1][2:4] for move in game.legal_moves() if move.startswith(start)}


def ways(game: CombatGame, start: str) -> set[str]:
    """Return what the piece on a square may do, as text without that square."""
    return {action[2:] for action in game.actions() if action.startswith(start)}


def lasting(game: CombatGame) -> str:
    """Return the hp:, cd: and fx: of a FEN."""
    return " ".join(game.fen().split()[6:])


def hp_of(game: CombatGame, name: str) -> int:
    """Return the HP of the piece on a square, 0 where there is none."""
    fighter = game.position.fighters.get(square_named(name))
    return fighter.hp if fighter else 0
