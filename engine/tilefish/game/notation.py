"""Moves between text and the core: the text of each legal move of a chess-like position, and the legal move
that a text means. `combat_notation.py` is the same for combat games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from tilefish.core.board.board import Board, MoveParts
from tilefish.core.board.move_reader import MoveReader
from tilefish.core.board.rule_tables import RuleTables
from tilefish.game.move import Move
from tilefish.game.san import San
from tilefish.rules.errors import IllegalMoveError, nearest_first
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES, Variant
from tilefish.rules.text.moves import MoveText, format_move, is_move, parse_move

_NAMED_AT_MOST = 12
"""The most legal moves that the message about an illegal one names."""


class Pieces(Protocol):
    """The facts about a position for the message about an illegal move."""

    @property
    def turn(self) -> int: ...
    def setup(self) -> Setup: ...


class MoveNotation(Protocol):
    """The moves of one variant as text, and back. The board is of the variant's kind: ordinary or combat."""

    examples: tuple[str, ...]
    """Moves of any game, the plainest first."""
    takes_glyphs: bool
    """Whether `!` and `?` behind a move are marks for it, and not a part of it."""

    def legal(self, board: Any) -> list[Move]: ...
    def find(self, board: Any, text: str) -> Move: ...
    def read(self, board: Any, text: str) -> Move: ...
    def play(self, board: Any, text: str) -> Move | None: ...
    def named(self, board: Any, number: int, legal: Iterable[int]) -> Move: ...
    def san(self, board: Any, move: Move) -> str: ...
    def sans(self, board: Any) -> dict[Move, str]: ...


