"""The limits of a side for its moves: a clock, or a limit for each move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tilefish.engine.limits import Limits
from tilefish.engine.time_control import TimeControl, parse_time_control
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

_Number = TypeVar("_Number", int, float)

MOST_NODES = 10**12
MOST_DEPTH = 200
MOST_SECONDS = 86400.0
_LEAST_MILLISECONDS = 1
"""The least time that an engine with a clock is sent: some read 0 as no clock, and think without end."""

CONTROL_WORDS = ("tc", "movetime", "nodes", "depth")


@dataclass(frozen=True, slots=True)
class Control:
    """All limits of a side's thinking. Without any, the engine has limits of its own."""

    clock: TimeControl | None = None
    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        words = {"tc": self.clock, "movetime": self.movetime, "nodes": self.nodes, "depth": self.depth}
        given = (f"{name}={value:g}" if name == "movetime" else f"{name}={value}"
                 for name, value in words.items() if value is not None)  # fmt: skip
        return " ".join(given)


@dataclass(frozen=True, slots=True)
class Turn:
    """The limits for the side to move. Clocks are those of White and Black, in seconds; None for no clock."""

    control: Control
    is_white: bool
    clocks: tuple[float | None, float | None] = (None, None)
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None
    patience: float = 10.0
    """Seconds beyond its time, or for a move without a time limit, until an engine counts as hung."""

    @property
    def seconds(self) -> float | None:
        """The time for the move, if there is a time limit."""
        own = self.clocks[0] if self.is_white else self.clocks[1]
        return self.control.movetime if own is None else own

    def go(self) -> str:
        """The line that asks an engine for a move."""
        words = ["go"]
        if self.clocks[not self.is_white] is not None:
            white, black = map(_clock_milliseconds, self.clocks)
            words += ["wtime", str(white), "btime", str(black)]
            words += [
                "winc",
                str(round(1000 * self.increments[0])),
                "binc",
                str(round(1000 * self.increments[1])),
            ]
            if self.moves_to_go:
                words += ["movestogo", str(self.moves_to_go)]
        if self.control.movetime is not None:
            words += ["movetime", str(_milliseconds(self.control.movetime))]
        if self.control.nodes is not None:
            words += ["nodes", str(self.control.nodes)]
        if self.control.depth is not None:
            words += ["depth", str(self.control.depth)]
        return " ".join(words)

    def limits(self) -> Limits:
        """The same for an engine in this process."""
        clock = self.clocks[not self.is_white]
        return Limits(
            depth=self.control.depth,
            nodes=self.control.nodes,
            movetime=self.control.movetime,
            clock=None if clock is None else max(clock, _LEAST_MILLISECONDS / 1000),
            increment=self.increments[not self.is_white],
            moves_to_go=self.moves_to_go,
        )


def _clock_milliseconds(clock: float | None) -> int:
    return 0 if clock is None else _milliseconds(clock)


def _milliseconds(seconds: float) -> int:
    return max(_LEAST_MILLISECONDS, int(1000 * seconds))


def read_control(words: dict[str, str]) -> Control:
    """The control from words such as `tc=10+0.1` or `nodes=5000`, by their names. Raises `InputError`."""
    control = Control(
        clock=parse_time_control(words["tc"]) if "tc" in words else None,
        movetime=_number(words, "movetime", float, 0.001, MOST_SECONDS),
        nodes=_number(words, "nodes", int, 1, MOST_NODES),
        depth=_number(words, "depth", int, 1, MOST_DEPTH),
    )
    if control.clock and control.movetime is not None:
        raise InputError("there is a clock (tc) or a time for each move (movetime), not both")
    return control


def _number(
    words: dict[str, str], name: str, kind: Callable[[str], _Number], least: float, most: float
) -> _Number | None:
    if name not in words:
        return None
    text = words[name]
    number: _Number | None
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not (text.isascii() and least <= number <= most):
        what = "whole number" if kind is int else "number of seconds"
        raise InputError(f"{name} is {quote(text)}: expected a {what} from {least:g} to {most:g}")
    return number
