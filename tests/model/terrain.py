"""Squares and tiles (RULES.md section 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .worlds import STONE, UNSAFE_TILES, VOID, Side, World

Square = tuple[int, int]  # (file, rank), both counted from 0
Pieces = dict[Square, str]  # a letter for each occupied square, upper case for White

BELT_DIRECTIONS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
EIGHT_DIRECTIONS = [(df, dr) for dr in (-1, 0, 1) for df in (-1, 0, 1) if (df, dr) != (0, 0)]


def square_name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def square_named(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def shifted(square: Square, direction: tuple[int, int]) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


def side_of(piece: str) -> Side:
    return "white" if piece.isupper() else "black"


def other(side: Side) -> Side:
    return "black" if side == "white" else "white"


def letter_for(side: Side, letter: str) -> str:
    return letter.upper() if side == "white" else letter.lower()


def king_square(pieces: Pieces, side: Side) -> Square | None:
    king = letter_for(side, "k")
    return next((square for square, piece in pieces.items() if piece == king), None)


@dataclass(frozen=True, eq=False)
class Terrain:
    """The board of one game: its world's tiles, and the voids that the FEN added (section 6)."""

    world: World
    extra_voids: frozenset[Square]
    tiles: dict[Square, str] = field(init=False)
    stones: tuple[Square, ...] = field(init=False)

    def __post_init__(self) -> None:
        tiles: dict[Square, str] = {}
        for rank, row in enumerate(reversed(self.world.tiles)):
            tiles.update({(file, rank): letter for file, letter in enumerate(row)})
        tiles.update(dict.fromkeys(self.extra_voids, VOID))
        object.__setattr__(self, "tiles", tiles)
        stones = tuple(square for square, tile in tiles.items() if tile == STONE)
        object.__setattr__(self, "stones", stones)

    def is_safe(self, square: Square) -> bool:
        """Section 1: "on the board and neither void, water nor lava"."""
        return square in self.tiles and self.tiles[square] not in UNSAFE_TILES

    def is_stone(self, square: Square) -> bool:
        return self.tiles[square] == STONE

    def is_void(self, square: Square) -> bool:
        return self.tiles[square] == VOID

    def belt_at(self, square: Square) -> tuple[int, int] | None:
        """Return where a belt on this square carries to, or None where there is no belt."""
        return BELT_DIRECTIONS.get(self.tiles[square])

    def has_belts(self) -> bool:
        return any(tile in BELT_DIRECTIONS for tile in self.tiles.values())

    def index(self, square: Square) -> int:
        """Section 4: "a1 = 0, b1 = 1, …, a2 = files, …"."""
        return square[1] * self.world.files + square[0]

    def by_index(self, squares: Iterable[Square]) -> list[Square]:
        return sorted(squares, key=self.index)

    def neighbours(self, square: Square) -> list[Square]:
        """Return the safe squares one step away in the eight directions, smallest index first."""
        around = [shifted(square, direction) for direction in EIGHT_DIRECTIONS]
        return self.by_index(near for near in around if self.is_safe(near))

    def back_rank(self, side: Side) -> int:
        return 0 if side == "white" else self.world.ranks - 1
