"""The squares that a lame leap passes over, for the core and for what reads variant files."""

from __future__ import annotations


def lame_path(dx: int, dy: int) -> list[tuple[int, int]]:
    """The squares on the way of a lame leap, as offsets from its origin: straight first, then diagonally."""
    path: list[tuple[int, int]] = []
    x = y = 0
    while True:
        left_x, left_y = abs(dx - x), abs(dy - y)
        if left_x >= left_y:
            x += 1 if dx > x else -1
        if left_y >= left_x:
            y += 1 if dy > y else -1
        if (x, y) == (dx, dy):
            return path
        path.append((x, y))