class Notation:
    """The moves of an ordinary variant as text, and back."""

    examples: tuple[str, ...] = ("e4", "e2e4", "Nf3", "O-O", "e7e8q")
    takes_glyphs = True

    def __init__(self, tables: RuleTables, chess960: bool) -> None:
        self.variant = tables.variant
        self.chess960 = chess960
        self._reader = MoveReader(tables)

    def legal(self, board: Board) -> list[Move]:
        """The legal moves."""
        moves = [(move, board.parts(move)) for move in board.legal_moves()]
        king_steps = self._king_steps(board, (parts for _, parts in moves))
        origin = board.snapshot()
        return [Move(self._text(parts, king_steps), move, 0, origin, self) for move, parts in moves]

    def named(self, board: Board, number: int, legal: Iterable[int]) -> Move:
        """One of the legal moves by the core's number. The others matter only for castling."""
        parts = board.parts(number)
        others = () if parts.rook is None else legal
        king_steps = self._king_steps(board, (board.parts(other) for other in others))
        return Move(self._text(parts, king_steps), number, 0, board.snapshot(), self)

    def find(self, board: Board, text: str) -> Move:
        """The legal move that a text in UCI notation means. Raises `IllegalMoveError`."""
        found = self._reader.find_uci(board, text)
        if found:
            return Move(text, found, 0, board.snapshot(), self)
        legal = self.legal(board)
        wanted = text.strip().lower()
        for move in legal:
            if move == wanted:
                return move
        meant = parse_move(self.variant, wanted)
        for move in legal:
            if self._means(board, meant, move.number):
                return move
        raise illegal_move(self.variant, board, meant.origin, wanted, legal)

    def read(self, board: Board, text: str) -> Move:
        """The legal move that a text means, in either notation. Raises `IllegalMoveError`."""
        legal = self.legal(board)
        wanted = text.strip()
        for move in legal:
            if move == wanted:
                return move
        try:
            found = San(self.variant, board, legal).find(wanted)
        except IllegalMoveError:
            if not is_move(self.variant, wanted.lower()):
                raise
            found = None
        return found or self.find(board, text)

    def play(self, board: Board, text: str) -> Move | None:
        """Plays the legal move that a text in either notation means; None, and nothing is played, if it is
        not written in one of the usual ways, which the core reads by itself."""
        origin = board.snapshot()
        played = self._reader.play(board, text, self.chess960)
        return None if played is None else Move(played[1], played[0], 0, origin, self)

    def san(self, board: Board, move: Move) -> str:
        """A legal move as people write it, with its mark of check or win."""
        return San.text(self.variant, board, move.number) + self._mark(board, move.number)

    def sans(self, board: Board) -> dict[Move, str]:
        """All legal moves as people write them, without marks."""
        return San(self.variant, board, self.legal(board)).texts()

    @staticmethod
    def _mark(board: Board, number: int) -> str:
        """`+` for a check, `#` for a move that wins the king."""
        board.push(number)
        try:
            ending = board.ending()
            if ending is not None and ending[1] in (Termination.CHECKMATE, Termination.KING_DESTROYED):
                return "#"
            return "+" if board.in_check(board.turn) else ""
        finally:
            board.pop()

    def _king_steps(self, board: Board, moves: Iterable[MoveParts]) -> set[int]:
        """The squares where the king may step: castling there must be written as king takes rook."""
        return {
            parts.target
            for parts in moves
            if parts.rook is None and parts.stone is None and self._is_king(board, parts.origin)
        }

    def _is_king(self, board: Board, square: int) -> bool:
        kind = board.kind_on(square)
        return kind is not None and self.variant.kinds[kind].royal

    def _text(self, parts: MoveParts, king_steps: Iterable[int]) -> str:
        promotion = "" if parts.promotion is None else self.variant.kinds[parts.promotion].letter
        if parts.stone is not None and parts.glide is not None:
            squares = [parts.origin, parts.stone, parts.glide, parts.target]
        elif parts.rook is not None and (self.chess960 or parts.target in king_steps):
            squares = [parts.origin, parts.rook]
        else:
            squares = [parts.origin, parts.target]
        return format_move(self.variant, squares, promotion)

    def _means(self, board: Board, meant: MoveText, number: int) -> bool:
        """Whether a text other than the canonical one is another way to write the move: another glide that
        works, or the other notation of castling."""
        parts = board.parts(number)
        if parts.rook is not None:
            ends = {(parts.origin, parts.rook), (parts.origin, parts.target)}
            return len(meant.legs) == 1 and meant.promotion is None and meant.legs[0] in ends
        if parts.stone is None or len(meant.legs) != 3:
            return False
        letter = None if parts.promotion is None else self.variant.kinds[parts.promotion].letter
        (_, landing), (lifted, glide), (leaping, _) = meant.legs
        return (
            (meant.origin, meant.target, meant.promotion) == (parts.origin, parts.target, letter)
            and landing == lifted == parts.stone
            and glide == leaping
            and glide in board.glides(number)
        )


def illegal_move(
    variant: Variant, board: Pieces, origin: int, text: str, legal: Sequence[str]
) -> IllegalMoveError:
    """The error in a move that can be read, and what is expected."""
    said = f"{text} is not legal"
    if not legal:
        return IllegalMoveError(f"{said}: the game is over, {SIDE_NAMES[board.turn]} has no move", text)
    start = variant.square_name(origin)
    same = [move for move in legal if move.startswith(start)]
    near = nearest_first(text, same or legal)
    hint = f"; legal moves are {_named(near)}"
    piece = board.setup().pieces.get(origin)
    if piece is None:
        return IllegalMoveError(f"{said}: {start} is empty", text, near, hint)
    kind, side = piece
    name = f"the {variant.kinds[kind].name} on {start}"
    if side != board.turn:
        owner, mover = SIDE_NAMES[side].capitalize(), SIDE_NAMES[board.turn].capitalize()
        return IllegalMoveError(f"{said}: {name} is {owner}'s, it is {mover}'s turn", text, near, hint)
    if same:
        return IllegalMoveError(said, text, near, f"; {name} has {_named(near)}")
    return IllegalMoveError(f"{said}: {name} has no legal move", text, near, hint)


def _named(moves: Sequence[str]) -> str:
    """The first of the moves."""
    return ", ".join(moves[:_NAMED_AT_MOST]) + (", …" if len(moves) > _NAMED_AT_MOST else "")
