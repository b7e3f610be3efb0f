"""`GameFacts`: what is kept of one game. Plain data, that processes can hand to each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from tilefish.rules.model.termination import Termination

MOVES, CAPTURES, PROMOTIONS = "moves", "captures", "promotions"
ATTACKS, ABILITIES = "attacks", "abilities"
BEGAN, STAYED, APPEARED = "began", "stayed", "appeared"
"""What happens to kinds of pieces, besides how they are lost (`insight.reasons.journeys`). Promotions count
for the new kind, everything else for what the piece was; who began was there at the start, who stayed at
the end, who appeared came by a spawn tile."""

EXHAUSTED = "exhausted"
"""How a piece is lost that dies of what its own ability takes from it."""

ENTERED, STOOD, DIED, LANDED, RODE = "entered", "stood", "died", "landed", "rode"
"""What happens on squares. A piece enters by its own move or by a belt; it stands there once a turn of either
side; it lands on a stone and rides a belt."""

PHASES = ("opening", "middlegame", "endgame")
"""By the pieces left: more than two thirds of those at the start, more than one third, or fewer."""


class SpecialEnd(Enum):
    """Ends that a study tells apart and the rules do not: how a king was destroyed, and games broken off."""

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
    """The index of the phase of a position with so many pieces."""
    return 0 if 3 * pieces > 2 * at_start else 1 if 3 * pieces > at_start else 2


@dataclass
class GameFacts:
    """One game. Squares are numbered as in `rules`; kinds are indices, sides 0 and 1.

    The opening is drawn by lot. What becomes of pieces and squares is counted from the start; which moves are
    made, and out of how many, and the material that stands, only after the opening.
    """

    opening: int
    effort: int
    winner: int | None = None
    ending: Ending = SpecialEnd.NO_END
    plies: int = 0
    events: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """What, side, kind."""
    places: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """What, side, square."""
    choices: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """Phase, side, number of legal moves: in how many positions."""
    stuck: list[int] = field(default_factory=lambda: [0, 0])
    """By side: in how many positions it hardly had a move."""
    stuck_at: list[str | None] = field(default_factory=lambda: [None, None])
    """The first of these positions, as FEN."""
    idle: list[tuple[int, int, int]] = field(default_factory=list)
    """Side, kind and square of pieces that never acted."""
    balances: list[Balance] = field(default_factory=list)
    """Material that stood for a while, each once."""
