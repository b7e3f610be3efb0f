"""The engine's events of a turn, held against positions: each piece is accounted for.

Events are replayed on the pieces before the turn, strictly. What comes out must be the position that the
model has after it, and what belts did must be what the model's belts do.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilefish.core.board.events import Event, EventKind
from tilefish.rules.model.variant import Variant

from .effects import run_belts
from .terrain import Square, Terrain, shifted, side_of

Standing = dict[Square, tuple[str, int]]
"""The letter and the hit points of each piece; 0 where there are none."""

DESTROYED = (EventKind.CRUSHED, EventKind.DROWNED, EventKind.BURNED, EventKind.FELL)
BY_BELTS = (EventKind.CARRIED, *DESTROYED)
_ENDS = {"~": EventKind.DROWNED, "%": EventKind.BURNED}


class Account:
    """The pieces of a position, on which events happen."""

    def __init__(self, variant: Variant, terrain: Terrain, standing: Standing) -> None:
        self.variant = variant
        self.terrain = terrain
        self.pieces = dict(standing)

    def replay(self, events: Sequence[Event]) -> Standing:
        """The pieces after some events. What belts do comes last, from the squares before they run."""
        first = next((place for place, event in enumerate(events) if event.kind in BY_BELTS), len(events))
        by_move, by_belts = events[:first], events[first:]
        castled = [event for event in by_move if event.kind is EventKind.CASTLED]
        rooks = [(event, self._take(event)) for event in castled]
        for event in by_move:
            self._happens(event)
        for event, rook in rooks:
            self._put(event.target, rook)
        self._run_belts(by_belts)
        return self.pieces

    def _happens(self, event: Event) -> None:
        if event.kind is EventKind.CASTLED:
            return
        letter, hp = self._take(event) if event.kind is not EventKind.PROMOTED else self._take_any(event)
        if event.kind is EventKind.MOVED:
            self._put(event.target, (letter, hp))
            return
        assert event.target is None, event
        if event.kind is EventKind.PROMOTED:
            assert letter in "Pp", event
            self._put(event.origin, (self._letter(event), self._full(event)))
        elif event.kind is EventKind.HURT:
            assert 0 < event.amount < hp, event
            self._put(event.origin, (letter, hp - event.amount))
        elif event.kind is EventKind.HEALED:
            assert 0 < event.amount <= self._full(event) - hp, event
            self._put(event.origin, (letter, hp + event.amount))
        else:
            assert event.kind in (EventKind.CAPTURED, EventKind.KILLED, EventKind.EXHAUSTED), event
            assert event.amount == hp, event

    def _run_belts(self, events: Sequence[Event]) -> None:
        """The model decides what belts do, tile by tile."""
        letters = {square: letter for square, (letter, _) in self.pieces.items()}
        carriage = run_belts(self.terrain, letters)
        assert all(event.kind in BY_BELTS for event in events), events
        by_square = {self._square(event.origin): event for event in events}
        assert len(by_square) == len(events), "one thing happens to a piece"
        assert by_square.keys() == carriage.carried_from | carriage.destroyed_from
        after = {square: piece for square, piece in self.pieces.items() if square not in by_square}
        for start, event in by_square.items():
            assert letters[start] == self._letter(event)
            assert event.amount == 0
            direction = self.terrain.belt_at(start) if start in carriage.carried_from else None
            end = None if direction is None else shifted(start, direction)
            assert (event.kind in DESTROYED) == (start in carriage.destroyed_from)
            assert event.target == (None if end not in self.terrain.tiles else self._number(end))
            if event.kind is EventKind.CARRIED:
                assert end is not None
                after[end] = self.pieces[start]
            elif end is not None and not self.terrain.is_safe(end):
                assert event.kind is _ENDS.get(self.terrain.tiles.get(end, ""), EventKind.FELL), event
            else:
                assert event.kind is EventKind.CRUSHED, event
        assert {square: letter for square, (letter, _) in after.items()} == carriage.pieces
        self.pieces = after

    # --- pieces and squares ------------------------------------------------------------------------------

    def _take(self, event: Event) -> tuple[str, int]:
        found = self._take_any(event)
        assert found[0] == self._letter(event), event
        return found

    def _take_any(self, event: Event) -> tuple[str, int]:
        found = self.pieces.pop(self._square(event.origin))
        assert side_of(found[0]) == ("white", "black")[event.side], event
        return found

    def _put(self, target: int | None, piece: tuple[str, int]) -> None:
        assert target is not None
        square = self._square(target)
        assert square not in self.pieces, square
        self.pieces[square] = piece

    def _letter(self, event: Event) -> str:
        letter = self.variant.kinds[event.piece].letter
        return letter if event.side else letter.upper()

    def _full(self, event: Event) -> int:
        combat = self.variant.combat
        return combat.fighters[event.piece].hp if combat else 0

    def _square(self, number: int) -> Square:
        return number % self.variant.files, number // self.variant.files

    def _number(self, square: Square) -> int:
        return square[1] * self.variant.files + square[0]
