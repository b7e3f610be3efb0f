"""Chess clocks: `5+3` is five minutes, and three seconds more for every move."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from tilefish.rulebook.errors import InputError
from tilefish.rulebook.fen import SIDE_NAMES
from tilefish.rulebook.wording import quote

_CONTROL = re.compile(
    r"(?:(?P<minutes>\d{1,4}(?:\.\d{1,3})?)|(?P<whole>\d{1,4}):(?P<seconds>[0-5]\d))"
    r"(?:\+(?P<increment>\d{1,4}(?:\.\d{1,3})?))?",
    re.ASCII,
)
_TENTHS_BELOW = 20
"""With so few seconds left, tenths are shown."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds that each side has, and those that a move adds."""

    base: float
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}"


def parse_control(text: str) -> TimeControl:
    """Reads minutes and perhaps an increment in seconds."""
    found = _CONTROL.fullmatch(text.strip())
    base = 0.0
    if found is not None:
        minutes = float(found["minutes"] or found["whole"])
        base = 60 * minutes + float(found["seconds"] or 0)
    if found is None or base == 0:
        raise InputError(
            f"{quote(text)} is no time control: minutes and the seconds that a move adds are right, "
            "such as 5+3, 0.5+0 or 1:30+2"
        )
    return TimeControl(base, float(found["increment"] or 0))


class Clock:
    """Two clocks, one of which may be running."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self._left = dict.fromkeys(SIDE_NAMES, control.base)
        self._running: str | None = None
        self._begun = 0.0

    def start(self, side: str) -> None:
        """A side begins to think; it may be thinking already."""
        if self._running != side:
            self.stop()
            self._running, self._begun = side, time.monotonic()

    def stop(self) -> None:
        """Nobody's time runs, until it is started again."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
        self._running = None

    def press(self, side: str) -> None:
        """A side has moved."""
        self.stop()
        self._left[side] += self.control.increment

    def left(self, side: str) -> float:
        """Seconds that a side has; none or fewer: its flag has fallen."""
        passed = time.monotonic() - self._begun if side == self._running else 0.0
        return self._left[side] - passed

    def both(self) -> tuple[float, float]:
        """What both sides have."""
        white, black = map(self.left, SIDE_NAMES)
        return white, black

    def set_back(self, both: tuple[float, float]) -> None:
        """Gives both sides what they had when moves that are taken back began."""
        self._running = None
        self._left = dict(zip(SIDE_NAMES, both, strict=True))


def clock_text(seconds: float) -> str:
    """`4:57`, `1:02:03`, or `0:07.3` when it is short."""
    seconds = max(0.0, seconds)
    if seconds < _TENTHS_BELOW:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    hours, rest = divmod(int(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
