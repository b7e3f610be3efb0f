"""`GameRecord`: a game with its headers and annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from tilefish.game.game import Game, Outcome
from tilefish.rules.messages import quote
from tilefish.rules.model.termination import Termination

WHITE_WINS, BLACK_WINS, DRAW, UNFINISHED = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (WHITE_WINS, BLACK_WINS, DRAW, UNFINISHED)

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The headers that every game has, in this order; the first six are `?` where unknown."""

RESULT_OF_WINNER = {"white": WHITE_WINS, "black": BLACK_WINS, None: DRAW}
WINNER_OF_RESULT = {result: winner for winner, result in RESULT_OF_WINNER.items()}
"""By the results of finished games."""
_CLAIMED = (Termination.REPETITION, Termination.FIFTY_MOVES)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A score from White's point of view: centipawns, or with `mate` the number of moves until White mates
    (negative: until Black does), and the depth of the search that found it."""

    score: int
    mate: int | None = None
    depth: int | None = None

    @classmethod
    def behind(
        cls, is_white: bool, score: int, mate: int | None, depth: int | None = None
    ) -> Evaluation | None:
        """For the position behind a move, from the result of its mover's search before it: the mover's own
        mate is a move nearer then. Behind the last move there is none."""
        if mate == 1:
            return None
        if mate is not None and mate > 0:
            mate -= 1
        sign = 1 if is_white else -1
        return cls(sign * score, None if mate is None else sign * mate, depth)


Colour = Literal["green", "red", "blue", "yellow"]
MOST_SHAPES = 64
"""The most arrows and circles of a position."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An arrow that is drawn on the board, or a circle if both squares, such as `e4`, are the same."""

    colour: Colour
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as text in the form for `Game.push`, with its die, and its annotations. A record is data, which
    is kept and sent: its moves know no position."""

    move: str
    comment: str = ""
    nags: tuple[int, ...] = ()
    """The numbers of PGN's numeric annotation glyphs: 4 is a blunder."""
    evaluation: Evaluation | None = None
    """`[%eval …]`: the position after the move."""
    seconds: float | None = None
    """`[%emt …]`: the time for the move."""
    clock: float | None = None
    """`[%clk …]`: seconds that the mover has left."""
    position: str | None = None
    """`[%fen …]`: the position from which the game went on, if its host changed something."""
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    """Variations: other moves for the same position."""
    shapes: tuple[Shape, ...] = ()
    """`[%csl …]` and `[%cal …]`: circles and arrows on the position after the move."""
    san: str = field(default="", compare=False)
    """The move as people write it, where that has been worked out already."""


@dataclass(frozen=True)
class GameRecord:
    """A game: the position that it began from, its moves and its headers. `Result` is among these; those that
    follow from the start (`FEN`, `SetUp`, `Variant`, `World`, `Pieces`) are not."""

    start: Game
    moves: tuple[RecordedMove, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move, with its commands."""
    mistake: str = ""
    """The error in the text behind the last of the moves; empty if there is none."""
    line: int = field(default=0, compare=False)
    """Its first line in its file, counted from 1; 0 if it is not from a file."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""
        return self.headers.get("Result", UNFINISHED)

    def positions(self) -> Iterator[tuple[Game, RecordedMove]]:
        """The game before each of its moves, and that move. It is one `Game` that changes with each move:
        copy it to keep it."""
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
        """The error in the `Result` header if it contradicts the end on the board; else empty. A draw that a
        player must claim (repetition, fifty moves) may be unclaimed."""
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
        """The game after this number of its moves; a negative number counts from the end, -1 is the end.
        Raises IndexError."""
        game = self.start.copy()
        for played in self.moves[: range(len(self.moves) + 1)[ply]]:
            game = after(game, played)
        return game

    def with_header(self, name: str, value: str) -> GameRecord:
        """The same with one header changed."""
        return replace(self, headers={**self.headers, name: value})


def after(game: Game, played: RecordedMove) -> Game:
    """Plays a recorded move, and returns the game after it: another `Game` if its host changed the
    position."""
    game.push(played.move)
    return game if played.position is None else game.from_position(played.position)


def record_of(game: Game, headers: Mapping[str, str] | None = None) -> GameRecord:
    """The record of a game as it was played. Without a `Result` header, the result is its outcome."""
    start = game.copy()
    for _ in game.move_stack:
        start.pop()
    outcome = game.outcome()
    result = UNFINISHED if outcome is None else RESULT_OF_WINNER[outcome.winner]
    moves = tuple(RecordedMove(move.uci) for move in game.move_stack)
    return GameRecord(start, moves, {"Result": result, **(headers or {})})
