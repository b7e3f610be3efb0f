"""The players of a match: other programs over UCI, and Tilefish's own levels in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Protocol

from tilefish.engine.engine import Engine
from tilefish.engine.levels import Level, level_named
from tilefish.game.game import DEFAULT_VARIANT, Game
from tilefish.match.control import Control, Turn
from tilefish.match.thought import Thought, thought_in, thought_of
from tilefish.match.uci_process import STARTING_SECONDS, EngineError, Failure, UciProcess
from tilefish.rules.files.catalogue import bundled_folder

HASH_MEGABYTES = 16


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant of a match, and how to start it: by its command, or as a level of Tilefish."""

    name: str
    command: str = ""
    level: str = ""
    """The short name of a level, where there is no command."""
    options: tuple[str, ...] = ()
    """Each `NAME=VALUE`."""
    variant: str = ""
    """The engine's name of the variant, if it has its own description of it."""
    control: Control | None = None
    """Its limits, if they differ from those of the others."""
    starting: float = STARTING_SECONDS


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move, the seconds that it took, and the thought behind it."""

    move: str
    seconds: float = 0.0
    thought: Thought | None = None


class Mover(Protocol):
    """A player of games. Its errors are `EngineError`."""

    def begin(self, game: Game, seed: int) -> None:
        """Begins a new game under these rules. Random choices depend on the seed."""

    def move(self, game: Game, turn: Turn) -> TimedMove:
        """The move that it plays."""

    def kill(self) -> None:
        """Ends it after a failure; the next game starts it again."""

    def close(self) -> None:
        """Ends it."""


def mover_of(entrant: Entrant) -> Mover:
    """A player for an entrant."""
    return Program(entrant) if entrant.command else Resident.of(entrant)


class Program:
    """An engine that is kept running from game to game, and started again after a crash."""

    def __init__(self, entrant: Entrant) -> None:
        self._entrant = entrant
        self._engine: UciProcess | None = None
        self._sent_rules: dict[str, str] = {}
        """The options that describe the game."""
        self._stopping = Lock()
        self._can_stop = False
        """Whether it searches and was not stopped yet."""

    def begin(self, game: Game, seed: int) -> None:
        """A new game."""
        engine = self._engine or self.start()
        self._send_rules(engine, game)
        engine.say("ucinewgame")
        engine.ready()

    def start(self) -> UciProcess:
        """Starts the engine with its options. An engine that does not know them would not be the entrant."""
        self._sent_rules = {}
        entrant = self._entrant
        self._engine = UciProcess(entrant.command, entrant.options, entrant.starting)
        for option in entrant.options:
            wrong = self._engine.misfit(*option.split("=", 1))
            if wrong:
                raise EngineError(Failure.UNABLE, wrong)
        return self._engine

    def move(self, game: Game, turn: Turn, is_hurried: Callable[[], bool] = lambda: False) -> TimedMove:
        """The move that it plays, timed from the `go` line to the answer. Earlier output is not an answer.
        `is_hurried` says whether a `stop` came before there was a search."""
        assert self._engine is not None
        moves = game.move_stack
        self._engine.say(f"position fen {game.root_fen}" + (f" moves {' '.join(moves)}" if moves else ""))
        self._engine.ready()
        begin = time.perf_counter()
        self._engine.say(turn.go())
        self._can_stop = True
        try:
            if is_hurried():
                self.stop()
            end, lines = self._engine.timed_until("bestmove", (turn.seconds or 0.0) + turn.patience)
        finally:
            self._can_stop = False
        return TimedMove([*lines[-1].split(), ""][1], end - begin, thought_in(lines))

    def check(self, games: Iterable[Game]) -> None:
        """Starts the engine if it needs any settings, for its options or these games. Raises `EngineError` if
        it cannot play a game."""
        special = [game for game in games if _rules_as_options(game, self._entrant.variant) != _USUAL_RULES]
        if not special and not self._entrant.options:
            return
        engine = self.start()
        for game in special:
            self._send_rules(engine, game)

    def close(self) -> None:
        """Ends the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def kill(self) -> None:
        """Ends an engine after a failure; the next game starts it again."""
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def cut_off(self) -> None:
        """Ends the engine at once, from any thread and without waiting: a call that waits for it fails."""
        engine = self._engine
        if engine is not None:
            engine.kill_group()

    def stop(self) -> None:
        """Lets a search that runs end soon, from any thread."""
        engine = self._engine
        with self._stopping:
            if engine is not None and self._can_stop:
                self._can_stop = False
                with suppress(EngineError):
                    engine.say("stop")

    def _send_rules(self, engine: UciProcess, game: Game) -> None:
        """Sends the options of the game that the engine does not have yet. An engine that cannot play the
        game forfeits."""
        for name, value in _rules_as_options(game, self._entrant.variant).items():
            if value == self._sent_rules.get(name, _USUAL_RULES[name]):
                continue
            if name != "VariantPath" or engine.has_option(name):
                self._check(engine, name, value, game)
                engine.set_option(name, value or "<empty>")
            self._sent_rules[name] = value

    def _check(self, engine: UciProcess, name: str, value: str, game: Game) -> None:
        wrong = engine.misfit(name, value)
        if wrong:
            raise EngineError(Failure.UNABLE, f"it cannot play {game.variant.name}: {wrong}")


