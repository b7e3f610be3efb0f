"""Short ways to set up a fight and to look at what became of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tilefish import Game, Library
from tilefish.rules.model.combat import Combat
from tilefish.rules.model.variant import Variant

EXCHANGE = Library(environment=False).load("exchange")


def fight(
    placement: str,
    turn: str = "w",
    *,
    hp: str = "-",
    cd: str = "-",
    fx: str = "-",
    plies: int = 0,
    variant: Variant = EXCHANGE,
) -> Game:
    """A game from a position in the middle."""
    return Game(variant, f"{placement} {turn} - - {plies} 1 hp:{hp} cd:{cd} fx:{fx}")


def ruled(**rules: Any) -> Variant:
    """The game with other rules of combat."""
    assert isinstance(EXCHANGE.combat, Combat)
    return replace(EXCHANGE, combat=replace(EXCHANGE.combat, **rules))


def played(game: Game, *moves: str) -> Game:
    for move in moves:
        game.push(move)
    return game


def hp(game: Game, square: str) -> int | None:
    """What is left of the piece on a square; None where there is none."""
    place = game.variant.square_of(square)
    setup = game.setup()
    assert place is not None
    assert setup.combat is not None
    assert game.variant.combat is not None
    if place not in setup.pieces:
        return None
    most = game.variant.combat.fighters[setup.pieces[place][0]].hp
    return setup.combat.hp.get(place, most)


def ways(game: Game, square: str) -> set[str]:
    """What the piece on a square can do, as text without that square."""
    return {move[2:] for move in game.legal_moves if move.startswith(square)}


def attacked(game: Game, square: str) -> set[str]:
    """Whom the piece on a square attacks without moving and without an ability."""
    return {way[1:] for way in ways(game, square) if way.startswith("x")}


def field(game: Game, name: str) -> str:
    """One of the last three fields of the FEN."""
    return next(text[3:] for text in game.fen().split() if text.startswith(f"{name}:"))
