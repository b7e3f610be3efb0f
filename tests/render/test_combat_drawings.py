"""Boards of combat games: hit points, abilities that rest and effects, as text and as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tilefish import Game
from tilefish.explain.condition import Health, conditions, state_lines
from tilefish.render.svg import board_svg
from tilefish.render.terminal import board_text
from tilefish.rules.text.move_squares import legs_of, squares_of

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
SVG = "{http://www.w3.org/2000/svg}"
FIGHT = (
    "r3k3/8/8/3q4/8/8/6P1/3QK2R w - - 3 7 hp:e1=4,h1=8,d5=3 cd:h1=1,d5=2,g2=1 fx:K,d2,Ia8,T"  # White to move
)


def text(fen: str, colour: bool = False, world: str | None = None) -> str:
    game = Game("exchange", fen, world)
    return board_text(game.variant, game.setup(), colour=colour)


def test_plain_text() -> None:
    assert text(FIGHT).splitlines() == [
        "8  r13   .     .     .     k15   .     .     .   ",
        "7  .     .     .     .     .     .     .     .   ",
        "6  .     .     .     .     .     .     .     .   ",
        "5  .     .     .     q3    .     .     .     .   ",
        "4  .     .     .     .     .     .     .     .   ",
        "3  .     .     .     .     .     .     .     .   ",
        "2  .     .     .     .     .     .     P7    .   ",
        "1  .     .     .     Q10   K4    .     .     R8  ",
        "   a     b     c     d     e     f     g     h",
        "",
        "White to move",
        "White: Royal Decree at hand; resting: rook h1 (1), pawn g2 (1); king exposed",
        "Black: Royal Decree active (2 turns left); interposing: rook a8; resting: queen d5 (2)",
    ]


def test_terrain_shows_beside_hit_points_and_fills_empty_squares() -> None:
    rows = text("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1 fx:-", world="8/8/8/8/~3o2=/8/8/8").splitlines()
    assert rows[4] == "4 ~~~~~  .     .     .    (P7 )  .     .    =.  ="


@pytest.mark.parametrize("fen", [FIGHT, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 hp:- cd:- fx:-"])
def test_coloured_lines_are_as_wide_as_plain_ones_without_gaps(fen: str) -> None:
    lines = [ESCAPE.sub("", line) for line in text(fen, colour=True).splitlines()]
    assert {len(line) for line in lines[:8]} == {2 + 8 * 5}
    column = lines[8].index("e")
    assert lines[7][column] == "♚"


def test_colour_tells_health() -> None:
    row = text("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1 hp:a1=10,b1=5,c1=2 fx:-", colour=True).splitlines()[7]
    inks = re.findall(r"48;5;16;38;5;(\d+)m(\d+)", row)
    assert [points for _, points in inks] == ["10", "5", "2", "15"]
    assert inks[0][0] == inks[3][0]
    assert len({ink for ink, _ in inks}) == 3


@pytest.mark.parametrize(
    ("action", "marked"),
    [
        ("b1c3", "b1 c3"),
        ("d1xd4=5", "d1 d4"),
        ("b1c3xc4=1", "b1 c3 c4"),
        ("e1!", "e1"),
        ("c1!e3=6", "c1 e3"),
        ("d1!d4xd6=2", "d1 d4 d6"),
        ("c3!xc4-d3=2", "c3 c4 d3"),
        ("e6!e8q", "e6 e8"),
        ("c3e4,e4d5,d5f6xf7=4", "c3 e4 d5 f6 f7"),
    ],
)
def test_the_last_action_marks_every_square_that_it_touched(action: str, marked: str) -> None:
    game = Game("exchange")
    squares = squares_of(legs_of(game.variant, action))
    assert " ".join(map(game.variant.square_name, squares)) == marked
    drawn = board_text(game.variant, game.setup(), colour=True, unicode=False, last_move=action)
    assert drawn.count("\x1b[48;5;178;") == 2 * len(squares)  # each cell sets its ground twice
    assert f"White to move, last move {action}\n" in drawn


def test_a_skirmish_leads_to_its_victim_and_aside() -> None:
    variant = Game("exchange").variant
    legs = legs_of(variant, "c3!xc4-d3=2")
    assert [variant.square_name(a) + variant.square_name(b) for a, b in legs] == ["c3c4", "c3d3"]
    assert legs_of(variant, "e1!") == ((4, 4),)


def test_nothing_is_shown_where_nothing_is_so() -> None:
    game = Game("exchange", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 fx:-")
    assert list(state_lines(game.variant, game.setup())) == []


def test_a_game_without_combat_is_drawn_as_ever() -> None:
    game = Game()
    assert conditions(game.variant, game.setup()) == {}
    rows = board_text(game.variant, game.setup(), colour=False).splitlines()
    assert rows[0] == "8  r   n   b   q   k   b   n   r "
    assert rows[-1] == "White to move"
    assert "#45c463" not in board_svg(game.variant, game.setup())


@pytest.mark.parametrize(
    ("hp", "health"),
    [
        (15, Health.GOOD),
        (10, Health.GOOD),
        (9, Health.WORN),
        (5, Health.WORN),
        (4, Health.LOW),
        (1, Health.LOW),
    ],
)
def test_health_is_shown_by_thirds(hp: int, health: Health) -> None:
    game = Game("exchange", f"4k3/8/8/8/8/8/8/4K3 w - - 0 1 hp:e1={hp} fx:-")
    condition = conditions(game.variant, game.setup())[4]
    assert (condition.hp, condition.most, condition.health) == (hp, 15, health)


# --- the picture -------------------------------------------------------------------------------------------


def picture(fen: str, flipped: bool = False) -> ElementTree.Element:
    game = Game("exchange", fen)
    root = ElementTree.fromstring(board_svg(game.variant, game.setup(), flipped=flipped))
    found = [group for group in root.findall(f"{SVG}g") if group.get("font-weight") == "bold"]
    assert len(found) == 1
    return found[0]


def square_at(element: ElementTree.Element, flipped: bool = False) -> str:
    """The square that something lies on."""
    column = (int(element.attrib["x"]) - 46) // 100
    row = (int(element.attrib["y"]) - 46) // 100
    return f"{'abcdefgh'[7 - column if flipped else column]}{row + 1 if flipped else 8 - row}"


@pytest.mark.parametrize("flipped", [False, True])
def test_every_piece_has_its_hit_points(flipped: bool) -> None:
    numbers = {
        square_at(text, flipped): text.text
        for text in picture(FIGHT, flipped).findall(f"{SVG}text")
        if text.get("font-size") == "24"
    }
    assert numbers == {
        "a8": "13", "e8": "15", "d5": "3", "g2": "7", "d1": "10", "e1": "4", "h1": "8",
    }  # fmt: skip


def test_bars_are_as_long_as_hit_points_last() -> None:
    bars = {
        square_at(bar): float(bar.attrib["width"])
        for bar in picture(FIGHT).findall(f"{SVG}rect")
        if bar.get("height") == "9"
    }
    assert bars["a8"] == bars["d1"] == bars["g2"]
    assert bars["d5"] == pytest.approx(bars["d1"] * 3 / 10)
    assert bars["h1"] == pytest.approx(bars["a8"] * 8 / 13, abs=0.01)


def test_resting_abilities_and_turns_of_a_decree_are_numbered() -> None:
    drawn = {
        (square_at(text), text.attrib["font-size"]): text.text
        for text in picture(FIGHT).findall(f"{SVG}text")
    }
    assert {where[0]: words for where, words in drawn.items() if where[1] == "22"} == {
        "h1": "1", "d5": "2", "g2": "1",
    }  # fmt: skip
    assert {where[0]: words for where, words in drawn.items() if where[1] == "15"} == {"e8": "2"}


def test_effects_have_their_signs() -> None:
    signs = len(picture(FIGHT).findall(f"{SVG}path"))
    assert signs == 3  # the shield, and a crown each
    assert len(picture(FIGHT.replace("K,d2,Ia8,T", "-")).findall(f"{SVG}path")) == 0
    frames = [rect for rect in picture(FIGHT).findall(f"{SVG}rect") if rect.get("stroke-dasharray")]
    assert [square_at(frame) for frame in frames] == ["e1"]
    assert "stroke-dasharray" not in ElementTree.tostring(
        picture(FIGHT.replace(",T", "")), encoding="unicode"
    )
