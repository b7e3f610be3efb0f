"""`View`: a move, the positions around it, and what all finders of reasons ask about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from tilefish.core.look import Capture, Look
from tilefish.game import Game
from tilefish.insight.reasons.journeys import Journey, journey_of_move, journey_of_pass
from tilefish.insight.reasons.reason import Finding
from tilefish.rulebook.variant import Kind

WORTH_SAYING = 50
"""Gains and losses of fewer centipawns are no reason."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece and where it stands."""

    kind: Kind
    side: int
    square: int
    value: int


class View:
    """A legal move of a game, seen from the side that makes it.

    Four positions: `before` and `after` the move; `idle`, where the mover has passed and the other side is to
    move; `again`, where after the move the other side has passed. So `idle` shows what threatened the mover,
    `again` what the mover now threatens. Belts may have carried a piece elsewhere in each; the journeys lead
    from one to the other.
    """

    def __init__(self, game: Game, uci: str) -> None:
        board = game.board.copy()
        self.variant = game.variant
        self.move = game.core_move(uci)
        self.parts = board.parts(self.move)
        self.us = board.turn
        self.them = 1 - board.turn
        self.choices = len(board.legal_moves())
        self._values = board.tables.value
        self.before = Look.at_board(board)
        board.push(self.move)
        self.after = Look.at_board(board)
        self.ending = board.ending()

    @cached_property
    def idle(self) -> Look:
        """The position before the move had the mover passed."""
        return self.before.passed()

    @cached_property
    def again(self) -> Look:
        """The position after the move if the other side passes."""
        return self.after.passed()

    # --- pieces ------------------------------------------------------------------------------------------

    @cached_property
    def pieces_before(self) -> dict[int, Piece]:
        """Everything on the board before the move."""
        return self._pieces(self.before)

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """Everything on the board after it."""
        return self._pieces(self.after)

    def _pieces(self, look: Look) -> dict[int, Piece]:
        return {
            square: Piece(self.variant.kinds[kind], side, square, self._values(kind)[0])
            for square, (kind, side) in look.pieces().items()
        }

    @cached_property
    def mover(self) -> Piece:
        """The piece that moves, where it stood."""
        return self.pieces_before[self.parts.origin]

    @cached_property
    def taken(self) -> list[Piece]:
        """What the move captures, in that order."""
        squares = self._capture.taken if self._capture else ()
        return [self.pieces_before[square] for square in squares]

    @cached_property
    def gain(self) -> int:
        """Centipawns that the move wins on its squares, after what can be taken back."""
        return self.before.balance(self.move)

    @cached_property
    def _capture(self) -> Capture | None:
        return next((capture for capture in self.chances if capture.move == self.move), None)

    # --- journeys ----------------------------------------------------------------------------------------

    @cached_property
    def journey(self) -> Journey:
        """What the move and the world did to every piece."""
        taken = [piece.square for piece in self.taken]
        return journey_of_move(self.variant, self.pieces_before, self.parts, taken)

    @cached_property
    def idle_journey(self) -> Journey:
        """What the world would have done without the move."""
        return journey_of_pass(self.variant, self.pieces_before)

    @cached_property
    def next_journey(self) -> Journey:
        """What the world does next if the other side passes."""
        return journey_of_pass(self.variant, self.pieces)

    @property
    def square(self) -> int | None:
        """Where the moved piece stands after the move, or None if the world destroyed it."""
        return self.journey[self.parts.origin].square

    @cached_property
    def moved(self) -> dict[int, Piece]:
        """What the move has moved (a castling rook, too) where it stands now."""
        origins = [self.parts.origin] if self.parts.rook is None else [self.parts.origin, self.parts.rook]
        squares = [self.journey[origin].square for origin in origins]
        return {square: self.pieces[square] for square in squares if square is not None}

    @cached_property
    def came_from(self) -> dict[int, int]:
        """Where the pieces on the board now stood before the move."""
        return {fate.square: start for start, fate in self.journey.items() if fate.square is not None}

    @cached_property
    def _named_again(self) -> dict[int, int]:
        """Where the pieces in `again` stand after the move."""
        return {fate.square: start for start, fate in self.next_journey.items() if fate.square is not None}

    # --- captures ----------------------------------------------------------------------------------------

    @cached_property
    def chances(self) -> list[Capture]:
        """The captures that the mover had."""
        return self.before.captures()

    @cached_property
    def answers(self) -> list[Capture]:
        """The captures that the other side has now."""
        return self.after.captures()

    @cached_property
    def threats(self) -> dict[tuple[int, int], Capture]:
        """The captures worth something that the mover would have if the other side passed, by attacker and
        victim where these stand now. There are none once the game is over."""
        if self.ending is not None:
            return {}
        named = self._named_again
        return {
            (named[capture.origin], named[square]): capture
            for capture in self.again.captures()
            if capture.gain >= WORTH_SAYING
            for square in capture.taken
        }

    @cached_property
    def old_threats(self) -> set[int]:
        """Where those stand now whom the mover could have captured for gain instead of this move, or could
        have but for a check."""
        if self.before.in_check(self.us):
            enemies = (square for square, piece in self.pieces_before.items() if piece.side == self.them)
            return self._stand_now(square for square in enemies if self.before.attackers(square, self.us))
        victims = (
            square for capture in self.chances if capture.gain >= WORTH_SAYING for square in capture.taken
        )
        return self._stand_now(victims)

    @cached_property
    def was_in_danger(self) -> set[int]:
        """Own pieces, where they stood before the move, that a pass would have let the other side win."""
        named = {fate.square: start for start, fate in self.idle_journey.items()}
        return {
            named[square]
            for capture in self.idle.captures()
            if capture.gain >= WORTH_SAYING
            for square in capture.taken
        }

    @cached_property
    def in_danger(self) -> dict[int, Capture]:
        """Own pieces that the other side can now win by a legal capture, and the best one."""
        found: dict[int, Capture] = {}
        for capture in sorted(self.answers, key=lambda capture: capture.gain):
            if capture.gain >= WORTH_SAYING:
                found.update(dict.fromkeys(capture.taken, capture))
        return found

    def is_safe(self, square: int) -> bool:
        """Whether the other side cannot win the own piece on a square. An answer that a check forbids only
        puts off what can be taken, and is no safety."""
        if square in self.in_danger or self.next_journey[square].square is None:
            return False
        return not (self.after.in_check(self.them) and self.after.attackers(square, self.them))

    def _stand_now(self, squares: Iterable[int]) -> set[int]:
        ends = (self.journey[square].square for square in squares)
        return {end for end in ends if end is not None}

    @cached_property
    def enemy_king(self) -> int | None:
        """Where the other side's king stands after the move."""
        kings = (p.square for p in self.pieces.values() if p.side == self.them and p.kind.royal)
        return next(kings, None)

    # --- words -------------------------------------------------------------------------------------------

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

    def on(self, squares: Iterable[int]) -> list[Piece]:
        """The pieces on some squares after the move."""
        return [self.pieces[square] for square in squares]


def joined(pieces: Iterable[Piece], word: Callable[[Piece], str]) -> str:
    """A word for each piece, with commas and an `and`."""
    *words, last = [word(piece) for piece in sorted(pieces, key=lambda piece: piece.square)]
    return f"{', '.join(words)} and {last}" if words else last


def with_article(piece: Piece) -> str:
    """`a knight`."""
    name = piece.kind.name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
