"""The worlds of RULES.md section 7, as the model's own plain data.

A world is everything that does not change during a game: the board's size, its tiles, the
pieces, the start, and what ends a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Side = Literal["white", "black"]
MaterialRule = Literal["fide", "bare-kings"]

PAWN = "fmWfcFifmnD"  # section 2, without en passant and promotion
SLANTED_PAWN = "fmFfcWifmnA"
PAWN_OF_ALL_WAYS = "fmKfcKifmnDifmnA"
CHESS_PIECES: Mapping[str, str] = {
    "k": "K", "q": "RB", "r": "R", "b": "B", "n": "N", "p": PAWN,
}  # fmt: skip
CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

FLOOR, VOID, STONE = ".", "*", "o"
UNSAFE_TILES = "*~%"  # section 1: "on the board and neither void, water nor lava"
TILE_LETTERS = ".*~=%o><^v?"


@dataclass(frozen=True)
class World:
    """One variant. `tiles` are rows from the top rank, one letter a tile, no digits."""

    name: str
    files: int
    ranks: int
    start: str
    tiles: tuple[str, ...]
    pieces: Mapping[str, str]
    promotes_to: tuple[str, ...]
    promotion_rank: Mapping[Side, int]
    pawn_rank: Mapping[Side, int]
    castling: bool = True
    en_passant: bool = True
    stalemate_loses: bool = False
    repetition: int = 3
    fifty_moves: bool = True
    material: MaterialRule = "bare-kings"


def expand_row(row: str) -> str:
    """One row of a tile map, `1?2` style digits written out as floor (section 1)."""
    return "".join(FLOOR * int(letter) if letter.isdigit() else letter for letter in row)


def read_tile_map(text: str, files: int, ranks: int) -> tuple[str, ...]:
    """Read a tile map: "ranks from the top, `/` between them, digits for runs of floor"."""
    rows = tuple(expand_row(row) for row in text.strip().replace("\n", "/").split("/"))
    if len(rows) != ranks or any(len(row) != files for row in rows):
        raise ValueError(f"the tile map {text!r} does not fit a board of {files}x{ranks}")
    unknown = set("".join(rows)) - set(TILE_LETTERS)
    if unknown:
        raise ValueError(f"unknown tiles {sorted(unknown)} in {text!r}")
    return rows


def custom_world(
    name: str,
    files: int,
    ranks: int,
    start: str,
    *,
    tiles: str | None = None,
    pieces: Mapping[str, str] | None = None,
    promotes_to: tuple[str, ...] = ("q", "r", "b", "n"),
    promotion_rank: Mapping[Side, int] | None = None,
    pawn_rank: Mapping[Side, int] | None = None,
    castling: bool = False,
    en_passant: bool = True,
    stalemate_loses: bool = False,
    repetition: int = 3,
    fifty_moves: bool = True,
    material: MaterialRule = "bare-kings",
) -> World:
    """Make a world; what is left out is as in chess, on floor (ranks count from 1)."""
    return World(
        name=name,
        files=files,
        ranks=ranks,
        start=start,
        tiles=read_tile_map(tiles or "/".join([str(files)] * ranks), files, ranks),
        pieces=dict(CHESS_PIECES if pieces is None else pieces),
        promotes_to=promotes_to,
        promotion_rank=promotion_rank or {"white": ranks, "black": 1},
        pawn_rank=pawn_rank or {"white": 2, "black": ranks - 1},
        castling=castling,
        en_passant=en_passant,
        stalemate_loses=stalemate_loses,
        repetition=repetition,
        fifty_moves=fifty_moves,
        material=material,
    )


def lay_tiles(world: World, tiles: str) -> World:
    """Lay another tile map over a world's board.

    Section 7: "another tile map laid over it makes it a world", so only bare kings draw.
    """
    rows = read_tile_map(tiles, world.files, world.ranks)
    return replace(world, name=f"{world.name} on {tiles}", tiles=rows, material="bare-kings")


def with_pieces(world: World, pieces: str) -> World:
    """Add or change pieces, `r:RN,c:BN`. An army of one's own is not FIDE's: bare kings draw."""
    changed = dict(world.pieces)
    for item in pieces.split(","):
        letter, moves = item.split(":")
        changed[letter] = moves
    return replace(world, name=f"{world.name} with {pieces}", pieces=changed, material="bare-kings")


def _chess_like(name: str, tiles: str | None = None, start: str = CHESS_START) -> World:
    return custom_world(name, 8, 8, start, tiles=tiles, castling=True)


def _fragments(name: str, placement: str) -> World:
    return custom_world(
        name,
        5,
        5,
        f"{placement} w - - 0 1",
        pieces={**CHESS_PIECES, "r": "RN"},  # "`r` is the **Right**: rook + knight"
        promotes_to=("q",),
        stalemate_loses=True,
        repetition=5,
        fifty_moves=False,
    )


_VOID_RING = "********/*6*/*6*/*6*/*6*/*6*/*6*/********"
_VOID_START = "********/*nbqkbr*/*pppppp*/*6*/*6*/*PPPPPP*/*NBQKBR*/******** w - - 0 1"
_FEAR_START = "rnbqkbnr/pppppppp/*6*/8/8/*6*/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

WORLDS: Mapping[str, World] = {
    world.name: world
    for world in (
        custom_world("chess", 8, 8, CHESS_START, castling=True, material="fide"),
        _fragments("fragments", "nqkbr/ppppp/5/PPPPP/RBKQN"),
        _fragments("fragments2", "rqknb/ppppp/5/PPPPP/BNKQR"),
        _chess_like("ruined_overworld", "8/8/8/1o4o1/4o3/8/8/8"),
        _chess_like("pirate_seas", "8/8/8/~==~~==~/~==~~==~/8/8/8"),
        _chess_like("fear_factory", "8/8/*<<<<<<*/8/8/*>>>>>>*/8/8", _FEAR_START),
        _chess_like("twisted_carnival", "8/8/1?1?1?2/2?1?1?1/1?1?1?2/2?1?1?1/8/8"),
        _chess_like("volcanic_wasteland", "8/8/8/2%2%2/2%2%2/8/8/8"),
        custom_world(
            "void_dimension",
            8,
            8,
            _VOID_START,
            tiles=_VOID_RING,
            pawn_rank={"white": 3, "black": 6},
            promotion_rank={"white": 7, "black": 2},
        ),
    )
}
