"""The coordinates on a picture of a board, and small SVG helpers that its parts share."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from tilefish.rules.model.variant import Variant

TILE = 100
"""The width of a square in the picture's own units."""
MARGIN = 46
"""The width of the margin for coordinates around the board."""


@dataclass(frozen=True, slots=True)
class PictureView:
    """A board as it lies on the picture: from White's side, or turned round."""

    files: int
    ranks: int
    flipped: bool
    margin: int

    @property
    def width(self) -> int:
        """The whole picture's width in units."""
        return self.files * TILE + 2 * self.margin

    @property
    def height(self) -> int:
        """The whole picture's height in units."""
        return self.ranks * TILE + 2 * self.margin

    def squares(self) -> Iterator[int]:
        """All squares, row by row from the top left of the picture."""
        squares = range(self.files * self.ranks)
        return iter(sorted(squares, key=lambda square: (self.corner(square)[1], self.corner(square)[0])))

    def corner(self, square: int) -> tuple[int, int]:
        """The top left corner of a square."""
        rank, file = divmod(square, self.files)
        column = self.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.ranks - 1 - rank
        return self.margin + column * TILE, self.margin + row * TILE

    def centre(self, square: int) -> tuple[int, int]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + TILE // 2, y + TILE // 2

    def towards(self, dx: int, dy: int) -> tuple[int, int]:
        """A step of the board as a step on the picture, where y grows downwards."""
        return (-dx, dy) if self.flipped else (dx, -dy)

    def neighbour(self, square: int, right: int, down: int) -> int | None:
        """The square at an offset on the picture, or None off the board."""
        dx, dy = (-right, down) if self.flipped else (right, -down)
        rank, file = divmod(square, self.files)
        rank, file = rank + dy, file + dx
        return rank * self.files + file if 0 <= rank < self.ranks and 0 <= file < self.files else None


def is_dark(variant: Variant, square: int) -> bool:
    """Whether a square is a dark one of the chequered board (a1 is)."""
    rank, file = divmod(square, variant.files)
    return (rank + file) % 2 == 0


def use(name: str, corner: tuple[int, int], more: str = "") -> str:
    """A drawing from the definitions, placed at a corner."""
    return f'<use href="#{name}" x="{corner[0]}" y="{corner[1]}"{more}/>'


def number(value: float) -> str:
    """A coordinate, as short as two decimals allow."""
    return f"{round(value, 2) + 0:g}"


def heading(x: float, y: float) -> float:
    """The angle of a direction on the picture in degrees, clockwise from the right, 0 to below 360."""
    return math.degrees(math.atan2(y, x)) % 360


def text(words: str) -> str:
    """Text as XML may hold it: escaped, without control characters, which XML has no way to write."""
    return escape("".join(char for char in words if char.isprintable()))
