"""`Adviser`: hints and reasons for persons, from an engine of its own at full strength."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits
from tilefish.explain.record import decision_record
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.rules.errors import InputError
from tilefish.web.messages.parts import LineData
from tilefish.web.position_view import line_data, path_of

SECONDS = 1.0
"""The time for an answer."""
MOST_WAITING = 4
"""The most questions that wait for the one that is answered."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A good move, with its line."""

    move: Move
    san: str
    line: LineData


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is good or bad, the squares that its reasons name, and the path of the move."""

    text: str
    score: str
    squares: tuple[int, ...]
    path: tuple[int, ...]


class Adviser:
    """Answers one question after the other. Raises `InputError` while too many are waiting."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def hint(self, game: Game) -> Advice:
        """A good move in a position, with its line."""
        best = await self._best(game, ())
        move = best.line[0].without_die
        return Advice(move, game.san(move), line_data(game, best))

    async def why(self, game: Game, move: Move) -> Explanation:
        """What speaks for a move in a position."""
        best = await self._best(game, (move,))
        record = decision_record(game, best.line, best.score, best.mate)
        named = [game.variant.square_of(name) for reason in record.reasons for name in reason.squares]
        return Explanation(
            text=record.as_text().removeprefix("Best: "),
            score=line_data(game, best).score,
            squares=tuple(dict.fromkeys(square for square in named if square is not None)),
            path=tuple(path_of(game.variant, move)),
        )

    async def _best(self, game: Game, moves: tuple[Move, ...]) -> Info:
        if self._waiting >= MOST_WAITING:
            raise InputError("too many questions at once: wait for the answers")
        self._waiting += 1
        try:
            async with self._lock:
                limits = Limits(movetime=SECONDS, moves=moves)
                result = await asyncio.to_thread(self._engine.play, game, limits)
        finally:
            self._waiting -= 1
        if not result.lines:
            raise InputError("the search found nothing to say")
        return result.lines[0]

    def close(self) -> None:
        """Ends a search that runs."""
        self._engine.stop()
        self._engine.close()
