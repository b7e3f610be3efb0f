"""`Adviser`: hints and reasons for persons, from an engine of its own at full strength."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilefish.engine.engine import Engine, Info, Result
from tilefish.engine.limits import Limits
from tilefish.explain.record import decision_record
from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.play.draws import DRAW_SECONDS, accepts_draw, may_be_drawn
from tilefish.rules.errors import InputError
from tilefish.web.messages.parts import LineData, ReasonData
from tilefish.web.position_view import line_data, path_of

SECONDS = 1.0
"""The time for an answer."""
STOP_SECONDS = 0.05
"""After this time, a search that had not begun yet is stopped again."""
MOST_WAITING = 4
"""The most questions that wait for the one that is answered."""


@dataclass(frozen=True, slots=True)
class MoveAdvice:
    """A good move, with its line."""

    move: Move
    san: str
    line: LineData


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is good or bad, the squares that its reasons name, the path of the move, and each reason."""

    text: str
    score: str
    squares: tuple[int, ...]
    path: tuple[int, ...]
    reasons: tuple[ReasonData, ...]


class Adviser:
    """Answers one question after the other. Raises `InputError` while too many are waiting."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def hint(self, game: Game) -> MoveAdvice:
        """A good move in a position, with its line."""
        best = await self._best(game, ())
        move = best.line[0].without_die
        return MoveAdvice(move, game.san(move), line_data(game, best))

    async def why(self, game: Game, move: Move) -> Explanation:
        """What speaks for a move in a position."""
        best = await self._best(game, (move,))
        record = decision_record(game, best.line, best.score, best.mate)
        reasons = tuple(
            ReasonData(reason.text, tuple(_squares(game, reason.squares))) for reason in record.reasons
        )
        return Explanation(
            text=record.as_text().removeprefix("Best: "),
            score=line_data(game, best).score,
            squares=tuple(dict.fromkeys(square for reason in reasons for square in reason.squares)),
            path=tuple(path_of(game.variant, move)),
            reasons=reasons,
        )

    async def accepts_draw(self, game: Game, engines: Sequence[str]) -> bool:
        """Whether the engines of these sides agree to a draw."""
        if not may_be_drawn(game):
            return False
        return accepts_draw(game, engines, await self._search(game, Limits(movetime=DRAW_SECONDS)))

    async def _best(self, game: Game, moves: tuple[Move, ...]) -> Info:
        result = await self._search(game, Limits(movetime=SECONDS, moves=moves))
        if not result.lines:
            raise InputError("the search found nothing to say")
        return result.lines[0]

    async def _search(self, game: Game, limits: Limits) -> Result:
        if self._waiting >= MOST_WAITING:
            raise InputError("too many questions at once: wait for the answers")
        self._waiting += 1
        try:
            async with self._lock:
                return await self._searched(game, limits)
        finally:
            self._waiting -= 1

    async def _searched(self, game: Game, limits: Limits) -> Result:
        """The result of a search. If the page that asked is gone, the search ends before the next begins."""
        search = asyncio.ensure_future(asyncio.to_thread(self._engine.play, game, limits))
        try:
            return await asyncio.shield(search)
        except asyncio.CancelledError:
            while not search.done():
                self._engine.stop()
                await asyncio.wait([search], timeout=STOP_SECONDS)
            search.exception()  # of no interest any more
            raise
        except (RuntimeError, MemoryError) as error:  # such as no more threads
            raise InputError(f"the engine cannot search: {error}") from error

    def close(self) -> None:
        """Ends a search that runs."""
        self._engine.stop()
        self._engine.close()


def _squares(game: Game, names: Sequence[str]) -> Iterator[int]:
    for name in names:
        square = game.variant.square_of(name)
        if square is not None:
            yield square
