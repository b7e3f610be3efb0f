"""`View`: a move of a game in which pieces capture by moving."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from tilefish.core.board.board import Board
from tilefish.core.query.position_query import Capture, PositionQuery
from tilefish.explain.reasons.journeys import Journey, journey_of
from tilefish.explain.reasons.scene import Piece, Scene, Taking, placed
from tilefish.game.game import Game


class View(Scene):
    """A legal move of a game without combat, with the parts that only such games have: checks, exchanges."""

    before: PositionQuery
    after: PositionQuery

    def __init__(self, game: Game, uci: str) -> None:
        board = game.board.copy()
        assert isinstance(board, Board)
        self.variant = game.variant
        self.move = game.find_move(uci).number
        self.parts = board.parts(self.move)
        self.us = board.turn
        self.them = 1 - board.turn
        self.choices = len(board.legal_moves())
        self.tables = board.tables
        self.before = board.query()
        self.events = board.push(self.move)
        self.after = board.query()
        self.ending = board.ending()

    @cached_property
    def idle(self) -> PositionQuery:
        """The position if the mover had passed."""
        return self.before.passed()

    @cached_property
    def again(self) -> PositionQuery:
        """The position after the move if the other side passes."""
        return self.after.passed()

    @cached_property
    def idle_journey(self) -> Journey:
        """The effect of the world without the move."""
        return journey_of(self.pieces_before, self.idle.events())

    # --- pieces ------------------------------------------------------------------------------------------

    @cached_property
    def pieces_before(self) -> dict[int, Piece]:
        """All pieces before the move."""
        return placed(self.variant, self.tables.value, self.before)

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """Everything on the board after it."""
        return placed(self.variant, self.tables.value, self.after)

    @cached_property
    def gain(self) -> int:
        """Centipawns that the move wins on its squares, after recaptures."""
        return self.before.balance(self.move)

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
    def fears(self) -> list[Capture]:
        """The captures that the other side would have had if the mover had passed."""
        return self.idle.captures()

    @cached_property
    def hopes(self) -> list[Capture]:
        """The captures that the mover would have if the other side passed."""
        return self.again.captures()

    def endangers(self, taking: Taking) -> bool:
        """Whether a capture wins something."""
        return taking.gain >= self.worth_saying

    @cached_property
    def old_threats(self) -> set[int]:
        """The present squares of the pieces that the mover could have captured for gain instead of this move,
        or could have but for a check."""
        if self.before.in_check(self.us):
            enemies = (square for square, piece in self.pieces_before.items() if piece.side == self.them)
            return self.stand_now(square for square in enemies if self.before.attackers(square, self.us))
        return super().old_threats

    def is_safe(self, square: int) -> bool:
        """Whether the other side cannot win the own piece on a square. An answer that a check forbids is only
        delayed, so the piece is not safe."""
        if not super().is_safe(square):
            return False
        return not (self.after.in_check(self.them) and self.after.attackers(square, self.them))

    @property
    def checkers(self) -> Sequence[int]:
        """The mover's pieces that give check now."""
        if self.enemy_king is None or not self.after.in_check(self.them):
            return []
        return self.after.attackers(self.enemy_king, self.us)

    def guarded_before(self, square: int) -> bool:
        """Whether the moved piece guarded the piece that stands on a square now already."""
        return self.parts.origin in self.before.attackers(self.came_from[square], self.us)

    def takes_back(self, square: int) -> bool:
        """Whether the moved piece has an answer to some capture on the square. The captures are tried out:
        pins and checks count."""
        return any(
            back.origin in self.moved and answer.target in back.taken
            for answer in self.answers
            if answer.target == square
            for back in self.after.played(answer.move).captures()
        )
