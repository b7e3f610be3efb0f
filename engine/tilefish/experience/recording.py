"""A finished game as what there is to learn from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilefish.experience.keys import plain_game, position_key
from tilefish.experience.tally import Tally
from tilefish.game import Game
from tilefish.rulebook.errors import InputError
from tilefish.rulebook.wording import quote

WINNERS = {"1-0": "white", "0-1": "black", "1/2-1/2": None}
"""The results that a game can have, and who won."""
RESULTS = {winner: result for result, winner in WINNERS.items()}

WON, LOST, DRAWN = Tally(wins=1), Tally(losses=1), Tally(draws=1)


class Entry(NamedTuple):
    """One move of a game and what it came to, or many of them added up."""

    position: str
    move: str
    tally: Tally


def result_of(game: Game, result: str | None = None) -> str:
    """The result of a game: the one that is told, or else the one on the board."""
    if result is not None:
        if result not in WINNERS:
            raise InputError(f"{quote(result)} is no result, one of {', '.join(WINNERS)} is")
        return result
    outcome = game.outcome()
    if outcome is None:
        raise InputError("the game is not over on the board: its result must be told")
    return RESULTS[outcome.winner]


def entries(game: Game, result: str) -> Iterator[Entry]:
    """Every move of a game, with the position it was played in. Of a combat game, positions and actions are
    those before the die."""
    winner = WINNERS[result]
    twin = plain_game(game)
    for move in game.move_stack:
        mover = twin.turn
        tally = DRAWN if winner is None else WON if winner == mover else LOST
        yield Entry(position_key(twin), twin.move_text(move), tally)
        twin.push(move)
