"""One game: our rules, our dice, pieces that appear on spawn tiles, a real clock, and a verdict on a player
that breaks a rule or the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tilefish.game.game import Game
from tilefish.game.move import Move
from tilefish.match.adjudication import DrawRule, Judge, ResignRule
from tilefish.match.control import Control, Turn
from tilefish.match.players import Mover, TimedMove
from tilefish.match.self_play import PlayedStep, self_play
from tilefish.match.standings import POINTS
from tilefish.match.uci_process import EngineError, Failure
from tilefish.pgn import Evaluation, RecordedMove
from tilefish.pgn.record import RESULT_OF_WINNER
from tilefish.rules.errors import IllegalMoveError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import SIDE_NAMES


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game besides the rules."""

    controls: tuple[Control, Control]
    """The limits of White and Black."""
    margin: float = 0.0
    """Seconds by which a clock may be overdrawn."""
    patience: float = 10.0
    """Seconds beyond its time, or for a move without such a limit, until an engine counts as hung."""
    longest: int = 400
    """Plies after which the game is adjudicated a draw."""
    draw: DrawRule | None = None
    resign: ResignRule | None = None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game: the points of White, the reason, and the side at fault, if any."""

    white: float
    reason: str
    culprit: str | None = None
    detail: str = ""

    def __str__(self) -> str:
        text = f"{self.reason} of {self.culprit}" if self.culprit else self.reason
        return f"{text}: {self.detail}" if self.detail else text


@dataclass(frozen=True, slots=True)
class RefereedGame:
    """A game that is over."""

    moves: tuple[RecordedMove, ...]
    """From the root of the given game, with its opening."""
    verdict: GameEnd
    oversteps: tuple[float, float] = (0.0, 0.0)
    """By side, the most seconds by which a move took longer than its time allowed."""


@dataclass(frozen=True, slots=True)
class Luck:
    """All random choices in a game."""

    seed: str

    def dice(self) -> Random:
        """The rolls."""
        return Random(f"dice {self.seed}")

    def spawns(self) -> Random:
        """For pieces that appear: which, where and for which side."""
        return Random(f"spawns {self.seed}")

    def of_side(self, side: int) -> int:
        """The seed for the random choices of a side."""
        return Random(f"{SIDE_NAMES[side]} {self.seed}").getrandbits(32)


def play(players: tuple[Mover, Mover], game: Game, terms: Terms, luck: Luck) -> RefereedGame:
    """Continues a game, White's player first."""
    return _Bout(players, game.copy(), terms, luck).play()


@dataclass(slots=True)
class _Flag:
    """One side's clock."""

    control: Control
    left: float | None = None
    moves: int = 0
    overstep: float = 0.0

    def __post_init__(self) -> None:
        self.left = self.control.clock.base if self.control.clock else None

    @property
    def moves_to_go(self) -> int | None:
        """Moves until it gets its time again."""
        clock = self.control.clock
        return None if clock is None else clock.moves_to_go(self.moves)

    def press(self, seconds: float, margin: float) -> float:
        """Takes the time of a move. Returns the overdrawn seconds if these are more than `margin`, else 0."""
        allowed = self.control.movetime if self.left is None else self.left
        if allowed is not None:
            self.overstep = max(self.overstep, seconds - allowed)
        self.moves += 1
        clock = self.control.clock
        if clock is None or self.left is None:
            return 0.0
        self.left -= seconds
        if self.left < -margin:
            return -self.left
        self.left = max(0.0, self.left) + clock.added_after(self.moves)
        return 0.0


class _Bout:
    """A game that is being played."""

    def __init__(self, players: tuple[Mover, Mover], game: Game, terms: Terms, luck: Luck) -> None:
        self.players = players
        self.game = game
        self.terms = terms
        self.luck = luck
        self._moves = [RecordedMove(move.uci) for move in game.move_stack]
        self._flags = [_Flag(control) for control in terms.controls]
        self._judge = Judge(terms.draw, terms.resign)
        self._verdict: GameEnd | None = None
        """The end of a game that does not end on the board."""
        self._answer = TimedMove("")

    def play(self) -> RefereedGame:
        """Plays it to its end."""
        verdict = self._begin() or self._fight()
        white, black = (flag.overstep for flag in self._flags)
        return RefereedGame(tuple(self._moves), verdict, (white, black))

    def _begin(self) -> GameEnd | None:
        for side, player in enumerate(self.players):
            try:
                player.begin(self.game, self.luck.of_side(side))
            except EngineError as error:
                return self._broken(side, error)
        return None

    def _fight(self) -> GameEnd:
        game, most = self.game, self.terms.longest - len(self._moves)
        for step in self_play(game, self._choose, most, self.luck.dice(), self.luck.spawns()):
            self._record(step)
            game = step.game
        if self._verdict is not None:
            return self._verdict
        outcome = game.outcome()
        if outcome is None:
            return GameEnd(0.5, f"adjudicated at {self.terms.longest} plies")
        return GameEnd(POINTS[RESULT_OF_WINNER[outcome.winner]], str(outcome.termination))

    def _choose(self, game: Game) -> Move | None:
        """The move of the player whose turn it is; None if there is a verdict."""
        adjudicated = self._judge.verdict(game.setup().fullmove)
        if adjudicated is not None:
            self._verdict = GameEnd(*adjudicated)
            return None
        side = SIDE_NAMES.index(game.turn)
        try:
            answer = self.players[side].move(game, self._turn(side))
        except EngineError as error:
            self._verdict = self._broken(side, error)
            return None
        over = self._flags[side].press(answer.seconds, self.terms.margin)
        if over:
            self._verdict = self._foul(side, Failure.TIME_LOSS, f"{over * 1000:.1f} ms over")
            return None
        self._answer = answer
        try:
            return game.find_move(answer.move)
        except IllegalMoveError as error:
            self._verdict = self._foul(side, Failure.ILLEGAL_MOVE, _said(answer.move, error))
            return None

    def _turn(self, side: int) -> Turn:
        flags = self._flags
        clocks = [flag.control.clock for flag in flags]
        white, black = (0.0 if clock is None else clock.increment for clock in clocks)
        return Turn(
            self.terms.controls[side],
            is_white=side == 0,
            clocks=(flags[0].left, flags[1].left),
            increments=(white, black),
            moves_to_go=flags[side].moves_to_go,
            patience=self.terms.patience,
        )

    def _record(self, step: PlayedStep) -> None:
        side, answer = 1 - SIDE_NAMES.index(step.game.turn), self._answer
        thought = answer.thought
        evaluation = (
            Evaluation.behind(side == 0, thought.score, thought.mate, thought.depth) if thought else None
        )
        seconds, clock = round(answer.seconds, 3), self._flags[side].left
        self._moves.append(replace(step.recorded(), evaluation=evaluation, seconds=seconds, clock=clock))
        self._judge.hear(side, thought)

    def _broken(self, side: int, error: EngineError) -> GameEnd:
        """The player loses; an engine that is gone or hangs is started again for the next game."""
        self.players[side].kill()
        return self._foul(side, error.failure, error.detail)

    def _foul(self, side: int, failure: Failure, detail: str) -> GameEnd:
        return GameEnd(float(side), failure.value, SIDE_NAMES[side], detail)


def _said(move: str, error: IllegalMoveError) -> str:
    """The error in a move without what is expected, with the move itself where its letter case matters."""
    return error.what if move == move.lower() else f"{quote(move)}: {error.what}"
