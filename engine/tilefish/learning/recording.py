"""A finished game as learning data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from tilefish.game.game import Game
from tilefish.learning.keys import from_here, position_key
from tilefish.learning.tally import Tally
from tilefish.pgn.record import (
    RESULT_OF_WINNER,
    UNFINISHED,
    WINNER_OF_RESULT,
    GameRecord,
)  # fmt: skip
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.text.actions import without_face

MOST_NAMES = 300_000
"""Names of games that are remembered while a file is read, in some 40 MB."""

WON, LOST, DRAWN = Tally(wins=1), Tally(losses=1), Tally(draws=1)

Play = tuple[Game, str]
"""A move and the game before it. That game is changed by the moves after it."""


class Entry(NamedTuple):
    """A move of a game and its result, or the sum over many games."""

    position: str
    move: str
    tally: Tally


def result_of(game: Game, result: str | None = None) -> str:
    """The result of a game: the given one, or else the one on the board."""
    if result is not None:
        if result not in WINNER_OF_RESULT:
            raise InputError(f"invalid result {quote(result)}: expected one of {', '.join(WINNER_OF_RESULT)}")
        return result
    outcome = game.outcome()
    if outcome is None:
        raise InputError("the game is not over on the board: give its result")
    return RESULT_OF_WINNER[outcome.winner]


def result_of_record(record: GameRecord) -> str | None:
    """The result of a recorded game; None if it did not end, cannot be read to its end, or contradicts the
    board."""
    if record.mistake or record.contradiction():
        return None
    if record.result != UNFINISHED:
        return record.result if record.result in WINNER_OF_RESULT else None
    outcome = record.outcome
    return None if outcome is None else RESULT_OF_WINNER[outcome.winner]


def plays(game: Game) -> Iterator[Play]:
    """The moves of a game, from its start."""
    twin = game.copy()
    moves = game.move_stack
    for _ in moves:
        twin.pop()
    for move in moves:
        yield twin, move.uci
        twin.push(move)


def plays_of_record(record: GameRecord) -> Iterator[Play]:
    """The moves of a recorded game, from its start."""
    return ((game, played.move) for game, played in record.positions())


def entries(moves: Iterable[Play], result: str) -> Iterator[Entry]:
    """The result for each move of a game. In a combat game, positions and actions are those before the
    die."""
    winner = WINNER_OF_RESULT[result]
    for game, move in moves:
        tally = DRAWN if winner is None else WON if winner == game.turn else LOST
        yield Entry(position_key(game), kept_move(game, move), tally)


def entries_of_record(record: GameRecord, result: str) -> list[Entry]:
    """The result for each move of a recorded game. A host that makes tiles void changes the rules: those
    positions belong to another world, and are left out."""
    variant = record.start.variant
    moves = plays_of_record(record)
    return list(
        entries((play for play in moves if play[0].variant is variant or play[0].variant == variant), result)
    )


def kept_move(game: Game, move: str) -> str:
    """A move of a game's list as it is stored: without a die, and without the notation of Chess960, so that
    castling is written otherwise only where it must be."""
    if not game.chess960:
        return without_face(move)
    return from_here(game).find_move(move).uci


class Digests:
    """Names the games of a file, so that reading it again counts no game twice. Identical games have
    different names within the file, unless more than `MOST_NAMES` others are between them."""

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def of(self, record: GameRecord) -> bytes:
        """The name of the next game."""
        moves = [[played.move, played.position] for played in record.moves]
        text = json.dumps([sorted(record.headers.items()), record.start.root_fen, moves])
        name = sha256(text.encode()).digest()[:16]
        if len(self._seen) >= MOST_NAMES:
            self._seen.clear()
        self._seen[name] += 1
        return sha256(f"{self._seen[name]} {text}".encode()).digest()[:16]
