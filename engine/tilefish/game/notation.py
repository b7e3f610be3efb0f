"""Moves between text and the core: the text of each legal move of a chess-like position, and the legal move
that a text means. `combat_notation.py` is the same for combat games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tilefish.core.board.board import Board, MoveParts
from tilefish.core.board.move_reader import MoveReader
from tilefish.game.san import San
from tilefish.rules.errors import IllegalMoveError, nearest_first
from tilefish.rules.model.termination import Termination
from tilefish.rules.model.variant import SIDE_NAMES, Variant
from tilefish.rules.text.fen import Setup
from tilefish.rules.text.moves import MoveText, format_move, is_move, parse_move

_NAMED_AT_MOST = 12
"""The most legal moves that the message about an illegal one names."""


class Pieces(Protocol):
    """The facts about a position for the message about an illegal move."""

    @property
    def turn(self) -> int: ...
    def setup(self) -> Setup: ...


class Notation:
    """The legal moves of a board as text."""

    def __init__(
        self, variant: Variant, board: Board, chess960: bool, reader: MoveReader | None = None
    ) -> None:
        self.variant = variant
        self.board = board
        self.chess960 = chess960
        self._reader = reader or MoveReader(board.tables)

    def copy(self) -> Notation:
        """The same with a board of its own."""
        return Notation(self.variant, self.board.copy(), self.chess960, self._reader)

    def push(self, text: str) -> str:
        """Plays the move that a text means, and returns its canonical text."""
        move, own = self.find(text)
        self.board.push(move)
        return own

    def play(self, text: str) -> str:
        """Plays the move that a text means, in either notation, and returns its canonical text."""
        return self._reader.play(self.board, text, self.chess960) or self.push(self.read(text))

    def follow(self, move: int, legal: Iterable[int]) -> str:
        """Plays one of the legal moves, which the core found in a line, and returns its text."""
        text = self.text_among(move, legal)
        self.board.push(move)
        return text

    def perft_of(self, move: int, depth: int) -> int:
        """The leaves below one move, `depth` plies with it."""
        self.board.push(move)
        try:
            return self.board.perft(depth - 1)
        finally:
            self.board.pop()

    def legal(self) -> list[tuple[str, int]]:
        """The legal moves and their texts."""
        moves = [(move, self.board.parts(move)) for move in self.board.legal_moves()]
        king_steps = self._king_steps(parts for _, parts in moves)
        return [(self._text(parts, king_steps), move) for move, parts in moves]

    def text_among(self, move: int, legal: Iterable[int]) -> str:
        """The text of one of the legal moves. The others matter only for castling."""
        parts = self.board.parts(move)
        others = () if parts.rook is None else legal
        return self._text(parts, self._king_steps(self.board.parts(other) for other in others))

    def find(self, text: str) -> tuple[int, str]:
        """The legal move that a text means, and its canonical text."""
        found = self._reader.find_uci(self.board, text)
        if found:
            return found, text
        legal = self.legal()
        wanted = text.strip().lower()
        for own, move in legal:
            if own == wanted:
                return move, own
        meant = parse_move(self.variant, wanted)
        for own, move in legal:
            if self._means(meant, move):
                return move, own
        legal_texts = [own for own, _ in legal]
        raise illegal_move(self.variant, self.board, meant.origin, wanted, legal_texts)

    def san(self, text: str) -> str:
        """The legal move that a text means, in the notation for people, with its mark of check or win."""
        move, own = self.find(text)
        return self.sans()[own] + self._mark(move)

    def sans(self) -> dict[str, str]:
        """All legal moves in the notation for people, without marks, by their canonical texts."""
        return San(self.variant, self.board, self.legal()).texts()

    def read(self, text: str) -> str:
        """The legal move that a text means, in either notation."""
        legal = self.legal()
        wanted = text.strip()
        if any(own == wanted for own, _ in legal):
            return wanted
        try:
            found = San(self.variant, self.board, legal).find(wanted)
        except IllegalMoveError:
            if not is_move(self.variant, wanted.lower()):
                raise
            found = None
        return found or self.find(text)[1]

    def _mark(self, move: int) -> str:
        """`+` for a check, `#` for a move that wins the king."""
        self.board.push(move)
        try:
            ending = self.board.ending()
            if ending is not None and ending[1] in (Termination.CHECKMATE, Termination.KING_DESTROYED):
                return "#"
            return "+" if self.board.in_check(self.board.turn) else ""
        finally:
            self.board.pop()

    def _king_steps(self, moves: Iterable[MoveParts]) -> set[int]:
        """The squares where the king may step: castling there must be written as king takes rook."""
        return {
            parts.target
            for parts in moves
            if parts.rook is None and parts.stone is None and self._is_king(parts.origin)
        }

    def _is_king(self, square: int) -> bool:
        kind = self.board.kind_on(square)
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

    def _means(self, meant: MoveText, move: int) -> bool:
        """Whether a text other than the canonical one is another way to write the move: another glide that
        works, or the other notation of castling."""
        parts = self.board.parts(move)
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
            and glide in self.board.glides(move)
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
