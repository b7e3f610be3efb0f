"""Positions with few pieces drawn by lot, and games played out from them."""

from __future__ import annotations

import random

from tilefish import Game, InputError
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.rules.model.setup import Setup
from tilefish.rules.text.fen import format_fen


def random_position(variant: str, pieces_wanted: str, rng: random.Random) -> Game:
    """Kings and pieces, by their letters, on squares drawn by lot; White to move, neither side in check,
    nothing of White's attacked."""
    base = Game(variant).variant
    kinds = {kind.letter: index for index, kind in enumerate(base.kinds)}
    safe = [square for square, tile in enumerate(base.tiles) if tile not in "*~%"]
    while True:
        squares = rng.sample(safe, len(pieces_wanted))
        placed = zip(squares, pieces_wanted, strict=True)
        pieces = {square: (kinds[c.lower()], int(c.islower())) for square, c in placed}
        try:
            game = Game(base, format_fen(base, Setup(pieces, 1, frozenset(), None, 0, 1)))
        except InputError:
            continue
        if game.in_check or game.outcome() or any(_captures(game, move) for move in game.legal_moves):
            continue
        return Game(base, game.fen().replace(" b ", " w "))


def _captures(game: Game, move: str) -> bool:
    before = len(game.setup().pieces)
    game.push(move)
    after = len(game.setup().pieces)
    game.pop()
    return after < before


def hunt(game: Game, nodes: int, techniques: int, plies: int = 100) -> str:
    """Plays a game out, White with some techniques and Black with all: "won", "lost", or why it is a draw."""
    white, black = Engine(hash_megabytes=1), Engine(hash_megabytes=1)
    white.techniques = techniques
    for ply in range(plies + 1):
        outcome = game.outcome()
        if outcome is not None:
            return {"white": "won", "black": "lost"}.get(outcome.winner or "", outcome.termination.value)
        engine = black if ply % 2 else white
        game.push(engine.play(game, Limits(nodes=nodes)).move or "")
    return "no mate"
