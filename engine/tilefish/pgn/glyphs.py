"""Numeric annotation glyphs (NAGs): the signs for moves and for positions."""

from __future__ import annotations

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The signs behind moves, with their numbers as glyphs."""
MOVE_NAGS = frozenset(range(1, 10))
"""The glyphs for the quality of a move. A move has one of them at most."""
POSITION_NAGS = frozenset(range(10, 22))
"""The glyphs for who stands better in a position. It has one of them at most."""
MOST_NAG = 255
"""The greatest number of a glyph that PGN knows."""


def toggled(nags: tuple[int, ...], nag: int) -> tuple[int, ...]:
    """The glyphs with one added, or without it if it was there. It takes the place of another one that
    judges the same."""
    if nag in nags:
        return tuple(other for other in nags if other != nag)
    rivals = next((group for group in (MOVE_NAGS, POSITION_NAGS) if nag in group), frozenset[int]())
    return (*(other for other in nags if other not in rivals), nag)
