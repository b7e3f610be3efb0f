"""The chess clock of a game at the board."""

from __future__ import annotations

import time
from typing import NamedTuple

from tilefish.engine.time_control import TimeControl
from tilefish.rules.model.variant import SIDE_NAMES

_TENTHS_BELOW = 20
"""Below this number of seconds, tenths are shown."""


class ClockState(NamedTuple):
    """The state of a stopped clock."""

    left: tuple[float, float]
    """Seconds of White and of Black."""
    moves: tuple[int, int]
    """Moves that they have made."""


class Clock:
    """Two clocks, one of which may be running."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._left = dict.fromkeys(SIDE_NAMES, control.base)
        self._moves = dict.fromkeys(SIDE_NAMES, 0)
        self._running: str | None = None
        self._begun = 0.0

    def start(self, side: str) -> None:
        """A side begins to think; it may be thinking already."""
        if self._running != side:
            self.stop()
            self._running, self._begun = side, time.monotonic()

    def stop(self) -> None:
        """Stops both clocks until one is started again."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running = None

    def press(self, side: str) -> None:
        """A side has moved."""
        self.stop()
        self._moves[side] += 1
        self._left[side] += self.control.added_after(self._moves[side])

    def left(self, side: str) -> float:
        """Seconds that a side has left; 0 or fewer: its flag has fallen."""
        passed = time.monotonic() - self._begun if side == self._running else 0.0
        return self._left[side] - passed

    def both(self) -> tuple[float, float]:
        """The seconds that both sides have left."""
        white, black = map(self.left, SIDE_NAMES)
        return white, black

    def moves_to_go(self, side: str) -> int | None:
        """Moves until a side gets its time again; None if it never does."""
        return self.control.moves_to_go(self._moves[side])

    def state(self) -> ClockState:
        """The seconds that both sides have left, and the moves they have made."""
        white, black = (self._moves[side] for side in SIDE_NAMES)
        return ClockState(self.both(), (white, black))

    def set_back(self, state: ClockState) -> None:
        """Restores the state before the moves that are taken back."""
        self._running = None
        self._left = dict(zip(SIDE_NAMES, state.left, strict=True))
        self._moves = dict(zip(SIDE_NAMES, state.moves, strict=True))


def clock_text(seconds: float) -> str:
    """`4:57`, `1:02:03`, or `0:07.3` when it is short."""
    seconds = max(0.0, seconds)
    if seconds < _TENTHS_BELOW:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    hours, rest = divmod(int(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
