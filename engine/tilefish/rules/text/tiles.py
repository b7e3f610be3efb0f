"""Tile maps: the terrain of a board as text.

A map is written like the placement of a FEN: ranks from the top, `/` or a new line between them, a number for
a run of floor, and one character for any other tile. In `rules` the terrain of a board is one string
with a character a square, from a1.
"""

from __future__ import annotations

import re

from tilefish.rules.errors import InputError
from tilefish.rules.messages import count, quote
from tilefish.rules.model.variant import FLOOR, TILE_NAMES

MAX_LETTERS = 1000


class TilesError(InputError):
    """A tile map with mistakes: a message for each, with the number of its line in the text, counted from 0
    and without blank lines at the start, or None for the map as a whole. The first message is the error's
    own."""

    def __init__(self, *mistakes: tuple[int | None, str]) -> None:
        self.mistakes = mistakes
        super().__init__(mistakes[0][1])


def parse_tiles(text: str, files: int, ranks: int) -> str:
    """The terrain of a board of that size, one character a square, from a1. Raises `TilesError`."""
    if len(text) > MAX_LETTERS:
        raise TilesError((None, f"the tile map has {len(text)} characters, {MAX_LETTERS} are the most"))
    rows = [
        (number, row.strip())
        for number, line in enumerate(text.strip().split("\n"))
        for row in line.split("/")
    ]
    if [row for _, row in rows] == [""]:
        raise TilesError((None, f"the tile map is empty: expected {ranks} ranks of {files} tiles"))
    if len(rows) != ranks:
        raise TilesError((None, f"the tile map has {count(len(rows), 'rank')}, the board has {ranks}"))
    parsed, mistakes = [], []
    for index, (number, row) in enumerate(rows):
        try:
            parsed.append(_parse_row(row, ranks - index, files))
        except InputError as error:
            mistakes.append((number, str(error)))
    if mistakes:
        # Where no row fits, the board's size is wrong: one message is enough.
        raise TilesError(*mistakes[:1] if len(mistakes) == ranks else mistakes)
    return "".join(reversed(parsed))


def format_tiles(tiles: str, files: int, ranks: int) -> str:
    """The terrain as FEN rows, with numbers for runs of floor."""
    rows = (tiles[rank * files : (rank + 1) * files] for rank in reversed(range(ranks)))
    run_of_floor = re.compile(re.escape(FLOOR) + "+")
    return "/".join(run_of_floor.sub(lambda run: str(len(run.group())), row) for row in rows)


def _parse_row(row: str, rank: int, files: int) -> str:
    tiles = ""
    for part in row:
        if part in "0123456789":
            tiles += _run_of_floor(part, rank, files)
        elif part in TILE_NAMES:
            tiles += part
        else:
            raise InputError(
                f"{quote(part)} on rank {rank} of the tile map is not a tile: expected "
                + ", ".join(f"{tile} {name}" for tile, name in TILE_NAMES.items())
            )
    if len(tiles) != files:
        raise InputError(
            f"rank {rank} of the tile map ({quote(row)}) has {count(len(tiles), 'tile')}, "
            f"the board has {files} files"
        )
    return tiles


def _run_of_floor(digit: str, rank: int, files: int) -> str:
    if not 1 <= int(digit) <= files:
        raise InputError(
            f"{quote(digit)} on rank {rank} of the tile map is not a run of floor: "
            f"expected 1 to {files} on this board"
        )
    return FLOOR * int(digit)
