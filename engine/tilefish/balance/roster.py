"""The identity of each piece, followed from the start to its end, also when belts carry it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilefish.core.board.board import MoveParts
from tilefish.core.board.events import Event
from tilefish.explain.reasons.journeys import Journey, journey_of
from tilefish.rules.model.setup import Setup


@dataclass(slots=True)
class Member:
    """A piece with its history: its present kind, its square at the start, whether it ever acted."""

    kind: int
    side: int
    home: int
    has_acted: bool = False


class Roster:
    """All pieces that stood on the board at the start, by where they stand now."""

    def __init__(self, setup: Setup) -> None:
        self.members = {square: Member(kind, side, square) for square, (kind, side) in setup.pieces.items()}
        self.began = list(self.members.values())
        """All of them, those that are gone included."""

    def add(self, square: int, kind: int, side: int) -> None:
        """A piece appears. It does not count among those of the start."""
        self.members[square] = Member(kind, side, square)

    def turn(self, parts: MoveParts, events: Iterable[Event]) -> Journey:
        """Follows a turn: a move, and what happened."""
        journey = journey_of(self.members, events)
        mover = self.members[parts.origin]
        mover.has_acted = True
        if parts.rook is not None:
            self.members[parts.rook].has_acted = True
        if parts.promotion is not None:
            mover.kind = parts.promotion
        self.members = {
            fate.square: self.members[start] for start, fate in journey.items() if fate.square is not None
        }
        return journey
