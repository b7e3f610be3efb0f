"""Variants and positions built by hand, so that the drawings are tested without variant files."""

from __future__ import annotations

from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import UNLIMITED, Kind, Step, Variant

ALL_TILES = ".*~=%o><^v?"


def ways(dx: int, dy: int, reach: int = 1) -> tuple[Step, ...]:
    """A step in every direction that turning and mirroring make of it."""
    vectors = {(x * sx, y * sy) for x, y in ((dx, dy), (dy, dx)) for sx in (1, -1) for sy in (1, -1)}
    return tuple(Step(x, y, reach, True, True) for x, y in sorted(vectors))


ROOK, BISHOP = ways(1, 0, UNLIMITED), ways(1, 1, UNLIMITED)
KNIGHT_LEAPS = ways(1, 2)

PAWN = Kind("pawn", "p", "fmWfcF", (Step(0, 1, 1, True, False),), pawn=True)
KING = Kind("king", "k", "K", ways(1, 0) + ways(1, 1), royal=True)
ORTHODOX = (
    PAWN,
    Kind("knight", "n", "N", KNIGHT_LEAPS),
    Kind("bishop", "b", "B", BISHOP),
    Kind("rook", "r", "R", ROOK),
    Kind("queen", "q", "Q", ROOK + BISHOP),
    KING,
)
RIGHT = Kind("right", "t", "RN", ROOK + KNIGHT_LEAPS)


def world(rows: str, kinds: tuple[Kind, ...] = ORTHODOX, title: str = "A World") -> Variant:
    """A variant on a tile map (ranks from the top, `/` between them, a character a tile)."""
    ranks = rows.split("/")
    return Variant(
        name="world",
        title=title,
        files=len(ranks[0]),
        ranks=len(ranks),
        tiles="".join(reversed(ranks)),
        kinds=kinds,
        start=Setup({}),
        promotion_to=(("queen",), ("queen",)),
        promotion_rank=(len(ranks) - 1, 0),
    )


def setup(variant: Variant, *pieces: str, turn: int = 0, voids: frozenset[int] = frozenset()) -> Setup:
    """A position of pieces such as `Ke1` and `pd5` (lower case: Black)."""
    placed: dict[int, tuple[int, int]] = {}
    for piece in pieces:
        kind, square = variant.kind_of_letter(piece[0]), variant.square_of(piece[1:])
        assert kind is not None
        assert square is not None
        placed[square] = (variant.kinds.index(kind), int(piece[0].islower()))
    return Setup(pieces=placed, turn=turn, voids=voids)
