"""The host's changes to a game between moves: pieces that appear on spawn tiles, by the rule in the variant's
file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tilefish.game.game import Game
from tilefish.rules.errors import InputError
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.spawn import Spawn
from tilefish.rules.model.variant import SIDE_NAMES, SIDES, SPAWN
from tilefish.rules.text.fen import format_fen


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game as it goes on after its host has put pieces on the board."""

    game: Game
    remark: str
    """A message about what has appeared: `a white pawn appears on e3`."""


def hosted(game: Game, rng: Random) -> Hosted | None:
    """The host's change after the last move; None if there is none. The ply comes from the move number of the
    position, so that a game that was saved goes on like any other."""
    spawn, setup = game.variant.spawn, game.setup()
    ply = 2 * (setup.fullmove - 1) + setup.turn
    if spawn is None or not spawn.is_due(ply) or rng.randrange(100) >= spawn.chance or game.outcome():
        return None
    remarks = []
    for side in _owners(spawn, setup.turn, rng):
        for _ in range(spawn.count):
            found = _with_piece(game, spawn, side, rng)
            if found is not None:
                game, square = found
                remarks.append(f"a {SIDE_NAMES[side]} {spawn.piece} appears on {square}")
    return Hosted(game, ", ".join(remarks)) if remarks else None


def _owners(spawn: Spawn, turn: int, rng: Random) -> list[int]:
    owners = {
        "either": lambda: [rng.choice(SIDES)],
        "both": lambda: list(SIDES),
        "white": lambda: [0],
        "black": lambda: [1],
        "mover": lambda: [turn],
        "waiter": lambda: [1 - turn],
    }
    return owners[spawn.side]()


def _with_piece(game: Game, spawn: Spawn, side: int, rng: Random) -> tuple[Game, str] | None:
    """The game with a piece on a tile drawn at random, and the tile. It skips a tile on which the piece would
    give check, block a check, or end the game."""
    variant, setup = game.variant, game.setup()
    kind = variant.kind(spawn.piece)
    if kind is None:
        return None
    piece = variant.kinds.index(kind), side
    if sum(other == piece for other in setup.pieces.values()) >= spawn.most:
        return None
    squares = list(_free_tiles(game, setup, side, kind.pawn))
    rng.shuffle(squares)
    for square in squares:
        pieces = {**setup.pieces, square: piece}
        try:
            after = game.from_position(format_fen(variant, replace(setup, pieces=pieces)))
        except InputError:  # such as a check by the side to move
            continue
        if after.outcome() is None and after.in_check == game.in_check:
            return after, variant.square_name(square)
    return None


def _free_tiles(game: Game, setup: Setup, side: int, is_pawn: bool) -> Iterator[int]:
    """The empty spawn tiles. A pawn does not appear where it would promote, and no piece where a pawn has
    just passed."""
    variant = game.variant
    for square, tile in enumerate(variant.tiles):
        if tile != SPAWN or square in setup.pieces or square == setup.en_passant:
            continue
        if not (is_pawn and square // variant.files == variant.promotion_rank[side]):
            yield square