_USUAL_RULES = {
    "VariantPath": "",
    "UCI_Variant": DEFAULT_VARIANT,
    "World": "",
    "Pieces": "",
    "UCI_Chess960": "false",
}
"""The options that an engine has by default, in the order in which others are set."""


def _rules_as_options(game: Game, variant: str) -> dict[str, str]:
    """The options of a game. An engine that has another name for the variant has its own description of it,
    and gets no file."""
    path = game.variant.path
    is_known = bool(variant) or not path or Path(path).parent == bundled_folder()
    return {
        "VariantPath": "" if is_known else str(Path(path).resolve()),
        "UCI_Variant": variant or game.variant.name,
        "World": game.world,
        "Pieces": game.pieces,
        "UCI_Chess960": str(game.chess960).lower(),
    }


def level_options(entrant: Entrant) -> dict[str, int]:
    """The options of a level of Tilefish: `Hash` and `Threads`, as far as they are set."""
    return {name: int(value) for name, _, value in (option.partition("=") for option in entrant.options)}


class Resident:
    """A level of Tilefish in this process. It begins every game with an empty table, and the seed of the game
    decides its mistakes."""

    def __init__(
        self,
        level: Level,
        hash_megabytes: int = HASH_MEGABYTES,
        threads: int = 1,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        """`parameters` are those of the search that differ from what they usually are."""
        self._level = level
        self._parameters = parameters or {}
        self._hash = hash_megabytes
        self._threads = threads
        self._engine: Engine | None = None

    @classmethod
    def of(cls, entrant: Entrant) -> Resident:
        """The level of an entrant, with its options."""
        options = level_options(entrant)
        return cls(level_named(entrant.level), options.get("Hash", HASH_MEGABYTES), options.get("Threads", 1))

    def begin(self, game: Game, seed: int) -> None:
        """A new game."""
        self._engine = Engine(self._hash, self._threads, seed)
        self._engine.level = self._level
        self._engine.set_parameters(self._parameters)

    def move(self, game: Game, turn: Turn) -> TimedMove:
        """The move that it plays."""
        assert self._engine is not None
        begin = time.perf_counter()
        result = self._engine.play(game, turn.limits())
        seconds = time.perf_counter() - begin
        return TimedMove(result.move or "", seconds, thought_of(result.lines[0]) if result.lines else None)

    def kill(self) -> None:
        """It runs in this process."""

    def close(self) -> None:
        """Frees its table; there is nothing else to end."""
        self._engine = None
