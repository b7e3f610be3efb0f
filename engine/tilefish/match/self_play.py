"""The loop of every game that is played here: choose a move, roll its die, push it, let pieces appear.

`self_play` runs it to the end. What differs from game to game is how moves are chosen (by an engine with a
clock, by a quick search, at random) and what is done with each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tilefish.core.board.events import Event
from tilefish.game.game import Game
from tilefish.game.hosting import Hosted, hosted
from tilefish.game.move import Move
from tilefish.pgn import RecordedMove

Chooser = Callable[[Game], Move | None]
"""The move to play, with or without its die; None ends the game early, such as by adjudication."""


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A move of a game, and what the host changed after it."""

    move: Move
    """With its die."""
    played: Game
    """The game after the move."""
    happened: tuple[Event, ...]
    """What the move and the world did."""
    hosted: Hosted | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, the pieces included that have appeared."""
        return self.happened if self.hosted is None else (*self.happened, *self.hosted.events)

    @property
    def game(self) -> Game:
        """The game as it goes on: another one if pieces have appeared."""
        return self.played if self.hosted is None else self.hosted.game

    def recorded(self) -> RecordedMove:
        """The move for a record."""
        if self.hosted is None:
            return RecordedMove(self.move.uci)
        return RecordedMove(self.move.uci, self.hosted.remark, position=self.hosted.game.fen())


def play_move(game: Game, move: str, dice: Random | None, spawns: Random) -> PlayedStep:
    """Plays a move. Its die is rolled by `dice`, unless it has one; with None, it must have one where one is
    needed. Raises `IllegalMoveError`."""
    played = game.read_move(move) if dice is None else game.roll(move, dice)
    events = game.push(played)
    return PlayedStep(played, game, tuple(events), hosted(game, spawns))


def self_play(
    game: Game, choose: Chooser, most: int, dice: Random, spawns: Random | None = None
) -> Iterator[PlayedStep]:
    """Plays on, at most `most` moves, until the game is over. The game that is given changes until pieces
    appear. `spawns` decides which these are, by default the dice."""
    for _ in range(most):
        if game.outcome() is not None:
            return
        move = choose(game)
        if move is None:
            return
        step = play_move(game, move, dice, spawns or dice)
        yield step
        game = step.game


def random_move(game: Game, rng: Random) -> Move:
    """Any legal move, without a die."""
    return game.numbered(rng.choice(game.board.legal_moves()))


def roll_outcome(game: Game, move: Move, rng: Random) -> Move:
    """A move with a face of its die for one of its different outcomes, drawn by their weights. It takes other
    random numbers than `Game.roll`, and the seeds of studies depend on them."""
    if not game.board.faces:
        return move
    faces, weights = zip(*game.board.distinct_rolls(move.number), strict=True)
    face = rng.choices(faces, weights)[0]
    return move.rolled(face) if face else move
