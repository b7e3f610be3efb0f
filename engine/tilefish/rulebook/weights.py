"""The weights of the evaluation: what they are called, what they mean, and what they are where no file says
otherwise.

This is the one list of them: files are read by it, the core's `Weights` are filled from it by name, the tuner
goes through it, and docs/variant-files.md has a row for each.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_WEIGHT = 2000
"""Centipawns. The core's sums have room for every weight of that size at once."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """One weight: a number, a pair (middlegame, endgame), or as many numbers as it distinguishes cases."""

    name: str
    usual: Numbers
    meaning: str

    @property
    def example(self) -> str:
        """How a file writes the usual numbers."""
        return str(self.usual[0]) if len(self.usual) == 1 else str(list(self.usual))


WEIGHTS: tuple[Weight, ...] = (
    Weight("tempo", (10,), "being to move"),
    # pieces
    Weight("mobility", (4, 4), "each move of a piece beyond its kind's usual, to where no enemy pawn guards"),
    Weight("pair", (25, 45), "two pieces of a kind that never leaves the colour of its square"),
    Weight("open_file", (25, 10), "a rook or its like on a file without pawns"),
    Weight("half_open_file", (12, 8), "the same on a file without own pawns"),
    Weight("connected_rooks", (6, 2), "two rooks or their like that see one another along a rank or file"),
    Weight("outpost", (12, 6), "a guarded knight in the enemy's half that no pawn can ever attack"),
    # pawns
    Weight("doubled", (-8, -18), "a pawn with an own pawn ahead on its file"),
    Weight("isolated", (-12, -12), "a pawn without own pawns on the files beside it"),
    Weight("backward", (-4, -6), "a pawn behind all its neighbours, its next square guarded by a pawn"),
    Weight("supported", (8, 8), "a pawn guarded by an own pawn"),
    Weight("phalanx", (4, 4), "a pawn with an own pawn right beside it"),
    Weight("passed", (60, 150), "a pawn that no pawn can stop, just before it promotes; less further back"),
    # the king
    Weight("shield", (12,), "each own pawn beside the king, up to three; middlegame only"),
    Weight("king_friends", (0, 0, 0), "no own piece beside the king, one, two or more; middlegame only"),
    Weight("king_attack", (1,), "the square of what reaches the enemy king's ring, over 64; middlegame only"),
    Weight("king_in_stone_reach", (-200,), "a king that a stone brings an enemy to, unless barred"),
    # the world
    Weight("on_stone", (50,), "each own piece on a stepping stone"),
    Weight("beside_stone", (10,), "each own piece beside a stepping stone"),
    Weight("on_bridge", (40,), "each own piece on a bridge"),
    Weight("on_belt", (-15,), "each own piece on a belt"),
    Weight("near_spawn", (3,), "each own piece on a spawn tile or beside one"),
)  # fmt: skip

WEIGHT_NAMES: tuple[str, ...] = tuple(weight.name for weight in WEIGHTS)
USUAL_WEIGHTS: tuple[Numbers, ...] = tuple(weight.usual for weight in WEIGHTS)
