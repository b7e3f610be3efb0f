"""`TimeControl`: the time that a side has for a game, and the one grammar in which every command takes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

TIME_CONTROL_HELP = "A clock: seconds, m:ss, or moves/time+increment, such as 90, 5:00+3 or 40/15:00."
"""The grammar in one line, for the help of every command that takes a clock."""
_NUMBER = r"\d{1,5}(?:\.\d{1,4})?"
_TIME_CONTROL = re.compile(
    rf"(?:(?P<moves>\d{{1,3}})/)?(?:(?P<minutes>\d{{1,4}}):(?=[0-5]\d(?!\d)))?(?P<seconds>{_NUMBER})"
    rf"(?:\+(?P<increment>{_NUMBER}))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds that a side begins with, seconds that each of its moves adds, and the number of moves after
    which it gets the first ones again, if it ever does."""

    base: float
    increment: float = 0.0
    moves: int | None = None

    def __str__(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        return f"{moves}{self.base:g}" + (f"+{self.increment:g}" if self.increment else "")

    def added_after(self, moves: int) -> float:
        """Seconds that a side gets when it has made a number of moves."""
        renewed = self.moves is not None and moves % self.moves == 0
        return self.increment + (self.base if renewed else 0.0)

    def moves_to_go(self, moves: int) -> int | None:
        """Moves that a side has still to make before it gets its time again; None if it never does."""
        return None if self.moves is None else self.moves - moves % self.moves


def parse_time_control(text: str) -> TimeControl:
    """Reads `90`, `5:00+3` or `40/15:00`. Raises `InputError`."""
    found = _TIME_CONTROL.fullmatch(text.strip())
    base = 60 * int(found["minutes"] or 0) + float(found["seconds"]) if found else 0.0
    moves = int(found["moves"]) if found and found["moves"] else None
    if found is None or base <= 0 or moves == 0:
        raise InputError(
            f"invalid time control {quote(text)}: expected seconds, m:ss, or moves/time+increment, "
            "such as 90, 5:00+3 or 40/15:00"
        )
    return TimeControl(base, float(found["increment"] or 0), moves)
