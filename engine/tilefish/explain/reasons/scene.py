"""`Scene`: a move, the positions around it, and the queries that finders of reasons use in all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tilefish.core.board.board import MoveParts
from tilefish.core.board.events import Event
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.query.board_query import BoardQuery
from tilefish.explain.reasons.journeys import TAKEN, Journey, journey_of
from tilefish.explain.reasons.reason import Finding
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import Kind, Variant

WORTH_SAYING = 50
"""Gains and losses below this number of centipawns are not reported, unless a pawn is worth less."""

_NAMED_AT_MOST = 3
"""A reason names at most this number of pieces, or one more."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece and where it stands."""

    kind: Kind
    side: int
    square: int
    value: int


Pieces = Mapping[int, Piece]


def placed(variant: Variant, values: Callable[[int], tuple[int, int]], query: BoardQuery) -> dict[int, Piece]:
    """Every piece of a position, with its middlegame value."""
    return {
        square: Piece(variant.kinds[kind], side, square, values(kind)[0])
        for square, (kind, side) in query.pieces().items()
    }


class Taking(Protocol):
    """A capture, or an attack of a combat game, and its expected gain in centipawns."""

    @property
    def origin(self) -> int: ...
    @property
    def stone(self) -> int | None: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def gain(self) -> int: ...


class PieceNames(ABC):
    """Names the pieces and squares of a variant."""

    variant: Variant

    def place(self, square: int) -> str:
        """`c3`."""
        return self.variant.square_name(square)

    def name(self, piece: Piece) -> str:
        """`the knight on c3`."""
        return f"the {piece.kind.name} on {self.place(piece.square)}"

    def about(self, text: str, pieces: Iterable[Piece]) -> Finding | None:
        """A finding about some pieces, whose names stand for the `{}` in its text; None about none."""
        found = list(pieces)
        if not found:
            return None
        return Finding(text.format(joined(found, self.name)), tuple(sorted(piece.square for piece in found)))


