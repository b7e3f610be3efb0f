"""Tile maps, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import TILE_NAMES
from tilefish.rules.text.tiles import format_tiles, parse_tiles


def test_ranks_come_from_the_top() -> None:
    assert parse_tiles("3/o2/..*", 3, 3) == "..*o....."


@pytest.mark.parametrize(
    "text",
    ["1*1/3/~=~", "1*1/111/~=~", "1*1/21/~=~", "\n.*.\n...\n~=~\n", " 1*1 \n 3 \r\n ~=~ ", "\t1*1/3\n~=~"],
)
def test_ways_to_write_a_map(text: str) -> None:
    assert parse_tiles(text, 3, 3) == "~=~....*."


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("", ["empty", "3 ranks of 3 tiles"]),
        (" \n ", ["empty"]),
        ("3/3", ["2 ranks", "board has 3"]),
        ("3/3/3/3", ["4 ranks", "board has 3"]),
        ("3//3", ['rank 2 of the tile map ("") has 0 tiles', "3 files"]),
        ("3/..../3", ['rank 2 of the tile map ("....") has 4 tiles', "3 files"]),
        ("3/3/2", ["rank 1", "2 tiles"]),
        ("3/3/1", ["rank 1", "1 tile,"]),
        ("2x/3/3", ['"x" on rank 3', "not a tile", "* void", "o stepping stone", "> belt to the right"]),
        ("O2/3/3", ['"O" on rank 3']),
        ("3/4/3", ['"4" on rank 2', "not a run of floor", "1 to 3"]),
        ("3/0.../3", ['"0" on rank 2', "not a run of floor"]),
        ("3/31/3", ['rank 2 of the tile map ("31") has 4 tiles']),
        ("²./3/3", ['"²" on rank 3', "not a tile"]),
        ("3/. ./3", ['" " on rank 2', "not a tile"]),
        ("3/3/" + "." * 5000, ["5004 characters"]),
    ],
)
def test_mistakes_name_the_rank(text: str, fragments: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse_tiles(text, 3, 3)
    for fragment in fragments:
        assert fragment in str(caught.value)
    assert "\n" not in str(caught.value)


sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))


@st.composite
def worlds(draw: st.DrawFn) -> tuple[int, int, str]:
    files, ranks = draw(sizes)
    tiles = draw(st.text("".join(TILE_NAMES), min_size=files * ranks, max_size=files * ranks))
    return files, ranks, tiles


@given(worlds())
def test_round_trip(world: tuple[int, int, str]) -> None:
    files, ranks, tiles = world
    text = format_tiles(tiles, files, ranks)
    assert parse_tiles(text, files, ranks) == tiles
    assert format_tiles(parse_tiles(text.replace("/", "\n"), files, ranks), files, ranks) == text


@given(sizes, st.one_of(st.text(max_size=60), st.text("".join(TILE_NAMES) + "/\n12345678", max_size=80)))
def test_any_text_is_read_or_refused(size: tuple[int, int], text: str) -> None:
    files, ranks = size
    try:
        tiles = parse_tiles(text, files, ranks)
    except InputError:
        return
    assert len(tiles) == files * ranks
    assert set(tiles) <= set(TILE_NAMES)
