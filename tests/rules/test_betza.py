"""Betza notation: which steps it means, and where it is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilefish.rules.errors import InputError
from tilefish.rules.model.variant import UNLIMITED, Step
from tilefish.rules.text.betza import ATOMS, parse_betza

ORTHOGONAL = {(0, 1), (0, -1), (1, 0), (-1, 0)}
DIAGONAL = {(1, 1), (1, -1), (-1, 1), (-1, -1)}
KNIGHT = {(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)}


def vectors(text: str) -> set[tuple[int, int]]:
    return {(step.dx, step.dy) for step in parse_betza(text)}


def times(factor: int, pattern: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(factor * dx, factor * dy) for dx, dy in pattern}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W", ORTHOGONAL),
        ("F", DIAGONAL),
        ("D", times(2, ORTHOGONAL)),
        ("N", KNIGHT),
        ("A", times(2, DIAGONAL)),
        ("H", times(3, ORTHOGONAL)),
        ("G", times(3, DIAGONAL)),
        ("K", ORTHOGONAL | DIAGONAL),
        ("R", ORTHOGONAL),
        ("B", DIAGONAL),
        ("Q", ORTHOGONAL | DIAGONAL),
        ("RN", ORTHOGONAL | KNIGHT),
    ],
)
def test_atoms(text: str, expected: set[tuple[int, int]]) -> None:
    assert vectors(text) == expected


@pytest.mark.parametrize(("one", "other"), [("L", "C"), ("J", "Z"), ("K", "WF"), ("Q", "RB"), ("KN", "NFW")])
def test_other_words(one: str, other: str) -> None:
    assert set(parse_betza(one)) == set(parse_betza(other))


def test_camels_and_zebras() -> None:
    assert (1, 3) in vectors("C")
    assert (-3, 2) in vectors("Z")
    assert len(vectors("C")) == len(vectors("Z")) == 8


@pytest.mark.parametrize(
    ("text", "reach"),
    [("W", 1), ("R", UNLIMITED), ("WW", UNLIMITED), ("W0", UNLIMITED), ("R0", UNLIMITED), ("RR", UNLIMITED),
     ("R3", 3), ("W3", 3), ("R1", 1), ("N", 1), ("NN", UNLIMITED), ("N0", UNLIMITED), ("D2", 2), ("N2", 2),
     ("B6", 6), ("B7", UNLIMITED), ("B99", UNLIMITED), ("D3", UNLIMITED), ("H2", UNLIMITED)],
)  # fmt: skip
def test_ranges(text: str, reach: int) -> None:
    """A range that the edge of any board cuts off is none."""
    assert {step.reach for step in parse_betza(text)} == {reach}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fW", {(0, 1)}),
        ("bW", {(0, -1)}),
        ("lW", {(-1, 0)}),
        ("rW", {(1, 0)}),
        ("vW", {(0, 1), (0, -1)}),
        ("sW", {(1, 0), (-1, 0)}),
        ("flW", {(0, 1), (-1, 0)}),
        ("fsW", {(0, 1), (1, 0), (-1, 0)}),
        ("fblrW", ORTHOGONAL),
        ("ffW", {(0, 1)}),
        ("fF", {(1, 1), (-1, 1)}),
        ("lF", {(-1, 1), (-1, -1)}),
        ("flF", {(-1, 1)}),
        ("lfF", {(-1, 1)}),
        ("brF", {(1, -1)}),
        ("flbrF", {(-1, 1), (1, -1)}),
        ("vF", DIAGONAL),
        ("fbF", DIAGONAL),
        ("fN", {(1, 2), (-1, 2)}),
        ("ffN", {(1, 2), (-1, 2)}),
        ("fsN", {(2, 1), (-2, 1)}),
        ("bbN", {(1, -2), (-1, -2)}),
        ("bsN", {(2, -1), (-2, -1)}),
        ("rN", {(2, 1), (2, -1)}),
        ("lvN", {(-1, 2), (-1, -2)}),
        ("flN", {(-2, 1)}),
        ("lfN", {(-1, 2)}),
        ("rbN", {(1, -2)}),
        ("brN", {(2, -1)}),
        ("vN", {(1, 2), (-1, 2), (1, -2), (-1, -2)}),
        ("sN", {(2, 1), (-2, 1), (2, -1), (-2, -1)}),
        ("fsfN", {(1, 2), (-1, 2), (2, 1), (-2, 1)}),
        ("vsN", {(2, 1), (-2, 1), (2, -1), (-2, -1)}),
        ("fK", {(0, 1), (1, 1), (-1, 1)}),
        ("fQ", {(0, 1), (1, 1), (-1, 1)}),
        ("fC", {(1, 3), (-1, 3)}),
    ],
)
def test_directions(text: str, expected: set[tuple[int, int]]) -> None:
    assert vectors(text) == expected


def test_pawn() -> None:
    assert parse_betza("fmWfcFifmnD") == (
        Step(0, 1, 1, quiet=True, capture=False),
        Step(1, 1, 1, quiet=False, capture=True),
        Step(-1, 1, 1, quiet=False, capture=True),
        Step(0, 2, 1, quiet=True, capture=False, lame=True, initial=True),
    )


@pytest.mark.parametrize("text", ["fmW", "mfW"])
def test_modifiers_come_in_any_order(text: str) -> None:
    assert parse_betza(text) == (Step(0, 1, 1, quiet=True, capture=False),)


@pytest.mark.parametrize(
    ("text", "same_as"),
    [("mWcW", "W"), ("mcW", "W"), ("WR", "R"), ("RW", "R"), ("R3R5", "R5"), ("RmR3", "R"), ("mRcR", "R"),
     ("NmN", "N"), ("nNcmN", "N"), ("iWR", "R"), ("inDmcD", "D"), ("RnD", "R"), ("nDR", "R"), ("W2nD", "W2"),
     ("BnG", "B"), ("KWFfWmF", "K"), ("fWbWsW", "W")],
)  # fmt: skip
def test_what_another_part_covers_is_left_out(text: str, same_as: str) -> None:
    assert set(parse_betza(text)) == set(parse_betza(same_as))


def test_what_nothing_covers_stays() -> None:
    assert set(parse_betza("fmR3fcR")) == {
        Step(0, 1, 3, quiet=True, capture=False),
        Step(0, 1, UNLIMITED, quiet=False, capture=True),
    }
    assert set(parse_betza("fWfinD")) == {
        Step(0, 1, 1, quiet=True, capture=True),
        Step(0, 2, 1, quiet=True, capture=True, lame=True, initial=True),
    }
    assert len(parse_betza("W2D")) == 8, "a leap and a slide of the same length are different moves"


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("", ["empty", "at least one atom"]),
        ("RX", ['letter 2 ("X")', "no such atom", "W F D N"]),
        ("rx", ['letter 2 ("x")', "no such modifier"]),
        ("k", ['letter 1 ("k")', "capitals", "K would be right"]),
        ("hN", ['letter 1 ("h")', "H would be right"]),
        ("f", ['after "f"', "an atom must follow"]),
        ("Wfm", ['in "Wfm"', 'after "fm"', '"fmW"']),
        ("3W", ['letter 1 ("3")', "behind an atom"]),
        ("Wm3", ['letter 3 ("3")', "behind an atom"]),
        ("mmW", ['letter 2 ("m")', "twice"]),
        ("fmifiD", ['letter 5 ("i")', "twice"]),
        ("nW", ['letter 1 ("n")', "leaps over nothing", "D N A H"]),
        ("nK", ["K leaps over nothing"]),
        ("RfnB", ['letter 3 ("n")', "B leaps over nothing"]),
        ("nNN", ['letter 1 ("n")', "cannot be repeated"]),
        ("nD2", ["cannot be repeated"]),
        ("WW3", ['letter 3 ("3")', "no limit already"]),
        ("W123", ['letter 2 ("1")', "too long"]),
        ("W W", ['letter 2 (" ")', "no spaces"]),
        ("W\n", [r'in "W\n"', "no spaces"]),
        ("Wé", ['letter 2 ("é")']),
        ("W²", ['letter 2 ("²")']),
        ("W" * 200, ["200 letters", "80 are the most"]),
    ],
)
def test_mistakes_point_at_the_letter(text: str, fragments: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse_betza(text)
    for fragment in fragments:
        assert fragment in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.one_of(st.text(max_size=12), st.text("".join(ATOMS) + "fblrvsmcin0123x", max_size=12)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        steps = parse_betza(text)
    except InputError:
        return
    assert steps
    assert len(set(steps)) == len(steps)
    for step in steps:
        assert step.quiet or step.capture
        assert not step.lame or step.reach == 1
        twins = [other for other in steps if (other.dx, other.dy, other.lame, other.initial) ==
                 (step.dx, step.dy, step.lame, step.initial)]  # fmt: skip
        assert sum(twin.quiet for twin in twins) <= 1
        assert sum(twin.capture for twin in twins) <= 1
