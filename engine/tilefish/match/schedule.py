"""The games of a match, numbered: their players, openings and colours.

The number of a game decides all this, also in a longer match: so a match can be resumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

Tournament = Literal["round-robin", "gauntlet"]
TOURNAMENTS: tuple[Tournament, ...] = ("round-robin", "gauntlet")


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game. Entrants and variants are indices."""

    number: int
    variant: int
    opening: int
    pairing: tuple[int, int]
    leg: int
    """The index among the games with that opening."""

    @property
    def white(self) -> int:
        """The entrant with White: they take turns."""
        return self.pairing[self.leg % 2 if self._begins_first else 1 - self.leg % 2]

    @property
    def black(self) -> int:
        """The entrant with Black."""
        return sum(self.pairing) - self.white

    @property
    def group(self) -> tuple[tuple[int, int], int, int]:
        """The key of its group: all games of one pairing from one opening."""
        return self.pairing, self.variant, self.opening

    @property
    def _begins_first(self) -> bool:
        """Whether the first of the pairing has White in the first leg. If an opening is played an odd number
        of times, this alternates, too."""
        return self.opening % 2 == 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a match. Every pairing plays the same openings in every variant."""

    entrants: int
    variants: int
    openings: int
    repeat: int = 2
    """The number of games with each opening."""
    tournament: Tournament = "round-robin"

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """All pairs of opponents: each with every other, or the first with all others."""
        if self.tournament == "gauntlet":
            return [(0, other) for other in range(1, self.entrants)]
        return list(combinations(range(self.entrants), 2))

    def __len__(self) -> int:
        return self.openings * self.variants * len(self.pairings) * self.repeat

    def fixture(self, number: int) -> Fixture:
        """Game `number`, from 0. The opening changes last, so that a longer match begins alike."""
        rest, leg = divmod(number, self.repeat)
        rest, pairing = divmod(rest, len(self.pairings))
        opening, variant = divmod(rest, self.variants)
        return Fixture(number, variant, opening, self.pairings[pairing], leg)
