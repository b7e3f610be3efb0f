"""One whole turn: the move, then the effects, then what is left of rights and clocks."""

from __future__ import annotations

from .board import Position
from .castling import Right
from .effects import Carriage, run_belts
from .moves import Move
from .terrain import Pieces, Square, Terrain, king_square, other


def play(terrain: Terrain, position: Position, move: Move) -> Position:
    """Return the position after a pseudo-legal move and the world's effects."""
    side = position.to_move
    mover = position.pieces[move.start]
    pieces, vacated = _move_pieces(position.pieces, move)
    captured = len(pieces) < len(position.pieces)
    carriage = run_belts(terrain, pieces)
    passed = _en_passant_square(terrain, move, carriage)
    quiet = mover not in "Pp" and not captured and not carriage.destroyed_from
    return Position(
        pieces=carriage.pieces,
        to_move=other(side),
        rights=_rights_left(position, vacated, carriage),
        en_passant=passed,
        passing_pawn=None if passed is None else move.end,
        half_moves=position.half_moves + 1 if quiet else 0,
        full_moves=position.full_moves + (side == "black"),
    )


def _move_pieces(pieces: Pieces, move: Move) -> tuple[Pieces, set[Square]]:
    """Return the pieces after the move, and every square whose piece left it or was captured."""
    after = dict(pieces)
    if move.castling is not None:
        castling = move.castling
        king, rook = after.pop(castling.king), after.pop(castling.rook)
        after[castling.king_end], after[castling.rook_end] = king, rook
        return after, {castling.king, castling.rook}
    mover = after.pop(move.start)
    visited = (move.stone, move.end, move.taken_in_passing)
    captured = {square for square in visited if square is not None and square in after}
    for square in captured:
        del after[square]
    promoted = move.promotion.upper() if mover.isupper() else move.promotion
    after[move.end] = promoted or mover
    return after, {move.start} | captured


def _rights_left(position: Position, vacated: set[Square], carriage: Carriage) -> frozenset[Right]:
    """Section 2: a right ends "when its rook moves, is carried, captured or destroyed".

    "Both of a side's end when its king moves or is carried", or is destroyed.
    """
    disturbed = vacated | carriage.carried_from | carriage.destroyed_from
    return frozenset(
        right
        for right in position.rights
        if right.rook not in disturbed and king_square(position.pieces, right.side) not in disturbed
    )


def _en_passant_square(terrain: Terrain, move: Move, carriage: Carriage) -> Square | None:
    """Section 2, en passant: the pawn must stand where it stepped, the square behind be empty."""
    if move.passed is None or not terrain.world.en_passant:
        return None
    if move.promotion:  # on a board so small the pawn is a pawn no more
        return None
    gone = move.end in carriage.carried_from or move.end in carriage.destroyed_from
    return None if gone or move.passed in carriage.pieces else move.passed
