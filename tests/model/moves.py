"""Pseudo-legal moves: everything a side's pieces could do, whatever happens to its own king.

RULES.md sections 2 (pieces), 3 (check), 4 (stepping stones).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from .betza import Atlas, Path
from .board import Position, pieces_of
from .castling import Castling, castling_of
from .terrain import (
    Pieces,
    Square,
    Terrain,
    king_square,
    letter_for,
    other,
    side_of,
    square_name,
)
from .worlds import Side


@dataclass(frozen=True)
class Move:
    """One turn of one side. A stone sequence has a stone and a glide square between start and end.

    `passed` is the square that a pawn's double step passed over; `taken_in_passing` the square
    of the pawn that an en passant capture removes.
    """

    start: Square
    end: Square
    promotion: str = ""
    stone: Square | None = None
    glide: Square | None = None
    passed: Square | None = None
    taken_in_passing: Square | None = None
    castling: Castling | None = None

    def identity(self) -> tuple[Square, Square | None, Square, str, Castling | None]:
        """Section 4: "the same start, the same stone, the same end square, the same promotion"."""
        return self.start, self.stone, self.end, self.promotion, self.castling


def move_text(move: Move, chess960: bool) -> str:
    """Write a move as sections 4 and 6 have it."""
    if move.castling is not None:
        return _castling_text(move.castling, chess960)
    if move.stone is None or move.glide is None:
        return square_name(move.start) + square_name(move.end) + move.promotion
    stops = [square_name(stop) for stop in (move.start, move.stone, move.glide, move.end)]
    legs = [start + end for start, end in pairwise(stops)]
    return ",".join(legs) + move.promotion


def _castling_text(castling: Castling, chess960: bool) -> str:
    """`e1g1`, or king takes rook; from other squares than chess's always king takes rook."""
    classical = castling.king[0] == 4 and castling.rook[0] in (0, 7)
    end = castling.king_end if classical and not chess960 else castling.rook
    return square_name(castling.king) + square_name(end)


def pseudo_moves(atlas: Atlas, position: Position) -> Iterator[Move]:
    """Yield all moves of the side to move, a stone sequence once for every glide that works."""
    yield from _ordinary_moves(atlas, position)
    yield from en_passant_moves(atlas, position)
    yield from _castling_moves(atlas, position)


def _ordinary_moves(atlas: Atlas, position: Position) -> Iterator[Move]:
    for start, piece in pieces_of(position.pieces, position.to_move):
        for path in atlas.paths(piece, start):
            if not is_open(path, position.pieces) or not can_end(path, position.pieces, piece):
                continue
            if atlas.terrain.is_stone(path.end):
                yield from stone_sequences(atlas, position.pieces, start, path.end)
            else:
                passed = path.over[-1] if path.first_only else None
                for promotion in promotions(atlas.terrain, piece, path.end):
                    yield Move(start, path.end, promotion, passed=passed)


def is_open(path: Path, pieces: Pieces) -> bool:
    return all(square not in pieces for square in path.over)


def can_end(path: Path, pieces: Pieces, piece: str) -> bool:
    """Say whether a piece may end the path where it ends: empty, or an enemy to capture."""
    standing = pieces.get(path.end)
    if standing is None:
        return path.moves
    return path.captures and side_of(standing) != side_of(piece)


def promotions(terrain: Terrain, piece: str, end: Square) -> Iterable[str]:
    """Return what a piece may become where it ends a move; "" is staying what it is."""
    on_last_rank = end[1] + 1 == terrain.world.promotion_rank[side_of(piece)]
    return terrain.world.promotes_to if piece in "Pp" and on_last_rank else ("",)


def stone_sequences(atlas: Atlas, pieces: Pieces, start: Square, stone: Square) -> Iterator[Move]:
    """Section 4: the piece has landed on the stone; now glide, then leap.

    The glides come by ascending index, so the first sequence of an identity is the one to write.
    """
    piece = pieces[start]
    rest = without(pieces, start, stone)
    for glide in glides(atlas.terrain, rest, stone):
        for path in atlas.paths(piece, glide):
            # "as a piece that has moved (no castling, no double step, no en passant)"
            if path.first_only or not is_open(path, rest) or not can_end(path, rest, piece):
                continue
            for promotion in promotions(atlas.terrain, piece, path.end):
                yield Move(start, path.end, promotion, stone, glide)


