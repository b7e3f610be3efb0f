"""Short ways to set up a position for the tests of the model."""

from __future__ import annotations

from . import WORLDS, ModelGame, World, lay_tiles

FLOOR_8 = "8/8/8/8/8/8/8/8"


def on_tiles(tiles: str, fen: str, *, base: str = "chess") -> ModelGame:
    """Return a game on a world's board with another tile map; `fen` may lack its last fields."""
    world: World = lay_tiles(WORLDS[base], tiles)
    return ModelGame(world, whole_fen(fen))


def in_world(name: str, fen: str) -> ModelGame:
    return ModelGame(WORLDS[name], whole_fen(fen))


def whole_fen(fen: str) -> str:
    fields = fen.split()
    return " ".join(fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :])


def played(game: ModelGame, *moves: str) -> ModelGame:
    for move in moves:
        game.push(move)
    return game


def placement(game: ModelGame) -> str:
    return game.fen().split()[0]


def targets(game: ModelGame, start: str) -> set[str]:
    """Return where the piece on a square may end its turn."""
    return {move.split(",")[-1][2:4] for move in game.legal_moves() if move.startswith(start)}
