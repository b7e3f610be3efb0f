"""The squares where pawns promote, and whether pawns can ever reach them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilefish.rules.model.paths import lame_path
from tilefish.rules.model.variant import BELTS, SPAWN, STONE, UNLIMITED, WHITE, Kind, Step, Variant

NEIGHBOURS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))


def pawns_arrive(variant: Variant, pawn: Kind, side: int, standing: Iterable[int]) -> bool:
    """Whether a pawn of that side can reach its promotion rank over this terrain, with any number of moves
    and any captures: from where pawns stand, from its pawn rank, or from a spawn tile."""
    spawns = (square for square, tile in enumerate(variant.tiles) if tile == SPAWN)
    starts = (*standing, *pawn.initial_squares[side], *spawns)
    open_squares = [square for square in starts if variant.is_safe(square)]
    reached = set(open_squares)
    while open_squares:
        for square in next_squares(variant, pawn, side, open_squares.pop()):
            if square not in reached:
                reached.add(square)
                open_squares.append(square)
    rank = variant.promotion_rank[side]
    return not reached or any(square // variant.files == rank for square in reached)


def has_floor(variant: Variant, rank: int) -> bool:
    """Whether a piece can stand on any square of that rank."""
    return any(variant.is_safe(rank * variant.files + file) for file in range(variant.files))


def next_squares(variant: Variant, kind: Kind, side: int, square: int) -> Iterator[int]:
    """The squares that a piece may reach from a square with one move or belt, over this terrain and an empty
    board, and with captures everywhere."""
    for step in kind.steps:
        if not step.initial or square in kind.initial_squares[side]:
            yield from _step(variant, step, side, square)
    tile = variant.tile(square)
    carried = [BELTS[tile]] if tile in BELTS else NEIGHBOURS if tile == STONE else ()
    for dx, dy in carried:
        target = _moved(variant, square, dx, dy)
        if target is not None:
            yield target


def _step(variant: Variant, step: Step, side: int, square: int) -> Iterator[int]:
    forward = 1 if side == WHITE else -1
    passed = lame_path(step.dx, step.dy) if step.lame else ()
    if any(_moved(variant, square, dx * forward, dy * forward) is None for dx, dy in passed):
        return
    longest = max(variant.files, variant.ranks) if step.reach == UNLIMITED else step.reach
    for _ in range(longest):
        target = _moved(variant, square, step.dx * forward, step.dy * forward)
        if target is None:
            return
        yield target
        square = target


def _moved(variant: Variant, square: int, dx: int, dy: int) -> int | None:
    """The safe square at that distance, or None."""
    rank, file = divmod(square, variant.files)
    file, rank = file + dx, rank + dy
    if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
        return None
    target = rank * variant.files + file
    return target if variant.is_safe(target) else None