def without(pieces: Pieces, start: Square, stone: Square) -> Pieces:
    """Return the board without the piece that has landed, and what it captured on the stone."""
    return {square: who for square, who in pieces.items() if square not in (start, stone)}


def glides(terrain: Terrain, rest: Pieces, stone: Square) -> list[Square]:
    """Return where piece and stone may glide: "onto a safe and empty tile"."""
    return [square for square in terrain.neighbours(stone) if square not in rest]


def en_passant_moves(atlas: Atlas, position: Position) -> Iterator[Move]:
    """Yield the captures on the passed-over square "by an enemy pawn, on the very next move"."""
    target = position.en_passant
    if target is None:
        return
    pawn = letter_for(position.to_move, "p")
    for start, piece in pieces_of(position.pieces, position.to_move):
        if piece != pawn:
            continue
        paths = atlas.paths_to(piece, start, target)
        if any(path.moves and is_open(path, position.pieces) for path in paths):
            continue  # "one that can go there without capturing does that"
        for path in paths:
            if path.captures:
                for promotion in promotions(atlas.terrain, piece, target):
                    yield Move(start, target, promotion, taken_in_passing=position.passing_pawn)


def _castling_moves(atlas: Atlas, position: Position) -> Iterator[Move]:
    for right in position.rights:
        if right.side == position.to_move:
            castling = castling_of(position.pieces, right)
            if _can_castle(atlas, position, castling):
                yield Move(castling.king, castling.king_end, castling=castling)


def _can_castle(atlas: Atlas, position: Position, castling: Castling) -> bool:
    """Section 2: "not castle out of check or across a square where it would be in check"."""
    involved = {castling.king, castling.rook}
    for square in castling.squares():
        if not atlas.terrain.is_safe(square):
            return False
        if square in position.pieces and square not in involved:
            return False
    king = position.pieces[castling.king]
    others = {square: who for square, who in position.pieces.items() if square != castling.king}
    return not any(
        is_in_check(atlas, {**others, square: king}, side_of(king))
        for square in (castling.king, *castling.king_crosses())
    )


def is_in_check(atlas: Atlas, pieces: Pieces, side: Side) -> bool:
    """Section 3: could the other side capture the king "with any move, stone sequences included"?

    "Belts never give check", and "the capture that gives check need not be legal itself".
    """
    king = king_square(pieces, side)
    if king is None:
        return False
    return any(
        _captures_at_once(atlas, pieces, start, king) or _captures_by_leap(atlas, pieces, start, king)
        for start, _ in pieces_of(pieces, other(side))
    )


def _captures_at_once(atlas: Atlas, pieces: Pieces, start: Square, king: Square) -> bool:
    """Say whether the piece on `start` could capture the king by an ordinary move, or by landing.

    "A landing on a king's stone that no glide and leap could follow gives no check."
    """
    reaches = any(
        path.captures and is_open(path, pieces) for path in atlas.paths_to(pieces[start], start, king)
    )
    if not reaches or not atlas.terrain.is_stone(king):
        return reaches
    return any(True for _ in stone_sequences(atlas, pieces, start, king))


def _captures_by_leap(atlas: Atlas, pieces: Pieces, start: Square, king: Square) -> bool:
    """Say whether the piece on `start` could land on a stone, glide, and leap onto the king."""
    piece = pieces[start]
    for stone, paths in atlas.landings(piece, start):
        if stone != king and any(is_open(path, pieces) and can_end(path, pieces, piece) for path in paths):
            rest = without(pieces, start, stone)
            for glide in glides(atlas.terrain, rest, stone):
                leaps = atlas.paths_to(piece, glide, king)
                if any(path.captures and is_open(path, rest) for path in leaps):
                    return True
    return False
