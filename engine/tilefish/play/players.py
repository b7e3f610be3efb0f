"""The players at the board: persons, and engines at their levels."""

from __future__ import annotations

from dataclasses import dataclass

from tilefish.engine.engine import Engine, Memory
from tilefish.engine.levels import FULL, level_named
from tilefish.engine.limits import SHORTEST, Limits
from tilefish.play.clock import Clock
from tilefish.rules.errors import InputError

YOU = "You"
"""The name of the person at the keyboard if no name is given."""
PERSON_WORDS = ("me", "human", "person")
THINKING_TIME = 1.0
"""Seconds for a move of an engine that neither its level nor a clock limits."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or an engine at a level."""

    name: str
    engine: Engine | None = None
    level_name: str = ""

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


@dataclass(frozen=True, slots=True)
class Cast:
    """Creates players from words."""

    person: str = YOU
    hash_megabytes: int = 16
    threads: int = 1
    seed: int | None = None
    memory: Memory | None = None
    """What engines know from earlier games, if they learn."""

    def player(self, word: str) -> Player:
        """A person for `me`, an engine for a level's name."""
        if word.lower() in PERSON_WORDS:
            return Player(self.person)
        name = "full" if word.lower() == "engine" else word.lower()
        try:
            level = level_named(name)
        except InputError as error:
            raise InputError(f"{error}; me is a person") from error
        engine = Engine(self.hash_megabytes, self.threads, self.seed)
        engine.level = level
        engine.memory = self.memory
        return Player("Tilefish" if level == FULL else f"Tilefish ({name})", engine, name)
