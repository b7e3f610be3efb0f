"""The picture of how a piece moves: well-formed, with a mark on each square that is reached."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tilefish import Library
from tilefish.explain.piece_moves import good_square, reaches
from tilefish.render.piece_diagram import MARKS, mark_picture, piece_diagram, tile_picture
from tilefish.rules.model.variant import BLACK

from .boards import ALL_TILES, world

SVG = "{http://www.w3.org/2000/svg}"
LIBRARY = Library()


@pytest.mark.parametrize("name", LIBRARY.names())
def test_each_reached_square_has_its_mark(name: str) -> None:
    variant = LIBRARY.load(name)
    for index, kind in enumerate(variant.kinds):
        square = good_square(variant, kind, BLACK)
        assert square is not None
        found = reaches(variant, kind, BLACK, square)
        drawn = ElementTree.fromstring(piece_diagram(variant, (index, BLACK), square, found))
        title = drawn.find(f"{SVG}title")
        assert title is not None
        assert title.text == f"How the black {kind.name} moves from {variant.square_name(square)}"
        dots = drawn.findall(f"{SVG}circle[@fill='#0a5fc4']")
        rings = drawn.findall(f"{SVG}circle[@stroke='#c4121f']")
        dashed = drawn.findall(f"{SVG}circle[@stroke='#6b2fd0']")
        crosses = drawn.findall(f"{SVG}path[@stroke='#c4121f']")
        assert len(dots) == sum(reach.moves for reach in found)
        assert len(rings) == sum(reach.moves and reach.captures for reach in found)
        assert len(crosses) == sum(reach.captures and not reach.moves for reach in found)
        assert len(dashed) == sum(reach.is_first for reach in found)


def test_marks_and_tiles_stand_alone() -> None:
    variant = world("/".join([ALL_TILES[:6], ALL_TILES[5:]]))
    pictures = {mark_picture(name) for name in MARKS}
    assert len(pictures) == len(MARKS)
    pictures |= {tile_picture(variant, square) for square in range(len(variant.tiles))}
    for picture in pictures:
        ElementTree.fromstring(picture)
