"""The fate of every piece in one turn: its square afterwards, or what destroyed it.

The core makes moves without tracking individual pieces; this module tracks each piece by the rule book.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilefish.core.board.board import MoveParts
from tilefish.rules.model.variant import BELTS, LAVA, UNSAFE, WATER, Variant

STANDS, CAPTURED = "stands", "captured"
DROWNS, BURNS, FALLS, CRUSHED = "drowns", "burns", "falls", "crushed"


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a piece: its square, or None and the cause."""

    square: int | None
    cause: str = STANDS
    carried: bool = False

    @property
    def by_the_world(self) -> bool:
        """Whether the world destroyed it."""
        return self.square is None and self.cause != CAPTURED


Journey = Mapping[int, Fate]
"""The fates of all pieces by the squares where they stood."""


def journey_of_move(
    variant: Variant, squares: Iterable[int], parts: MoveParts, taken: Iterable[int]
) -> Journey:
    """The effect of a move, and of the world after it, on the pieces on some squares."""
    captured = set(taken)
    moved = {parts.origin: parts.target}
    if parts.rook is not None:
        moved[parts.rook] = _castled_rook(variant, parts)
    standing = {moved.get(square, square): square for square in squares if square not in captured}
    fates = {standing[here]: fate for here, fate in journey_of_pass(variant, standing).items()}
    return fates | {square: Fate(None, CAPTURED) for square in captured}


def journey_of_pass(variant: Variant, squares: Iterable[int]) -> Journey:
    """The effect of the world in one turn on the pieces on some squares."""
    standing = sorted(squares)
    riders = [square for square in standing if variant.tile(square) in BELTS]
    arrived: set[int] = set()
    fates: dict[int, Fate] = {square: Fate(square) for square in standing}
    for square in riders:  # the smallest belt tile wins where two meet
        fate = belt_end(variant, square)
        if fate.square in arrived:
            fate = Fate(None, CRUSHED, carried=True)
        elif fate.square is not None:
            arrived.add(fate.square)
        fates[square] = fate
    for square in arrived.intersection(standing).difference(riders):
        fates[square] = Fate(None, CRUSHED)
    return fates


def belt_end(variant: Variant, square: int) -> Fate:
    """Where the belt of a square carries a piece that stands there."""
    dx, dy = BELTS[variant.tile(square)]
    rank, file = divmod(square, variant.files)
    file, rank = file + dx, rank + dy
    if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
        return Fate(None, FALLS, carried=True)
    end = rank * variant.files + file
    tile = variant.tile(end)
    if tile in UNSAFE:
        return Fate(None, {WATER: DROWNS, LAVA: BURNS}.get(tile, FALLS), carried=True)
    return Fate(end, carried=True)


def turns_to_destruction(variant: Variant, square: int) -> int | None:
    """After how many turns belts destroy a piece that stays where it is; None if they never do."""
    passed: set[int] = set()
    here: int | None = square
    while here is not None:
        if here in passed or variant.tile(here) not in BELTS:
            return None
        passed.add(here)
        here = belt_end(variant, here).square
    return len(passed)


def _castled_rook(variant: Variant, parts: MoveParts) -> int:
    assert variant.castling is not None
    assert parts.rook is not None
    wing = 0 if parts.rook > parts.origin else 1
    return parts.origin // variant.files * variant.files + variant.castling.rook_files[wing]
