"""The seed of a run: everything that tests draw by lot follows from it.

Without a seed every run draws the same, so that a change is judged by what it changes. With `--seed new`, as
in CI, a run draws what no run has tried before.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from random import Random, SystemRandom

VARIABLE = "TILEFISH_SEED"
STEADY = 0
"""The seed of runs for which none is set."""
LARGEST = 2**32 - 1
PATIENCE = 30
"""At most this multiple of the least number of tries."""


def run_seed() -> int:
    """The seed of this run. Processes that it starts have the same one."""
    return read_seed(os.environ.get(VARIABLE) or str(STEADY))


def read_seed(text: str) -> int:
    """The seed that a text means: a number, or "new" for one that is drawn now."""
    if text == "new":
        return SystemRandom().randint(STEADY + 1, LARGEST)
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST):
        raise ValueError(f"{text!r} is not a seed: expected a number from 0 to {LARGEST}, or new")
    return int(text)


def set_seed(seed: int) -> None:
    """Sets the seed of this process, and of those that it starts from now on."""
    os.environ[VARIABLE] = str(seed)


def seeded(*about: object) -> Random:
    """Random numbers for one purpose. They follow from the purpose and from the seed of the run."""
    return Random(" ".join(map(str, (*about, run_seed()))))


@dataclass
class Tries:
    """Tries of what random play brings about, sooner with one seed and later with another: at least `least`,
    and more until there is enough. So no test fails by luck."""

    least: int
    number: int = -1
    """Of the try that is made."""

    def go_on(self, is_enough: bool) -> bool:
        """Begins another try, or returns False."""
        self.number += 1
        return self.number < self.least or (not is_enough and self.number < self.least * PATIENCE)
