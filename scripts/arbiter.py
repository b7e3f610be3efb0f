"""One game between two UCI engines: our rules, our dice, a real clock, and a verdict on whoever breaks a
rule or the clock."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tilefish import Game, InputError
from uci_process import EngineError, UciProcess


@dataclass(frozen=True)
class Entrant:
    """How to start an engine, and what it calls the variant."""

    name: str
    command: str
    options: tuple[str, ...]
    variant: str


@dataclass(frozen=True)
class Control:
    """What a move may take. With a clock (seconds and increment) no other limit is sent."""

    clock: tuple[float, float] | None = None
    movetime: float | None = None
    nodes: int | None = None
    margin: float = 0.0
    """Seconds by which a clock may be overdrawn."""
    patience: float = 10.0
    """Seconds beyond the clock or the time for a move, or for a move without either, until an engine
    counts as hung."""
    longest: int = 400
    """Plies after which the game is adjudicated a draw."""


@dataclass(frozen=True)
class Verdict:
    """How a game ended: the points of White, why, and whose fault it was if it was one's."""

    white: float
    reason: str
    culprit: str | None = None
    detail: str = ""


class Mover(Protocol):
    """Whoever can play."""

    name: str

    def begin(self) -> None:
        """A new game."""

    def move(self, game: Game, go: str, seconds: float | None, patience: float) -> tuple[str, float]:
        """What it plays, and how long it took. `seconds` is what it has for that, if it has a limit."""

    def kill(self) -> None:
        """It broke down; the next game starts it anew."""


class Player:
    """An engine that is kept running from game to game, and started again after a crash."""

    def __init__(self, entrant: Entrant) -> None:
        self.name = entrant.name
        self.overstep = 0.0
        """The most seconds by which a move took longer than the clock, or the time for a move, allowed."""
        self._entrant = entrant
        self._engine: UciProcess | None = None

    def begin(self) -> None:
        """A new game."""
        if self._engine is None:
            self._engine = self._started()
        self._engine.say("ucinewgame")
        self._engine.ready()

    def move(self, game: Game, go: str, seconds: float | None, patience: float) -> tuple[str, float]:
        """What it plays, and how long it took. `seconds` is what it has for that, if it has a limit."""
        assert self._engine is not None
        moves = game.move_stack
        self._engine.say(f"position fen {game.root_fen}" + (f" moves {' '.join(moves)}" if moves else ""))
        begin = time.perf_counter()
        self._engine.say(go)
        end, lines = self._engine.timed_until("bestmove", (seconds or 0.0) + patience)
        took = end - begin
        if seconds is not None:
            self.overstep = max(self.overstep, took - seconds)
        return [*lines[-1].split(), ""][1], took

    def close(self) -> None:
        """Ends the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def kill(self) -> None:
        """Ends an engine that has broken down; the next game starts it anew."""
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def _started(self) -> UciProcess:
        engine = UciProcess(self._entrant.command, self._entrant.options)
        if engine.has_option("UCI_Variant"):
            engine.set_option("UCI_Variant", self._entrant.variant)
        elif self._entrant.variant != "chess":
            engine.close()
            raise EngineError(f"no UCI_Variant: it cannot play {self._entrant.variant}")
        return engine


def play(
    players: tuple[Mover, Mover],
    variant: str,
    opening: Sequence[str],
    control: Control,
    dice: Random | None = None,
) -> Verdict:
    """Plays a game, White's player first, from the end of the opening. `dice` rolls where a die is rolled."""
    game = Game(variant)
    for move in opening:
        game.push(move)
    for index, player in enumerate(players):
        try:
            player.begin()
        except EngineError as error:
            return _foul(player, index, str(error), game)
    return _fight(players, game, control, dice or Random())


def _fight(players: tuple[Mover, Mover], game: Game, control: Control, dice: Random) -> Verdict:
    clocks = [control.clock[0]] * 2 if control.clock else None
    while (outcome := game.outcome()) is None:
        if len(game.move_stack) >= control.longest:
            return Verdict(0.5, f"adjudicated at {control.longest} plies")
        index = 0 if game.turn == "white" else 1
        player = players[index]
        seconds = clocks[index] if clocks else control.movetime
        try:
            move, took = player.move(game, _go(control, clocks), seconds, control.patience)
        except EngineError as error:
            return _foul(player, index, str(error), game)
        if clocks and control.clock:
            clocks[index] -= took
            if clocks[index] < -control.margin:
                return _foul(player, index, "time loss", game, f"{-clocks[index] * 1000:.1f} ms over")
            clocks[index] = max(0.0, clocks[index]) + control.clock[1]
        try:
            game.push(game.roll(game.move_text(move), dice))
        except InputError as error:
            return _foul(player, index, "illegal move", game, str(error))
    return Verdict({"white": 1.0, "black": 0.0, None: 0.5}[outcome.winner], outcome.reason)


def _go(control: Control, clocks: Sequence[float] | None) -> str:
    """The line that asks for a move."""
    if clocks and control.clock:
        white, black = (int(clock * 1000) for clock in clocks)
        increment = int(control.clock[1] * 1000)
        return f"go wtime {white} btime {black} winc {increment} binc {increment}"
    if control.movetime is not None:
        return f"go movetime {int(control.movetime * 1000)}"
    return f"go nodes {control.nodes}"


def _foul(player: Mover, index: int, what: str, game: Game, detail: str = "") -> Verdict:
    """The player loses; an engine that is gone or hangs is started anew for the next game."""
    if what not in ("time loss", "illegal move"):
        player.kill()
    record = f"{detail + '; ' if detail else ''}{game.fen()} after {' '.join(game.move_stack) or 'no move'}"
    return Verdict(float(index), what, player.name, record)
