"""Games and entries that the tests of this folder share."""

from __future__ import annotations

from random import Random

from tilefish import Game
from tilefish.learning.recording import WON, Entry

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
MATE_IN_FRAGMENTS = "k4/5/K4/5/1Q3 w - - 0 1"
"""b1b4 mates."""


def played(*moves: str, variant: str = "chess", fen: str | None = None) -> Game:
    """A game after some moves."""
    game = Game(variant, fen)
    for move in moves:
        game.push(move)
    return game


def by_lot(variant: str, seed: int, most: int = 400) -> Game:
    """A game of moves drawn by lot, to its end or to a number of moves."""
    game, rng = Game(variant), Random(seed)
    while game.outcome() is None and len(game.move_stack) < most:
        game.push(game.roll(rng.choice(game.legal_moves), rng))
    return game


def made_up(name: str, moves: int = 20) -> list[Entry]:
    """The entries of a made-up game, in positions of its own."""
    return [Entry(f"{name} {number}", "a1a2", WON) for number in range(moves)]
