"""The board as text: plain for anything, coloured for a terminal."""

from __future__ import annotations

import itertools
import re

import pytest

from tilefish.render.terminal import board_text

from .boards import ALL_TILES, ORTHODOX, RIGHT, setup, world

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_plain_text() -> None:
    variant = world(".*~=/%o>?/....", (*ORTHODOX, RIGHT))
    position = setup(variant, "ka3", "Pd3", "nb2", "Qc2", "Ka1", "Td1", turn=1)
    assert board_text(variant, position, colour=False).splitlines() == [
        "3  k  *** ~~~ =P=",
        "2 %%% (n) >Q> ?.?",
        "1  K   .   .   T ",
        "   a   b   c   d",
        "",
        "Black to move",
        "** void  ~~ water  == bridge  %% lava  () stepping stone  >> belt to the right  ?? spawn tile",
    ]


def test_plain_text_from_blacks_side() -> None:
    variant = world(".=/..")
    position = setup(variant, "ka2", "Kb1")
    assert board_text(variant, position, colour=False, flipped=True).splitlines()[:3] == [
        "1  K   . ",
        "2 =.=  k ",
        "   b   a",
    ]


@pytest.mark.parametrize("colour", [False, True])
def test_belts_point_where_they_carry_as_seen(colour: bool) -> None:
    variant = world(">.^")
    seen = board_text(variant, setup(variant), colour=colour, flipped=True)
    row = ESCAPE.sub("", seen).splitlines()[0].replace(".", " ")
    assert row.split() == ["1", "v", "v", "<", "<"]
    assert "<< belt to the left  vv belt downwards" in ESCAPE.sub("", seen)


def test_plain_text_is_ascii_without_escapes() -> None:
    variant = world(ALL_TILES[:8])
    text = board_text(variant, setup(variant, "Ka1"), colour=False, last_move="a1d1", check=0)
    assert text.isascii()
    assert "\x1b" not in text


def test_plain_text_names_the_last_move_and_the_check() -> None:
    variant = world("../..")
    text = board_text(variant, setup(variant, "Ka1"), colour=False, last_move="b1b2", check=0)
    assert "White to move, in check on a1, last move b1b2" in text.splitlines()


def test_no_legend_on_plain_floor() -> None:
    variant = world("../..")
    assert board_text(variant, setup(variant), colour=False).endswith("\nWhite to move\n")


@pytest.mark.parametrize("piece", ["", "Nb1"])
def test_tiles_differ_with_and_without_a_piece(piece: str) -> None:
    pieces = [piece] if piece else []
    rows = set()
    for tile in ALL_TILES:
        variant = world(f".{tile}.")
        rows.add(board_text(variant, setup(variant, *pieces), colour=False).splitlines()[0])
    assert len(rows) == len(ALL_TILES)


def test_void_of_the_position_is_drawn() -> None:
    variant = world("..")
    text = board_text(variant, setup(variant, voids=frozenset({1})), colour=False)
    assert text.splitlines()[0] == "1  .  ***"
    assert "** void" in text


def grounds(text: str) -> list[str]:
    """The background colours of the first row, square by square."""
    return re.findall(r"48;5;(\d+)", text.splitlines()[0])[::2]


def test_colour_gives_every_ground_its_background() -> None:
    drawn = {tile: grounds(board_text(world(tile), setup(world(tile)), colour=True))[0] for tile in ALL_TILES}
    belts = {drawn.pop(belt) for belt in "><^v"}
    assert len(belts) == 1
    assert len({*drawn.values(), *belts}) == len(drawn) + 1


def test_colour_chequers_and_marks() -> None:
    variant = world("....")
    plain, other, *_ = grounds(board_text(variant, setup(variant), colour=True))
    assert plain != other
    marked = grounds(board_text(variant, setup(variant, "Kd1"), colour=True, last_move="b1c1", check=3))
    assert marked[0] == plain
    assert marked[1] == marked[2] not in (plain, other)
    assert marked[3] not in (plain, other, marked[1])


def test_both_sides_have_their_ink() -> None:
    variant = world("..")
    white = board_text(variant, setup(variant, "Na1"), colour=True)
    black = board_text(variant, setup(variant, "na1"), colour=True)
    assert white != black
    assert ESCAPE.sub("", white) == ESCAPE.sub("", black)


def test_figurines_for_known_kinds_and_letters_for_others() -> None:
    variant = world("...", (*ORTHODOX, RIGHT))
    position = setup(variant, "Na1", "kb1", "Tc1")
    row = ESCAPE.sub("", board_text(variant, position, colour=True)).splitlines()[0]
    assert row == "1  ♞  ♚  T "
    row = ESCAPE.sub("", board_text(variant, position, colour=True, unicode=False)).splitlines()[0]
    assert row == "1  N  k  T "


def test_coloured_lines_are_equally_wide_and_end_without_colour() -> None:
    variant = world("/".join(("....", "*~=%", "o><^", "v?..")))
    for flipped, unicode in itertools.product((False, True), repeat=2):
        text = board_text(variant, setup(variant, "Ka1"), colour=True, unicode=unicode, flipped=flipped)
        lines = text.splitlines()
        assert {len(ESCAPE.sub("", line)) for line in lines[:4]} == {2 + 4 * 3}
        assert all(line.endswith("\x1b[0m") for line in lines[:4])
