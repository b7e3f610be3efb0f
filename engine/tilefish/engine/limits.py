"""The limits of a search, and the part of a clock that a move may take."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from tilefish.game.game import Game
from tilefish.rules.errors import OptionError

MOST = 2**31 - 1
"""The largest number of plies or moves in a limit."""
MOST_NODES = 2**63 - 1
MOST_SECONDS = 10**9
EXPECTED_MOVES = 16
"""The clock is divided among this number of moves, at any time of the game: most games are decided early."""
MOST_MOVES_TO_GO = 24
"""The same where a time control comes after a number of moves, if that is larger."""
SHORTEST = 0.001
"""The shortest time of a search, in seconds."""
DICE_SHARE = 2
"""Games with dice get this part of a depth: every die multiplies the nodes to search."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search. Times are in seconds; without any limit, only `Engine.stop` ends it.

    A depth, nodes or a mate of 0 limit nothing; a time of 0 is used up. Raises `OptionError` for a number out
    of range, `TypeError` for a value that is not a number.
    """

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves_to_go: int | None = None
    ponder: bool = False
    infinite: bool = False
    """Ignores a level's cap on time, too."""
    moves: tuple[str, ...] = ()
    """Only these moves are searched; all, if empty."""

    def __post_init__(self) -> None:
        for name, most in _WHOLE_NUMBERS.items():
            _check(name, getattr(self, name), Integral, "whole number", most)
        for name in ("movetime", "clock"):
            _check(name, getattr(self, name), Real, "number of seconds", MOST_SECONDS)
        if self.increment is None:
            raise TypeError("increment is a number of seconds, 0 for none")
        _check("increment", self.increment, Real, "number of seconds", MOST_SECONDS)
        if isinstance(self.moves, str):
            raise TypeError(f"moves are a tuple, such as ({self.moves!r},), not a text")

    @property
    def is_open(self) -> bool:
        """Whether only its caller ends the search, however early it is done."""
        return self.ponder or self.infinite

    @property
    def has_end(self) -> bool:
        """Whether the search ends by itself in a foreseeable time. A mate limit is not one: there may be no
        mate."""
        if self.is_open:
            return False
        return bool(self.depth or self.nodes) or self.movetime is not None or self.clock is not None


_WHOLE_NUMBERS = {"depth": MOST, "nodes": MOST_NODES, "mate": MOST, "moves_to_go": MOST}


def _check(name: str, value: Any, kind: type[Any], what: str, most: int) -> None:
    """Rejects values that the core cannot store or would misread. None means no limit."""
    if value is None:
        return
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a {what}, not {type(value).__name__}")
    if not 0 <= value <= most:
        fault = "negative" if value < 0 else "too large" if value > most else "no number"
        expected = f"a {what} from 0 to {most}"
        raise OptionError(f"{name} is {fault}: expected {expected}", name, value, expected)


def allotted(limits: Limits, overhead: float, is_forced: bool = False) -> tuple[float, float]:
    """Seconds after which no iteration begins, and after which the search ends; 0 for no limit. `overhead` is
    the time that a move may lose between the engine and the clock; a forced move is played at once."""
    if limits.movetime is not None:
        return 0, max(SHORTEST, limits.movetime - overhead)
    if limits.clock is None:
        return 0, 0
    # the moves to come will lose some time, too: a long game must not run out of time
    reserve = max(2 * overhead, min(6 * overhead, limits.clock / 2))
    left = max(SHORTEST, limits.clock - reserve)
    if is_forced:
        return SHORTEST / 1000, left
    moves = min(limits.moves_to_go, MOST_MOVES_TO_GO) if limits.moves_to_go else EXPECTED_MOVES
    # if little is left, the increment must fill the clock again
    spare = min(1.0, left / (10 * overhead)) if overhead else 1.0
    share = left / moves + 0.75 * spare * limits.increment
    most = max(1 / 4, min(0.95, 1.6 / moves)) * left
    hard = max(SHORTEST, min(most, 4 * share))
    return min(0.7 * share, hard), hard


def shortened(seconds: float, spent: float) -> float:
    """The rest of a time when a part of it is spent; 0 stays no limit."""
    return min(seconds, max(SHORTEST, seconds - spent))


def depth_for(game: Game, depth: int) -> int:
    """The depth for a game that takes about as long as this depth in a game without dice."""
    return max(1, depth // DICE_SHARE) if game.board.faces else depth
