"""Moves of chess-like games as people write them: `Nf3`, `exd6`, `O-O`, `e8=Q+`. A stone sequence has no such
form and stays as UCI has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilefish.core.board import Board, MoveParts
from tilefish.rulebook.variant import Kind, Variant

_SUFFIXES = re.compile(r"(e\.p\.|[+#!?])+$")
_CASTLING = re.compile("[O0o]-[O0o](-[O0o])?")
_SAN = re.compile(
    # piece, the file and rank where it stands, goal, promotion
    r"(?P<piece>[A-Z])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<goal>[a-h][1-8])"
    r"(\(?[=/]?(?P<promotion>[A-Za-z])\)?)?"
)


def san_text(variant: Variant, board: Board, move: int) -> str | None:
    """A legal move in standard algebraic notation, or None for a stone sequence."""
    parts = board.parts(move)
    if parts.stone is not None:
        return None
    return _bare(variant, board, parts) + _check(board, move)


def find_san(variant: Variant, board: Board, text: str) -> list[int]:
    """The legal moves that a text may mean: one, if the text is right."""
    bare = _SUFFIXES.sub("", text.strip())
    if _CASTLING.fullmatch(bare):
        return [move for move, parts in _moves(board) if _castles(variant, parts) == len(bare)]
    found = _SAN.fullmatch(bare)
    if found is None:
        return []
    meant = _Meant(**found.groupdict())
    return [move for move, parts in _moves(board) if meant.fits(variant, board, parts)]


def is_san(text: str) -> bool:
    """Whether a text is a move in this notation and cannot be one in UCI's."""
    bare = _SUFFIXES.sub("", text.strip())
    found = _SAN.fullmatch(bare)
    if found is None:
        return _CASTLING.fullmatch(bare) is not None
    return found["file"] is None or found["rank"] is None or found["piece"] is not None


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a move's text says, besides castling."""

    piece: str | None
    file: str | None
    rank: str | None
    goal: str
    promotion: str | None

    def fits(self, variant: Variant, board: Board, parts: MoveParts) -> bool:
        """Whether a legal move is what is meant."""
        if variant.square_name(parts.target) != self.goal or parts.rook is not None:
            return False
        origin = variant.square_name(parts.origin)
        promoted = None if parts.promotion is None else variant.kinds[parts.promotion].letter
        return (
            self._names(_kind_on(variant, board, parts.origin), parts, variant.files)
            and self.file in (None, origin[0])
            and self.rank in (None, origin[1])
            and (self.promotion is None or self.promotion.lower() == promoted)
        )

    def _names(self, kind: Kind, parts: MoveParts, width: int) -> bool:
        """Whether the text may be about that piece. From square to square, it need not be named; a pawn
        without its file stays on it."""
        if self.piece is not None:
            return kind.letter.upper() == self.piece
        if self.file is not None and self.rank is not None:
            return True
        return kind.pawn and (self.file is not None or parts.target % width == parts.origin % width)


def _moves(board: Board) -> Iterator[tuple[int, MoveParts]]:
    """The legal moves but for stone sequences, taken apart."""
    for move in board.legal_moves():
        parts = board.parts(move)
        if parts.stone is None:
            yield move, parts


def _bare(variant: Variant, board: Board, parts: MoveParts) -> str:
    """The move without what it does to the king."""
    if parts.rook is not None:
        return "O-O" if _castles(variant, parts) == len("O-O") else "O-O-O"
    goal = variant.square_name(parts.target)
    kind = _kind_on(variant, board, parts.origin)
    captures = "x" if parts.en_passant or board.kind_on(parts.target) is not None else ""
    promotion = "" if parts.promotion is None else f"={variant.kinds[parts.promotion].letter.upper()}"
    start = _letter(kind) + _distinction(variant, board, parts, bool(captures))
    return f"{start}{captures}{goal}{promotion}"


def _castles(variant: Variant, parts: MoveParts) -> int:
    """The length of the castling's text; 0 for any other move."""
    if parts.rook is None:
        return 0
    return len("O-O") if parts.rook % variant.files > parts.origin % variant.files else len("O-O-O")


def _check(board: Board, move: int) -> str:
    """`+` for a check, `#` for the end of a king."""
    board.push(move)
    try:
        ending = board.ending()
        if ending is not None and ending[1] in ("checkmate", "king destroyed"):
            return "#"
        return "+" if board.in_check(board.turn) else ""
    finally:
        board.pop()


def _letter(kind: Kind) -> str:
    return "" if kind.pawn else kind.letter.upper()


def _kind_on(variant: Variant, board: Board, square: int) -> Kind:
    kind = board.kind_on(square)
    if kind is None:
        raise ValueError(f"no piece stands on {variant.square_name(square)}")
    return variant.kinds[kind]


def _distinction(variant: Variant, board: Board, parts: MoveParts, captures: bool) -> str:
    """The file, the rank or the square that tells a piece from others like it. A pawn that leaves its file or
    captures always has its file."""
    origin, width = parts.origin, variant.files
    name = variant.square_name(origin)
    rivals = _rivals(board, parts)
    on_file = any(square % width == origin % width for square in rivals)
    if _kind_on(variant, board, origin).pawn:
        file = name[0] if captures or parts.target % width != origin % width else ""
        return name if on_file else file
    if not rivals:
        return ""
    if not on_file:
        return name[0]
    on_rank = any(square // width == origin // width for square in rivals)
    return name if on_rank else name[1]


def _rivals(board: Board, parts: MoveParts) -> list[int]:
    """Where other pieces of the same kind stand that can go to the same square."""
    kind = board.kind_on(parts.origin)
    return [
        other.origin
        for _, other in _moves(board)
        if other.target == parts.target
        and other.origin != parts.origin
        and other.rook is None
        and board.kind_on(other.origin) == kind
    ]
