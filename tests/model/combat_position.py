"""A position of the combat game (RULES.md section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from .terrain import Pieces, Square, side_of
from .worlds import Side


@dataclass(frozen=True)
class Fighter:
    """A piece with what moves with it: hit points, and the counter of its ability."""

    letter: str
    hp: int
    counter: int = 0

    @property
    def side(self) -> Side:
        return side_of(self.letter)


Fighters = dict[Square, Fighter]


@dataclass(frozen=True)
class Effects:
    """What lasts beyond an action and belongs to no piece: the FEN's `fx:`.

    `interposing` are the squares of rooks whose Interpose is in force, `exposed_kings` the sides
    whose king stood on a threatened tile when its owner's last turn ended.
    """

    decree_unused: frozenset[Side]
    decree_turns: Mapping[Side, int]
    interposing: frozenset[Square]
    exposed_kings: frozenset[Side]


@dataclass(frozen=True, eq=False)
class CombatPosition:
    """What changes from action to action; never changed itself."""

    fighters: Fighters
    to_move: Side
    effects: Effects
    half_moves: int
    full_moves: int

    @cached_property
    def pieces(self) -> Pieces:
        """The letters alone, for what asks who stands where."""
        return {square: fighter.letter for square, fighter in self.fighters.items()}
