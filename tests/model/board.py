"""A position, and its FEN (RULES.md section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from .castling import Right, read_rights, write_rights
from .terrain import (
    Pieces,
    Square,
    Terrain,
    king_square,
    other,
    shifted,
    side_of,
    square_name,
    square_named,
)
from .worlds import Side, World


@dataclass(frozen=True, eq=False)
class Position:
    """What changes from move to move; never changed itself."""

    pieces: Pieces
    to_move: Side
    rights: frozenset[Right]
    en_passant: Square | None
    passing_pawn: Square | None
    half_moves: int
    full_moves: int


def read_fen(world: World, text: str) -> tuple[Terrain, Position]:
    """Read a FEN: its `*` make voids, the rest is the position. Nonsense is a ValueError."""
    fields = text.split()
    if not 4 <= len(fields) <= 6 or fields[1] not in ("w", "b"):
        raise ValueError(f"{text!r} is not a FEN")
    pieces, voids = read_placement(world, fields[0])
    terrain = Terrain(world, frozenset(voids))
    to_move: Side = "white" if fields[1] == "w" else "black"
    numbers = [int(number) for number in fields[4:]]
    passed, pawn = _read_en_passant(to_move, fields[3])
    position = Position(
        pieces=pieces,
        to_move=to_move,
        rights=read_rights(terrain, pieces, fields[2]),
        en_passant=passed,
        passing_pawn=pawn,
        half_moves=numbers[0] if numbers else 0,
        full_moves=numbers[1] if len(numbers) > 1 else 1,
    )
    _check(terrain, position)
    return terrain, position


def _read_en_passant(to_move: Side, text: str) -> tuple[Square | None, Square | None]:
    """Section 2: the square passed over and, behind a slanted double step, the pawn's own."""
    if text == "-":
        return None, None
    passed = square_named(text[:2])
    ahead = shifted(passed, (0, -1 if to_move == "white" else 1))
    return passed, square_named(text[2:]) if text[2:] else ahead


def read_placement(world: World, placement: str) -> tuple[Pieces, set[Square]]:
    """Return the pieces of a FEN's first field, and the voids that it adds to the world's."""
    rows = placement.split("/")
    if len(rows) != world.ranks:
        raise ValueError(f"{placement!r} has not {world.ranks} ranks")
    pieces: Pieces = {}
    voids: set[Square] = set()
    for row, rank in zip(rows, reversed(range(world.ranks)), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            if file >= world.files:
                raise ValueError(f"{row!r} has not {world.files} files")
            if letter == "*":
                if world.tiles[world.ranks - 1 - rank][file] != "*":
                    voids.add((file, rank))
            elif letter.lower() in world.pieces:
                pieces[file, rank] = letter
            else:
                raise ValueError(f"unknown piece {letter!r}")
            file += 1
        if file != world.files:
            raise ValueError(f"{row!r} has not {world.files} files")
    return pieces, voids


def _check(terrain: Terrain, position: Position) -> None:
    """Refuse what cannot be: pieces on unsafe tiles, wrong numbers of kings, a false e.p. square.

    The side to move may have lost its king to a belt: the game is over then (section 3).
    """
    check_pieces(terrain, position.pieces, position.to_move if terrain.has_belts() else None)
    if position.en_passant and not _is_passed_over(terrain, position, position.en_passant):
        raise ValueError(f"no pawn has just passed over {square_name(position.en_passant)}")


def check_pieces(terrain: Terrain, pieces: Pieces, king_may_be_gone: Side | None) -> None:
    """Refuse pieces on unsafe tiles, and a number of kings that cannot be."""
    for square, piece in pieces.items():
        if not terrain.is_safe(square):
            raise ValueError(f"{piece} stands on an unsafe tile, {square_name(square)}")
    letters = list(pieces.values())
    for side in ("white", "black"):
        kings = letters.count("K" if side == "white" else "k")
        if kings > 1 or (kings == 0 and side != king_may_be_gone):
            raise ValueError(f"{side} has {kings} kings")


def _is_passed_over(terrain: Terrain, position: Position, square: Square) -> bool:
    enemy = other(position.to_move)
    forward = 1 if enemy == "white" else -1
    pawn = position.passing_pawn
    return (
        terrain.world.en_passant
        and terrain.is_safe(square)
        and square not in position.pieces
        and pawn is not None
        and position.pieces.get(pawn) == ("P" if enemy == "white" else "p")
        and abs(pawn[0] - square[0]) <= 1
        and pawn[1] - square[1] == forward
        and square[1] - forward == terrain.world.pawn_rank[enemy] - 1
    )


def write_fen(terrain: Terrain, position: Position) -> str:
    """Write the six fields; every void of the board is written as `*`."""
    return " ".join(
        (
            write_placement(terrain, position.pieces),
            position.to_move[0],
            write_rights(position.pieces, position.rights),
            _write_en_passant(position),
            str(position.half_moves),
            str(position.full_moves),
        )
    )


def _write_en_passant(position: Position) -> str:
    passed, pawn = position.en_passant, position.passing_pawn
    if passed is None or pawn is None:
        return "-"
    return square_name(passed) + (square_name(pawn) if pawn[0] != passed[0] else "")


def write_placement(terrain: Terrain, pieces: Pieces) -> str:
    """Write a FEN's first field."""
    return "/".join(_write_row(terrain, pieces, rank) for rank in reversed(range(terrain.world.ranks)))


def _write_row(terrain: Terrain, pieces: Pieces, rank: int) -> str:
    text, run = "", 0
    for file in range(terrain.world.files):
        letter = "*" if terrain.is_void((file, rank)) else pieces.get((file, rank), "")
        if not letter:
            run += 1
            continue
        text += (str(run) if run else "") + letter
        run = 0
    return text + (str(run) if run else "")


def only_bare_kings(pieces: Pieces) -> bool:
    """Section 7's insufficient material of every chess-like world."""
    return all(piece in "Kk" for piece in pieces.values())


def cannot_mate(pieces: Pieces) -> bool:
    """Section 7's insufficient material of `chess`, as FIDE has it.

    "King against king, king and one minor piece against king, or nothing but bishops that all
    stand on one colour".
    """
    others = [(square, piece) for square, piece in pieces.items() if piece not in "Kk"]
    if len(others) == 1:
        return others[0][1] in "NnBb"
    one_colour = len({(file + rank) % 2 for (file, rank), _ in others}) <= 1
    return one_colour and all(piece in "Bb" for _, piece in others)


def king_is_gone(position: Position) -> bool:
    """Say whether the side to move has lost its king to the world's effects (section 3)."""
    return king_square(position.pieces, position.to_move) is None


def pieces_of(pieces: Pieces, side: Side) -> list[tuple[Square, str]]:
    return [(square, piece) for square, piece in pieces.items() if side_of(piece) == side]
