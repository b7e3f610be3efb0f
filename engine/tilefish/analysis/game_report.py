"""A whole game, move by move: what each was worth, what would have been best, and a summary of both sides.

A move is judged by the position behind it. Where a die is rolled, or the host changes something before the
next move, it is judged by its value before that: the mover chose the action, not the roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tilefish.analysis.verdicts import Judgement, Verdict, judge, model_of
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits
from tilefish.engine.watching import Asker
from tilefish.explain.scores import Score, line_words, numbered
from tilefish.game.game import Game, Outcome
from tilefish.pgn import GameRecord, RecordedMove
from tilefish.pgn.record import after
from tilefish.rules.model.win_rate import MATE_SCORE
from tilefish.rules.text.actions import has_face, without_face

_LINES = 2
"""The fewest best moves that are searched: the second one says whether the first was the only good one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The value of a position for the side to move: from a search, or from the result if the game is over."""

    score: Score
    lines: tuple[Info, ...] = ()
    outcome: Outcome | None = None

    @property
    def depth(self) -> int | None:
        """The depth of the search."""
        return self.lines[0].depth if self.lines else None

    @property
    def best(self) -> tuple[str, ...]:
        """The best line."""
        return self.lines[0].line if self.lines else ()


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move of a game. `before` is the game before it, `ply` counts from 1; `played` is the score of the
    move for its mover; `luck` is the points that its die brought, if one was rolled."""

    ply: int
    before: Game
    move: RecordedMove
    found: Standing
    played: Score
    behind: Standing
    """The position from which the game went on."""
    white: Score
    """The value of that position for White."""
    judgement: Judgement
    luck: float | None = None

    @property
    def side(self) -> str:
        """The side that moved."""
        return self.before.turn

    @property
    def san(self) -> str:
        """The move in the notation for people."""
        return self.before.san(self.move.move)

    @property
    def numbered(self) -> str:
        """The same with its move number."""
        return numbered(self.before, self.san)

    @property
    def best_line(self) -> list[str]:
        """The best line in the notation for people."""
        return line_words(self.before, self.found.best)


@dataclass(frozen=True, slots=True)
class SideSummary:
    """The summary of a side. `accuracy` (0 to 100) and `loss` (points) are means over the moves where it had
    a choice, None where it never had; `luck` is the sum of what its dice brought, None if it rolled none."""

    moves: int
    accuracy: float | None
    loss: float | None
    luck: float | None
    verdicts: Counter[Verdict]


@dataclass(frozen=True, slots=True)
class GameReport:
    """The moves of a game that were searched, which may be fewer than the game has."""

    record: GameRecord
    moves: tuple[MoveReport, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every move was searched."""
        return len(self.moves) == len(self.record.moves)

    def of(self, side: str) -> SideSummary:
        """The summary of "white" or "black"."""
        own = [move for move in self.moves if move.side == side]
        chosen = [move.judgement for move in own if move.judgement.verdict is not Verdict.FORCED]
        lucks = [move.luck for move in own if move.luck is not None]
        return SideSummary(
            moves=len(own),
            accuracy=_mean([judgement.accuracy for judgement in chosen]),
            loss=_mean([judgement.loss for judgement in chosen]),
            luck=sum(lucks) if lucks else None,
            verdicts=Counter(move.judgement.verdict for move in own),
        )


def _mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


class _EndedError(Exception):
    """The caller asked for the end before the work was done."""


class GameAnalyst:
    """Searches every position of games, with limits that may depend on the position."""

    def __init__(
        self,
        engine: Engine,
        limits: Callable[[Game], Limits],
        lines: int = 1,
        asked_to_end: Asker = lambda: False,
    ) -> None:
        self._engine = engine
        self._limits = limits
        self._lines = max(lines, _LINES)
        self._asked_to_end = asked_to_end

    def reports(self, record: GameRecord) -> Iterator[MoveReport]:
        """A report on each move, as soon as it is done. No more reports come after the caller asks for the
        end."""
        try:
            yield from self._reports(record)
        except _EndedError:
            return

    def _reports(self, record: GameRecord) -> Iterator[MoveReport]:
        game = record.start.copy()
        found = self._standing(game, goes_on=bool(record.moves))
        for ply, move in enumerate(record.moves, 1):
            before = game.copy()
            game = after(game, move)
            behind = self._standing(game, goes_on=ply < len(record.moves))
            yield self._report(ply, before, move, found, game, behind)
            found = behind

    def _standing(self, game: Game, goes_on: bool) -> Standing:
        """A game that continued after a draw was not drawn: neither player claimed it."""
        outcome = None if goes_on else game.outcome()
        if outcome is not None:
            return Standing(_score_of(outcome, game.turn), outcome=outcome)
        lines = self._search(game, self._limits(game), self._lines)
        return Standing(Score.of(lines[0]), lines)

    def _search(self, game: Game, limits: Limits, lines: int) -> tuple[Info, ...]:
        with self._engine.analysis(game, limits, lines) as analysis:
            result = analysis.watch(asked_to_end=self._asked_to_end)
        if self._asked_to_end():
            raise _EndedError
        return result.lines

    def _report(
        self, ply: int, before: Game, move: RecordedMove, found: Standing, game: Game, behind: Standing
    ) -> MoveReport:
        model = model_of(before.variant)
        chosen = without_face(move.move)
        is_first = chosen == without_face(found.best[0])
        mover = behind.score if game.turn == before.turn else behind.score.turned()
        if is_first:
            played = found.score
        elif has_face(move.move) or move.position is not None:
            limits = replace(self._limits(before), moves=(chosen,))
            played = Score.of(self._search(before, limits, 1)[0])
        else:
            played = _one_move_earlier(mover)
        scores = [Score.of(line) for line in found.lines]
        return MoveReport(
            ply=ply,
            before=before,
            move=move,
            found=found,
            played=played,
            behind=behind,
            white=behind.score.for_white(game.turn),
            judgement=judge(scores, played, is_first, len(before.legal_moves), model),
            luck=mover.expected(model) - played.expected(model) if has_face(move.move) else None,
        )


def _score_of(outcome: Outcome, turn: str) -> Score:
    if outcome.winner is None:
        return Score(0)
    return Score(MATE_SCORE if outcome.winner == turn else -MATE_SCORE, 0)


def _one_move_earlier(score: Score) -> Score:
    """A mover's score after its move as one before it: the move is part of his mate."""
    return Score(score.centipawns, (score.mate or 0) + 1) if score.is_win else score
