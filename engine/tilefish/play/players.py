"""The players at the board: persons, engines at their levels, and other programs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilefish.engine.engine import Engine, Memory
from tilefish.engine.levels import FULL, Level, level_named
from tilefish.engine.limits import SHORTEST, Limits
from tilefish.match.control import Control, Turn
from tilefish.match.players import Entrant, level_options
from tilefish.play.clock import Clock
from tilefish.rules.errors import InputError

YOU = "You"
"""The name of the person at the keyboard if no name is given."""
PERSON_WORDS = ("me", "human", "person")
THINKING_TIME = 1.0
"""Seconds for a move of an engine that neither its level nor a clock limits."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, an engine at a level, or another program that plays over UCI."""

    name: str
    engine: Engine | None = None
    level_name: str = ""
    program: Entrant | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays."""
        return self.engine is None and self.program is None

    def limits(self, movetime: float | None, side: str, clock: Clock | None) -> Limits:
        """The limits of the engine's search for a move: the clock if there is one, else those of its level,
        else the time for a move."""
        level = self.engine.level if self.engine else FULL
        has_caps = level.seconds is not None or level.is_counted
        if clock is not None:
            return Limits(
                clock=max(clock.left(side), SHORTEST),
                increment=clock.control.increment,
                moves_to_go=clock.moves_to_go(side),
            )
        if movetime is None and not has_caps:
            movetime = THINKING_TIME
        return Limits(movetime=movetime)

    def turn(self, movetime: float | None, side: str, clock: Clock | None, patience: float) -> Turn:
        """The same for a program: the clock, else its own limits, else the time for a move."""
        own = (self.program and self.program.control) or Control()
        is_white = side == "white"
        if clock is not None:
            caps = replace(own, movetime=None)
            added = clock.control.increment
            return Turn(caps, is_white, clock.both(), (added, added), clock.moves_to_go(side), patience)
        if own == Control():
            own = Control(movetime=THINKING_TIME if movetime is None else movetime)
        return Turn(own, is_white, patience=patience)


@dataclass(frozen=True, slots=True)
class Cast:
    """Creates players from words."""

    person: str = YOU
    hash_megabytes: int = 16
    threads: int = 1
    seed: int | None = None
    memory: Memory | None = None
    """What engines know from earlier games, if they learn."""
    entrants: tuple[Entrant, ...] = ()
    """Engines that the command line names: programs, and levels with options."""
    niceness: int = 0
    """Of the threads of searches."""

    def player(self, word: str) -> Player:
        """A person for `me`, an engine for a level's name or that of an entrant."""
        if word.lower() in PERSON_WORDS:
            return Player(self.person)
        entrant = next((each for each in self.entrants if each.name == word), None)
        if entrant is not None:
            return self._entered(entrant)
        name = "full" if word.lower() == "engine" else word.lower()
        try:
            level = level_named(name)
        except InputError as error:
            raise InputError(f"{error}; me is a person") from error
        engine = self._engine(self.hash_megabytes, self.threads, level)
        return Player("Tilefish" if level == FULL else f"Tilefish ({name})", engine, name)

    def _entered(self, entrant: Entrant) -> Player:
        if entrant.command:
            return Player(entrant.name, program=entrant)
        options = level_options(entrant)
        megabytes, threads = options.get("Hash", self.hash_megabytes), options.get("Threads", self.threads)
        engine = self._engine(megabytes, threads, level_named(entrant.level))
        return Player(entrant.name, engine, entrant.level)

    def engine(self) -> Engine:
        """An engine at full strength that plays for no side."""
        return self._engine(self.hash_megabytes, self.threads, FULL)

    def _engine(self, megabytes: int, threads: int, level: Level) -> Engine:
        engine = Engine(megabytes, threads, self.seed)
        engine.niceness = self.niceness
        engine.level = level
        engine.memory = self.memory
        return engine
