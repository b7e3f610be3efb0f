"""How a kind of piece moves on the board of a variant when nothing else stands there: squares, and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilefish.rules.model.paths import lame_path
from tilefish.rules.model.variant import FLOOR, UNLIMITED, WHITE, Kind, Step, Variant


@dataclass(frozen=True, slots=True)
class Reach:
    """A square that a piece reaches. `is_slide`: what stands on the way stops it; `is_first`: only with an
    initial move, from a square on which its side has such a piece at the start."""

    square: int
    moves: bool
    captures: bool
    is_slide: bool
    is_first: bool


def reaches(variant: Variant, kind: Kind, side: int, square: int) -> tuple[Reach, ...]:
    """The squares that a piece reaches from a square of the empty board, ascending. The terrain counts; the
    sequences of stepping stones and castling do not."""
    found: dict[int, Reach] = {}
    for step in kind.steps:
        if step.initial and square not in kind.initial_squares[side]:
            continue
        for target in _along(variant, step, side, square):
            way = Reach(target, step.quiet, step.capture, step.reach != 1 or step.lame, step.initial)
            found[target] = _both(found[target], way) if target in found else way
    return tuple(found[target] for target in sorted(found))


def good_square(variant: Variant, kind: Kind, side: int = WHITE) -> int | None:
    """A square that shows well how a kind moves: one with its first move, if it has such moves; then the one
    with most squares in reach, plain floor, near to the middle. None if a piece can stand nowhere."""
    safe = [square for square in range(len(variant.tiles)) if variant.is_safe(square)]
    begins = [square for square in safe if square in kind.initial_squares[side]]
    has_first = any(step.initial for step in kind.steps)

    def merit(square: int) -> tuple[int, bool, float, int]:
        rank, file = divmod(square, variant.files)
        from_middle = abs(2 * file + 1 - variant.files) + abs(2 * rank + 1 - variant.ranks)
        reached = len(reaches(variant, kind, side, square))
        return reached, variant.tile(square) == FLOOR, -from_middle, -square

    return max(begins if has_first and begins else safe, key=merit, default=None)


def reach_words(variant: Variant, square: int, found: tuple[Reach, ...]) -> list[str]:
    """The same as text, a line for each way to move: `From d4, slides to move or capture: a1, b2, …`."""
    takes = "attack" if variant.combat is not None else "capture"
    lines: dict[str, list[str]] = {}
    for reach in found:
        aim = " or ".join(["move"] * reach.moves + [takes] * reach.captures)
        first = ", as a first move" if reach.is_first else ""
        manner = "slides" if reach.is_slide else "leaps or steps"
        lines.setdefault(f"{manner} to {aim}{first}", []).append(variant.square_name(reach.square))
    here = variant.square_name(square)
    if not lines:
        return [f"From {here} it reaches no square."]
    return [f"From {here} it {manner}: {', '.join(squares)}." for manner, squares in lines.items()]


def _along(variant: Variant, step: Step, side: int, square: int) -> Iterator[int]:
    """The squares that a step reaches, the nearest first."""
    forward = 1 if side == WHITE else -1
    dx, dy = step.dx * forward, step.dy * forward
    passed = lame_path(dx, dy) if step.lame else []
    hops = max(variant.files, variant.ranks) if step.reach == UNLIMITED else step.reach
    for _ in range(hops):
        rank, file = divmod(square, variant.files)
        on_way = [variant.square_at(file + x, rank + y) for x, y in (*passed, (dx, dy))]
        if any(at is None or not variant.is_safe(at) for at in on_way):
            return
        square = on_way[-1] or 0
        yield square


def _both(one: Reach, other: Reach) -> Reach:
    """A square that two steps reach."""
    return replace(
        one,
        moves=one.moves or other.moves,
        captures=one.captures or other.captures,
        is_slide=one.is_slide and other.is_slide,
        is_first=one.is_first and other.is_first,
    )
