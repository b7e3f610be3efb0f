"""`GameFacts`: what a study keeps of one game. Plain data that processes can send to each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from tilefish.rules.model.termination import Termination

MOVES, CAPTURES, PROMOTIONS = "moves", "captures", "promotions"
ATTACKS, ABILITIES = "attacks", "abilities"
BEGAN, STAYED, APPEARED = "began", "stayed", "appeared"
"""What happens to kinds of pieces, besides how they are lost (`explain.reasons.journeys`). Promotions count
for the new kind, everything else for the old kind. A piece that began was there at the start; one that stayed
is there at the end; one that appeared came from a spawn tile."""

ENTERED, STOOD, DIED, LANDED, RODE = "entered", "stood", "died", "landed", "rode"
"""What happens on squares. A piece enters by its own move or by a belt; it stands there once per turn of
either side; it lands on a stone and rides a belt."""

PHASES = ("opening", "middlegame", "endgame")
"""By the pieces left: more than two thirds of those at the start, more than one third, or fewer."""


class SpecialEnd(Enum):
    """Ends that only a study distinguishes, not the rules: how a king was destroyed, and aborted games."""

    NO_END = "no end"
    KING_KILLED = "king killed"
    KING_DROWNED = "king drowned"
    KING_BURNT = "king burnt"
    KING_FELL = "king fell"
    KING_CRUSHED = "king crushed"

    def __str__(self) -> str:
        return self.value


Ending = Termination | SpecialEnd

Balance = tuple[float, ...]
"""White's pieces less Black's, by kind."""


def phase_of(pieces: int, at_start: int) -> int:
    """The index of the phase of a position with this number of pieces."""
    return 0 if 3 * pieces > 2 * at_start else 1 if 3 * pieces > at_start else 2


@dataclass
class GameFacts:
    """One game. Squares are numbered as in `rules`; kinds are indices, sides 0 and 1.

    The opening is random. Events of pieces and squares are counted from the start. Moves, choices and
    material are counted only after the opening.
    """

    opening: int
    effort: int
    winner: int | None = None
    ending: Ending = SpecialEnd.NO_END
    plies: int = 0
    events: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Event, side, kind."""
    places: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Event, side, square."""
    choices: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """Phase, side, number of legal moves: in how many positions."""
    stuck: list[int] = field(default_factory=lambda: [0, 0])
    """By side: the number of positions in which it was stuck."""
    stuck_at: list[str | None] = field(default_factory=lambda: [None, None])
    """The first of these positions, as FEN."""
    idle: list[tuple[int, int, int]] = field(default_factory=list)
    """Side, kind and square of pieces that never acted."""
    balances: list[Balance] = field(default_factory=list)
    """Material that stayed the same for a while, each balance once."""
