"""King and pawn against king, solved backwards from the end: what the endgame knowledge is held against.

White has the pawn, on one file. A position is (White's king, Black's king, pawn, White to move), squares are
counted rank * files + file. A pawn that reaches the last rank wins, unless it is taken there at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Position = tuple[int, int, int, bool]


@dataclass(frozen=True)
class World:
    """A board without terrain. Pawns double-step from the second rank."""

    files: int
    ranks: int
    stalemate_loss: bool

    def ring(self, square: int) -> frozenset[int]:
        """The squares that a king on a square reaches."""
        file, rank = square % self.files, square // self.files
        return frozenset(
            y * self.files + x
            for x in range(max(0, file - 1), min(self.files, file + 2))
            for y in range(max(0, rank - 1), min(self.ranks, rank + 2))
            if (x, y) != (file, rank)
        )

    def struck_by(self, pawn: int) -> frozenset[int]:
        """What White's pawn attacks."""
        return frozenset(
            square for square in self.ring(pawn) if square // self.files > pawn // self.files
        ) - {pawn + self.files}


def solve(world: World, file: int) -> dict[Position, bool]:
    """Every legal position with the pawn on that file, and whether White wins."""
    squares = range(world.files * world.ranks)
    rings = [world.ring(square) for square in squares]
    known: dict[Position, bool] = {}
    for rank in range(world.ranks - 2, 0, -1):
        pawn = rank * world.files + file
        struck = world.struck_by(pawn)
        legal = [
            (white, black, pawn, turn)
            for white in squares
            for black in squares
            for turn in (True, False)
            if white != black and black not in rings[white] and pawn not in (white, black)
            if not (turn and black in struck)
        ]
        known.update(_solve_rank(world, rings, struck, legal, known))
    return known


def _solve_rank(
    world: World,
    rings: list[frozenset[int]],
    struck: frozenset[int],
    legal: list[Position],
    beyond: dict[Position, bool],
) -> dict[Position, bool]:
    """The positions with the pawn on one square; those with the pawn further on are known."""
    won: set[Position] = set()
    open_moves: dict[Position, list[Position]] = {}
    for at in legal:
        white, black, pawn, turn = at
        if turn:
            pushes = _pushes(world, at)
            if any(_promotes(world, rings, at, to) or beyond.get((white, black, to, False)) for to in pushes):
                won.add(at)
            else:
                kings = rings[white] - rings[black] - {pawn}
                open_moves[at] = [(to, black, pawn, False) for to in kings]
            continue
        steps = rings[black] - rings[white] - struck
        if pawn in steps:
            continue
        if not steps:
            if black in struck or world.stalemate_loss:
                won.add(at)
            continue
        open_moves[at] = [(white, to, pawn, True) for to in steps]
    grows = True
    while grows:
        grows = False
        for at, after in list(open_moves.items()):
            if (any if at[3] else all)(position in won for position in after):
                won.add(at)
                del open_moves[at]
                grows = True
    return {at: at in won for at in legal}


def _pushes(world: World, at: Position) -> Iterator[int]:
    white, black, pawn, _ = at
    to = pawn + world.files
    if to in (white, black):
        return
    yield to
    if pawn // world.files == 1 and to + world.files not in (white, black) and world.ranks > 4:
        yield to + world.files


def _promotes(world: World, rings: list[frozenset[int]], at: Position, to: int) -> bool:
    """Whether a push promotes, to a piece that is not taken at once."""
    white, black, _, _ = at
    return to // world.files == world.ranks - 1 and (to not in rings[black] or to in rings[white])


def fen_of(world: World, at: Position) -> str:
    """A position as FEN."""
    white, black, pawn, turn = at
    letters = {white: "K", black: "k", pawn: "P"}
    rows = [
        "".join(letters.get(rank * world.files + file, "1") for file in range(world.files))
        for rank in reversed(range(world.ranks))
    ]
    placement = re.sub("1+", lambda run: str(len(run.group())), "/".join(rows))
    return f"{placement} {'w' if turn else 'b'} - - 0 1"
