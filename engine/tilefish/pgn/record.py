"""`GameRecord`: a game with its headers and what was said about its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilefish.game.game import Game, Outcome
from tilefish.rules.messages import quote
from tilefish.rules.model.termination import Termination

WHITE_WINS, BLACK_WINS, DRAW, UNFINISHED = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (WHITE_WINS, BLACK_WINS, DRAW, UNFINISHED)

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The headers that every game has, in this order; the first six are `?` where nothing is known."""

RESULT_OF_WINNER = {"white": WHITE_WINS, "black": BLACK_WINS, None: DRAW}
_CLAIMED = (Termination.REPETITION, Termination.FIFTY_MOVES)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A score from White's point of view: centipawns, or with `mate` so many moves until White mates
    (negative: until Black does), and the depth of the search that found it."""

    score: int
    mate: int | None = None
    depth: int | None = None

    @classmethod
    def behind(
        cls, is_white: bool, score: int, mate: int | None, depth: int | None = None
    ) -> Evaluation | None:
        """Of the position behind a move, by what its mover found before it: the mover's own mate is a move
        nearer then. Behind the last move there is none."""
        if mate == 1:
            return None
        if mate is not None and mate > 0:
            mate -= 1
        sign = 1 if is_white else -1
        return cls(sign * score, None if mate is None else sign * mate, depth)


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as `Game.push` wants it, its die included, and what is said about it."""

    move: str
    comment: str = ""
    nags: tuple[int, ...] = ()
    """The numbers of PGN's numeric annotation glyphs: 4 is a blunder."""
    evaluation: Evaluation | None = None
    """`[%eval …]`: the position after the move."""
    seconds: float | None = None
    """`[%emt …]`: what the move took."""
    clock: float | None = None
    """`[%clk …]`: seconds that the mover has left."""
    position: str | None = None
    """`[%fen …]`: the position from which the game went on, where its host changed something."""
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    """What could have been played instead."""


@dataclass(frozen=True)
class GameRecord:
    """A game: the position that it began from, its moves and its headers. `Result` is among these; those that
    the start says (`FEN`, `SetUp`, `Variant`, `World`, `Pieces`) are not."""

    start: Game
    moves: tuple[RecordedMove, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    """What is said before the first move."""
    mistake: str = ""
    """What is wrong with the text behind the last of the moves; empty if nothing is."""
    line: int = field(default=0, compare=False)
    """Where it begins in its file, counted from 1; 0 if it comes from none."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self.headers.get("Result", UNFINISHED)

    def positions(self) -> Iterator[tuple[Game, RecordedMove]]:
        """The game before each of its moves, and that move. One `Game` is played on all the time: copy what
        is to be kept."""
        game = self.start.copy()
        for played in self.moves:
            yield game, played
            game = after(game, played)

    def end(self) -> Game:
        """The game after its last move."""
        return self.at(-1)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended on the board, or None."""
        return self.end().outcome()

    def contradiction(self) -> str:
        """What is wrong with the `Result` header if the game is over on the board and ended otherwise; else
        empty. Draws that are claimed (repetition, fifty moves) may not have been."""
        outcome = None if self.result == UNFINISHED or self.mistake else self.outcome
        if outcome is None or outcome.termination in _CLAIMED:
            return ""
        result = RESULT_OF_WINNER[outcome.winner]
        if result == self.result:
            return ""
        return (
            f"the header says Result {quote(self.result)}, but the board says {result}: "
            f"the game ends with {outcome.termination}"
        )

    def at(self, ply: int) -> Game:
        """The game after so many of its moves; a negative number counts from the end, -1 is the end. Raises
        IndexError."""
        game = self.start.copy()
        for played in self.moves[: range(len(self.moves) + 1)[ply]]:
            game = after(game, played)
        return game

    def with_header(self, name: str, value: str) -> GameRecord:
        """The same with one header changed."""
        return replace(self, headers={**self.headers, name: value})


def after(game: Game, played: RecordedMove) -> Game:
    """Plays a recorded move, and says where the game goes on: in another `Game` if its host changed the
    position."""
    game.push(played.move)
    return game if played.position is None else game.from_position(played.position)


def record_of(game: Game, headers: Mapping[str, str] | None = None) -> GameRecord:
    """The record of a game as it was played. Without a header that says other, the result is its outcome."""
    start = game.copy()
    for _ in game.move_stack:
        start.pop()
    outcome = game.outcome()
    result = UNFINISHED if outcome is None else RESULT_OF_WINNER[outcome.winner]
    moves = tuple(RecordedMove(move) for move in game.move_stack)
    return GameRecord(start, moves, {"Result": result, **(headers or {})})