class Scene(PieceNames):
    """A legal move of a game, seen from the side that makes it.

    Four positions: `before` and `after` the move; `idle`, where the mover has passed and the other side is to
    move; `again`, where after the move the other side has passed. So `idle` shows what threatened the mover,
    `again` what the mover now threatens. Belts may have carried a piece elsewhere in each; the journeys lead
    from one to the other.
    """

    parts: MoveParts
    tables: RuleTables
    events: Sequence[Event]
    """What happened in the turn."""
    us: int
    them: int
    choices: int
    ending: tuple[int | None, Termination] | None
    before: BoardQuery
    after: BoardQuery

    # --- pieces ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def pieces_before(self) -> Pieces:
        """All pieces before the move."""

    @property
    @abstractmethod
    def pieces(self) -> Pieces:
        """Everything on the board after it."""

    @property
    def mover(self) -> Piece:
        """The piece that moves, where it stood."""
        return self.pieces_before[self.parts.origin]

    @cached_property
    def taken(self) -> list[Piece]:
        """The pieces that the move removes from the board, in order; also the piece that acts, if an ability
        costs it its last hit points."""
        return [self.pieces_before[start] for start, fate in self.journey.items() if fate.cause in TAKEN]

    @property
    @abstractmethod
    def again(self) -> BoardQuery:
        """The position after the move if the other side passes."""

    @cached_property
    def worth_saying(self) -> int:
        """The smallest gain or loss that is reported, so that a pawn is always one."""
        pawns = (self.tables.value(index)[0] for index, kind in enumerate(self.variant.kinds) if kind.pawn)
        return max(1, min([WORTH_SAYING, *pawns]))

    # --- journeys ----------------------------------------------------------------------------------------

    @cached_property
    def journey(self) -> Journey:
        """The effect of the move and the world on every piece."""
        return journey_of(self.pieces_before, self.events)

    @property
    @abstractmethod
    def idle_journey(self) -> Journey:
        """The effect of the world without the move."""

    @cached_property
    def next_journey(self) -> Journey:
        """The effect of the world in the next turn if the other side passes."""
        return journey_of(self.pieces, self.again.events())

    @property
    def square(self) -> int | None:
        """The square of the moved piece after the move, or None if it is gone."""
        return self.journey[self.parts.origin].square

    @cached_property
    def moved(self) -> dict[int, Piece]:
        """The moved pieces (also a castling rook) where they stand now."""
        origins = [self.parts.origin] if self.parts.rook is None else [self.parts.origin, self.parts.rook]
        squares = [self.journey[origin].square for origin in origins]
        return {square: self.pieces[square] for square in squares if square is not None}

    @cached_property
    def came_from(self) -> dict[int, int]:
        """The squares before the move, by the present squares of the pieces."""
        return starts(self.journey)

    # --- captures and attacks ----------------------------------------------------------------------------

    @property
    @abstractmethod
    def chances(self) -> Sequence[Taking]:
        """The captures that the mover had."""

    @property
    @abstractmethod
    def answers(self) -> Sequence[Taking]:
        """The captures that the other side has now."""

    @property
    @abstractmethod
    def fears(self) -> Sequence[Taking]:
        """The captures that the other side would have had if the mover had passed."""

    @property
    @abstractmethod
    def hopes(self) -> Sequence[Taking]:
        """The captures that the mover would have if the other side passed."""

    @abstractmethod
    def endangers(self, taking: Taking) -> bool:
        """Whether a capture puts its victim in danger of being lost."""

    def must_be_met(self, threat: Taking, victim: Piece) -> bool:
        """Whether a threat counts for a fork."""
        return True

    @cached_property
    def threats(self) -> dict[tuple[int, int], Taking]:
        """The mover's `hopes` that gain something, by the present squares of attacker and victim: the best of
        several, those without a stone first. Empty when the game is over."""
        if self.ending is not None:
            return {}
        named = starts(self.next_journey)
        return {
            (named[taking.origin], named[square]): taking
            for taking in sorted(self.hopes, key=lambda hope: (hope.stone is None, hope.gain))
            if taking.gain >= self.worth_saying
            for square in taking.taken
        }

    @cached_property
    def old_threats(self) -> set[int]:
        """The present squares of the pieces that the mover could have taken for gain instead of this move."""
        victims = (
            square for taking in self.chances if taking.gain >= self.worth_saying for square in taking.taken
        )
        return self.stand_now(victims)

    @cached_property
    def was_in_danger(self) -> set[int]:
        """Own pieces, where they stood before the move, that a pass would have left in danger."""
        named = starts(self.idle_journey)
        return {named[square] for taking in self.fears if self.endangers(taking) for square in taking.taken}

    @cached_property
    def in_danger(self) -> set[int]:
        """Own pieces that are in danger now."""
        return {square for taking in self.answers if self.endangers(taking) for square in taking.taken}

    def is_safe(self, square: int) -> bool:
        """Whether the own piece on a square is in no danger."""
        return square not in self.in_danger and self.next_journey[square].square is not None

    @property
    @abstractmethod
    def checkers(self) -> Sequence[int]:
        """The mover's pieces that give check now."""

    @abstractmethod
    def guarded_before(self, square: int) -> bool:
        """Whether the moved piece already guarded the piece that stands on a square now."""

    @abstractmethod
    def takes_back(self, square: int) -> bool:
        """Whether the moved piece can take back on a square."""

    def stand_now(self, squares: Iterable[int]) -> set[int]:
        """The squares of some pieces after the move, without those that are gone."""
        ends = (self.journey[square].square for square in squares)
        return {end for end in ends if end is not None}

    @cached_property
    def enemy_king(self) -> int | None:
        """The square of the other side's king after the move."""
        return royal_of(self.pieces, self.them)

    def on(self, squares: Iterable[int]) -> list[Piece]:
        """The pieces on some squares after the move."""
        return [self.pieces[square] for square in squares]


def starts(journey: Journey) -> dict[int, int]:
    """The start squares of a journey, by its end squares."""
    return {fate.square: start for start, fate in journey.items() if fate.square is not None}


def royal_of(pieces: Pieces, side: int) -> int | None:
    """The square of a side's king."""
    return next((p.square for p in pieces.values() if p.side == side and p.kind.royal), None)


def joined(pieces: Iterable[Piece], word: Callable[[Piece], str]) -> str:
    """A word for each piece, with commas and an `and`; for many, the first few and the number of the rest."""
    words = [word(piece) for piece in sorted(pieces, key=lambda piece: piece.square)]
    if len(words) > _NAMED_AT_MOST + 1:
        words[_NAMED_AT_MOST:] = [f"{len(words) - _NAMED_AT_MOST} more"]
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def with_article(piece: Piece) -> str:
    """`a knight`."""
    name = piece.kind.name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
