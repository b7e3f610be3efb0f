"""Who plays whom, from which opening and with which colour: the games of a match, numbered.

The number of a game says all that, and goes on saying it when the match is made longer: that is how a match
is resumed.
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
    """Which of the games with that opening, from 0."""

    @property
    def white(self) -> int:
        """Who has White: in turns."""
        return self.pairing[self.leg % 2 if self._begins_first else 1 - self.leg % 2]

    @property
    def black(self) -> int:
        """Who has Black."""
        return sum(self.pairing) - self.white

    @property
    def group(self) -> tuple[tuple[int, int], int, int]:
        """The games that it belongs together with: those of one pairing from one opening."""
        return self.pairing, self.variant, self.opening

    @property
    def _begins_first(self) -> bool:
        """Whether the first of the pairing has White in the first leg. Where an opening is played an odd
        number of times, they take turns in that, too."""
        return self.opening % 2 == 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a match. Every pairing plays the same openings in every variant."""

    entrants: int
    variants: int
    openings: int
    repeat: int = 2
    """So many games are played with each opening."""
    tournament: Tournament = "round-robin"

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who plays whom: everybody everybody, or the first one all others."""
        if self.tournament == "gauntlet":
            return [(0, other) for other in range(1, self.entrants)]
        return list(combinations(range(self.entrants), 2))

    def __len__(self) -> int:
        return self.openings * self.variants * len(self.pairings) * self.repeat

    def fixture(self, number: int) -> Fixture:
        """The game of that number, from 0. The opening changes last, so that a longer match begins alike."""
        rest, leg = divmod(number, self.repeat)
        rest, pairing = divmod(rest, len(self.pairings))
        opening, variant = divmod(rest, self.variants)
        return Fixture(number, variant, opening, self.pairings[pairing], leg)
