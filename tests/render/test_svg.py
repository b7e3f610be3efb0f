"""The picture of a board: well-formed, complete, and telling things apart."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tilefish.render.svg import board_svg
from tilefish.rules.model.variant import Kind, Step, Variant

from .boards import ALL_TILES, KING, KNIGHT_LEAPS, ORTHODOX, PAWN, RIGHT, ROOK, setup, ways, world

MARGIN = 46
SVG = "{http://www.w3.org/2000/svg}"


def draw(variant: Variant, *pieces: str, **options: object) -> Element:
    return ElementTree.fromstring(board_svg(variant, setup(variant, *pieces), **options))  # type: ignore[arg-type]


def definitions(picture: Element) -> dict[str, str]:
    """Every drawing in the definitions by its id, without the id and with the shapes that it uses."""
    elements = {element.attrib.pop("id"): element for element in picture.findall(f"{SVG}defs/{SVG}g")}
    for element in elements.values():
        for use in element.findall(f"{SVG}use"):
            use.append(elements[use.attrib.pop("href")[1:]])
    return {name: ElementTree.tostring(element, encoding="unicode") for name, element in elements.items()}


def uses(picture: Element, name: str) -> list[Element]:
    return [use for use in picture.findall(f"{SVG}use") if use.get("href") == f"#{name}"]


def place(element: Element) -> tuple[int, int]:
    """Column and row on the picture, from the top left."""
    x, y = (int(element.attrib[axis]) - MARGIN for axis in "xy")
    assert x % 100 == y % 100 == 0
    return x // 100, y // 100


def turn_of(use: Element) -> int:
    """By how many degrees a tile is turned."""
    match = re.match(r"rotate\((\d+) ", use.get("transform", ""))
    return int(match[1]) if match else 0


def test_every_tile_looks_different() -> None:
    drawings = {}
    for tile in ALL_TILES:
        drawings[tile] = board_svg(world(f"...../..{tile}../....."), setup(world(".")))
    for one, other in itertools.combinations(ALL_TILES, 2):
        assert drawings[one] != drawings[other], (one, other)


def test_only_the_tiles_that_occur_are_defined() -> None:
    assert set(definitions(draw(world("...")))) == set()
    assert set(definitions(draw(world(".=>")))) == {"water", "bridge", "belt"}


@pytest.mark.parametrize(("tile", "degrees"), [(">", 0), ("v", 90), ("<", 180), ("^", 270)])
def test_belts_point_where_they_carry(tile: str, degrees: int) -> None:
    (belt,) = uses(draw(world(f"./{tile}/.")), "belt")
    assert turn_of(belt) == degrees
    (belt,) = uses(draw(world(f"./{tile}/."), flipped=True), "belt")
    assert turn_of(belt) == (degrees + 180) % 360


def test_the_chevrons_of_an_unturned_belt_point_to_the_right() -> None:
    chevrons = re.findall(r"M(\d+) 24l(-?\d+) 26", definitions(draw(world(">")))["belt"])
    assert len(chevrons) == 3
    assert all(int(forward) > 0 for _, forward in chevrons)


def test_a_bridge_leads_from_shore_to_shore() -> None:
    (across_ranks,) = uses(draw(world("~.~/~=~/~.~")), "bridge")
    (across_files,) = uses(draw(world("~~~/.=./~~~")), "bridge")
    assert (turn_of(across_ranks), turn_of(across_files)) == (0, 90)


def test_water_flows_under_bridges() -> None:
    picture = draw(world("~=."))
    assert [place(tile) for tile in uses(picture, "water")] == [(0, 0), (1, 0)]


def lines(picture: Element, colour: str) -> list[str]:
    """The paths on the board itself that are drawn in a colour."""
    paths = picture.findall(f"{SVG}path")
    return [path.attrib["d"] for path in paths if colour in (path.get("stroke"), path.get("fill"))]


def test_foam_marks_the_shore_and_not_the_open_water() -> None:
    foam = "#d9f1f5"
    assert lines(draw(world("~=.")), foam) == ["M243 46l0 100"]
    assert lines(draw(world("~=."), flipped=True), foam) == ["M149 46l0 100"]
    assert lines(draw(world("~=")), foam) == []


def test_the_ground_ends_in_a_cliff_over_void_and_at_the_edge() -> None:
    earth = "#8a6b45"
    variant = world("..*/.*./...")
    edge = [f"M{x} 346h100v13h-100z" for x in (46, 146, 246)]
    assert lines(draw(variant), earth) == ["M146 146h100v13h-100z", *edge]
    turned = lines(draw(variant, flipped=True), earth)
    assert turned == ["M146 146h100v13h-100z", "M46 246h100v13h-100z", *edge[1:]]


def test_the_floor_is_chequered_and_a1_is_dark() -> None:
    light, dark = draw(world("../..")).findall(f"{SVG}path[@shape-rendering]")
    assert dark.attrib["d"] == f"M146 {MARGIN}h100v100h-100zM{MARGIN} 146h100v100h-100z"
    assert light.attrib["fill"] != dark.attrib["fill"]


def test_void_of_the_position_is_no_floor() -> None:
    variant = world("...")
    drawn = board_svg(variant, setup(variant, voids=frozenset({1})))
    assert drawn == board_svg(world(".*."), setup(variant))
    assert drawn != board_svg(variant, setup(variant))


def test_every_kind_and_side_looks_different() -> None:
    kinds = (
        *ORTHODOX,
        RIGHT,
        Kind("camel", "c", "C", ways(1, 3)),
        Kind("zebra", "z", "Z", ways(2, 3)),
    )
    variant = world("........./" * 2 + ".........", kinds)
    letters = "pnbrqktcz"
    white = (f"{letter.upper()}{file}1" for letter, file in zip(letters, "abcdefghi", strict=True))
    black = (f"{letter}{file}3" for letter, file in zip(letters, "abcdefghi", strict=True))
    drawings = definitions(draw(variant, *white, *black))
    pieces = {drawing for name, drawing in drawings.items() if re.fullmatch(r"[wb]\d", name)}
    assert len(pieces) == 18


def piece_drawing(kind: Kind, *others: Kind, side: str = "w", **options: object) -> str:
    """The drawing of a kind that stands on b1."""
    letter = kind.letter.upper() if side == "w" else kind.letter
    picture = draw(world("...", (*others, kind)), f"{letter}b1", **options)
    return definitions(picture)[f"{side}{len(others)}"]


def test_a_piece_is_drawn_by_its_moves() -> None:
    assert piece_drawing(Kind("steed", "s", "N", KNIGHT_LEAPS)) == piece_drawing(ORTHODOX[1])
    assert piece_drawing(Kind("marshal", "m", "RN", KNIGHT_LEAPS + ROOK)) == piece_drawing(RIGHT)
    assert piece_drawing(RIGHT) not in (piece_drawing(ORTHODOX[1]), piece_drawing(ORTHODOX[3]))


def test_a_kind_of_known_name_and_other_moves_keeps_its_drawing() -> None:
    assert piece_drawing(Kind("rook", "r", "R3", ways(1, 0, 3))) == piece_drawing(ORTHODOX[3])


def test_two_kinds_never_share_a_drawing() -> None:
    chancellor = Kind("chancellor", "c", "NR", KNIGHT_LEAPS + ROOK)
    assert piece_drawing(chancellor) == piece_drawing(RIGHT)
    assert piece_drawing(chancellor, RIGHT) != piece_drawing(RIGHT)
    assert ">C<" in piece_drawing(chancellor, RIGHT)


def test_another_kind_is_a_token_with_its_letter_and_directions() -> None:
    token = piece_drawing(
        Kind("mixture", "x", "fRbF", (Step(0, 1, 0, True, True), Step(1, -1, 1, True, True)))
    )
    assert ">X<" in token
    assert token.count("rotate(270 ") == 2  # once for the pale rim, once for the piece
    assert token.count("<ns0:circle") == 2 * 3  # disc, ring, one leap


def test_the_token_shows_where_forward_is() -> None:
    lance = Kind("lance", "l", "fR", (Step(0, 1, 0, True, True),))
    assert "rotate(270 " in piece_drawing(lance)
    assert "rotate(90 " in piece_drawing(lance, side="b")
    assert "rotate(90 " in piece_drawing(lance, flipped=True)
    assert "rotate(270 " in piece_drawing(lance, side="b", flipped=True)


def test_left_is_the_players_own() -> None:
    crab = Kind("crab", "c", "lR", (Step(-1, 0, 0, True, True),))
    assert "rotate(180 " in piece_drawing(crab)
    assert "rotate(0 " in piece_drawing(crab, side="b")


def test_text_is_escaped() -> None:
    variant = world("..", (Kind("odd", "<", "A", ways(2, 2)),), title='R&D <b>"x"</b>\x07')
    picture = draw(variant, "<a1")
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert title.text == 'R&D <b>"x"</b>, white to move'
    assert {text.text for text in picture.findall(f".//{SVG}defs//{SVG}text")} == {"<"}


def test_pieces_stand_on_their_squares() -> None:
    variant = world("..../..../....")
    (king,) = uses(draw(variant, "Kb1"), "w5")
    assert place(king) == (1, 2)
    (king,) = uses(draw(variant, "Kb1", flipped=True), "w5")
    assert place(king) == (2, 0)


def labels(picture: Element) -> list[str | None]:
    return [text.text for text in picture.findall(f"{SVG}g/{SVG}text")]


def test_coordinates() -> None:
    variant = world("../../..")
    assert labels(draw(variant)) == ["a", "b", "1", "2", "3"]
    assert labels(draw(variant, coordinates=False)) == []
    xs = [float(text.attrib["x"]) for text in draw(variant, flipped=True).findall(f"{SVG}g/{SVG}text")]
    assert xs[0] > xs[1]


def test_size_is_the_longer_side() -> None:
    picture = draw(world("..../" * 7 + "...."), size=892)
    assert (picture.attrib["width"], picture.attrib["height"]) == ("492", "892")


def test_last_move_and_check_mark_their_squares() -> None:
    picture = draw(world("../.."), "Ka1", last_move=(1, 3), check=0)
    marks = [(mark.attrib["x"], mark.attrib["y"]) for mark in picture.findall(f"{SVG}rect[@fill-opacity]")]
    assert marks == [("149", "149"), ("149", "49")]
    (glow,) = (circle for circle in picture.findall(f"{SVG}circle") if circle.get("fill") == "url(#check)")
    assert (glow.attrib["cx"], glow.attrib["cy"]) == ("96", "196")
    assert "check" not in board_svg(world("../.."), setup(world("../..")))


@pytest.mark.parametrize(
    ("arrow", "flipped", "expected"),
    [
        ((0, 3), False, "translate(96 196) rotate(-45)"),
        ((0, 1), False, "translate(96 196) rotate(0)"),
        ((2, 0), False, "translate(96 96) rotate(90)"),
        ((0, 3), True, "translate(196 96) rotate(135)"),
    ],
)
def test_arrows_lead_from_square_to_square(arrow: tuple[int, int], flipped: bool, expected: str) -> None:
    transforms = [
        path.get("transform")
        for path in draw(world("../.."), arrows=[arrow], flipped=flipped).iter(f"{SVG}path")
    ]
    assert expected in transforms


def test_an_arrow_to_its_own_square_is_a_ring() -> None:
    (ring,) = (mark for mark in draw(world("../.."), arrows=[(3, 3)]).findall(f"{SVG}circle[@opacity]"))
    assert (ring.attrib["cx"], ring.attrib["cy"]) == ("196", "96")


def test_the_side_to_move_is_shown_at_its_side() -> None:
    variant = world("../..")
    heights = {}
    for turn, flipped in itertools.product((0, 1), (False, True)):
        picture = ElementTree.fromstring(board_svg(variant, setup(variant, turn=turn), flipped=flipped))
        (disc,) = picture.findall(f"{SVG}circle")
        heights[turn, flipped] = disc.attrib["cy"]
    assert heights == {(0, False): "196", (0, True): "96", (1, False): "96", (1, True): "196"}


def full_picture() -> str:
    """Every tile, sixteen kinds of both sides, and every mark."""
    others = tuple(Kind(f"kind{letter}", letter, "Q", ROOK + ways(2, 3)) for letter in "acdefghij")
    variant = world(
        "/".join((".*~=%o><", "^v?.....", *["........"] * 6)), (PAWN, *ORTHODOX[1:5], RIGHT, KING, *others)
    )
    squares = [f"{file}{rank}" for rank in (1, 2, 4, 5) for file in "abcdefgh"]
    letters = [kind.letter for kind in variant.kinds]
    pieces = [*map(str.upper, letters), *letters]
    position = setup(variant, *map("".join, zip(pieces, squares, strict=True)))
    return board_svg(variant, position, last_move=(8, 16), arrows=[(3, 4), (5, 30)], check=4)


def test_a_picture_is_whole_and_needs_nothing_from_outside() -> None:
    drawn = full_picture()
    picture = ElementTree.fromstring(drawn)
    ids = [element.attrib["id"] for element in picture.iter() if "id" in element.attrib]
    wanted = re.findall(r'href="([^"]*)"', drawn) + re.findall(r"url\(([^)]*)\)", drawn)
    assert len(ids) == len(set(ids))
    assert set(wanted) == {f"#{name}" for name in ids}
    assert drawn.count("http") == 1  # the namespace


def test_a_picture_is_small() -> None:
    assert len(full_picture()) < 60_000
