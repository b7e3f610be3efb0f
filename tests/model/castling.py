"""Castling rights (RULES.md sections 2 and 6) and where castling leads."""

from __future__ import annotations

from dataclasses import dataclass

from .terrain import Pieces, Square, Terrain, king_square, letter_for
from .worlds import Side


@dataclass(frozen=True)
class Right:
    """A side may still castle with the rook on this square."""

    side: Side
    rook: Square


@dataclass(frozen=True)
class Castling:
    """A right as a move: who goes where."""

    king: Square
    rook: Square
    king_end: Square
    rook_end: Square

    def squares(self) -> set[Square]:
        """Return "every square that king and rook cross or land on" (section 1)."""
        return set(_run(self.king, self.king_end)) | set(_run(self.rook, self.rook_end))

    def king_crosses(self) -> list[Square]:
        """Return the squares between the king's start and its end."""
        return _run(self.king, self.king_end)[1:-1]


def _run(start: Square, end: Square) -> list[Square]:
    """Return the squares from start to end along a rank, both included."""
    step = 1 if end[0] >= start[0] else -1
    return [(file, start[1]) for file in range(start[0], end[0] + step, step)]


def castling_of(pieces: Pieces, right: Right) -> Castling:
    """The king goes to the c or g file, the rook to d or f."""
    king = king_square(pieces, right.side)
    if king is None:
        raise ValueError("a king that is gone has no castling right")
    king_side = right.rook[0] > king[0]
    rank = king[1]
    return Castling(king, right.rook, (6 if king_side else 2, rank), (5 if king_side else 3, rank))


def read_rights(terrain: Terrain, pieces: Pieces, text: str) -> frozenset[Right]:
    """Section 6: "Castling fields are read as KQkq (outermost rook), X-FEN or Shredder"."""
    rights: set[Right] = set()
    if text == "-":
        return frozenset()
    if not terrain.world.castling:
        raise ValueError("there is no castling in this world")
    for letter in text:
        right = _read_right(terrain, pieces, letter)
        if right in rights:
            raise ValueError(f"the castling right {letter!r} is given twice")
        rights.add(right)
    for side in ("white", "black"):
        own = [right for right in rights if right.side == side]
        if len({_is_king_side(pieces, right) for right in own}) != len(own):
            raise ValueError(f"two castling rights of {side} on one wing")
    return frozenset(rights)


def _read_right(terrain: Terrain, pieces: Pieces, letter: str) -> Right:
    side: Side = "white" if letter.isupper() else "black"
    king = king_square(pieces, side)
    rank = terrain.back_rank(side)
    if king is None or king[1] != rank:
        raise ValueError(f"castling right {letter!r} without a king on its back rank")
    if letter.lower() in "kq":
        rook = outermost_rook(pieces, side, king, king_side=letter.lower() == "k")
    elif letter.lower() in "abcdefgh":
        rook = ("abcdefgh".index(letter.lower()), rank)
    else:
        raise ValueError(f"{letter!r} is not a castling right")
    if rook is None or pieces.get(rook) != letter_for(side, "r"):
        raise ValueError(f"castling right {letter!r} without its rook")
    return Right(side, rook)


def outermost_rook(pieces: Pieces, side: Side, king: Square, *, king_side: bool) -> Square | None:
    rooks = [
        square
        for square, piece in pieces.items()
        if piece == letter_for(side, "r") and square[1] == king[1] and (square[0] > king[0]) == king_side
    ]
    if not rooks:
        return None
    return max(rooks) if king_side else min(rooks)


def _is_king_side(pieces: Pieces, right: Right) -> bool:
    king = king_square(pieces, right.side)
    return king is not None and right.rook[0] > king[0]


def write_rights(pieces: Pieces, rights: frozenset[Right]) -> str:
    """Section 6: "written as KQkq where the rook is the outermost, else with its file's letter"."""
    letters = ""
    for side in ("white", "black"):
        own = [right for right in rights if right.side == side]
        for right in sorted(own, key=lambda right: -right.rook[0]):
            letters += letter_for(side, _right_letter(pieces, right))
    return letters or "-"


def _right_letter(pieces: Pieces, right: Right) -> str:
    king = king_square(pieces, right.side)
    assert king is not None, "a king that is gone has no castling right"
    king_side = _is_king_side(pieces, right)
    if outermost_rook(pieces, right.side, king, king_side=king_side) == right.rook:
        return "k" if king_side else "q"
    return "abcdefgh"[right.rook[0]]
