"""How pieces move on an empty board, in words: held against the core's own targets."""

from __future__ import annotations

from random import Random

import pytest
from tests.seeds import seeded

from tilefish import Game, Library
from tilefish.explain.piece_moves import Reach, good_square, reach_words, reaches
from tilefish.rules.errors import InputError
from tilefish.rules.model.setup import Setup
from tilefish.rules.model.variant import SIDES, Variant
from tilefish.rules.text.fen import format_fen

LIBRARY = Library()
TRIALS = 40
"""Positions of each variant."""


def targets(variant: Variant, pieces: dict[int, tuple[int, int]], square: int) -> set[int] | None:
    """Where the core lets a piece go; None if there is no such position."""
    combat = None if variant.combat is None else variant.combat.fresh()
    fen = format_fen(variant, Setup(pieces, turn=pieces[square][1], combat=combat))
    try:
        return set(Game(variant, fen).board.query().targets(square))
    except InputError:
        return None


def with_kings(variant: Variant, pieces: dict[int, tuple[int, int]], free: list[int], random: Random) -> None:
    """Adds the kings that are missing."""
    royal = next(index for index, kind in enumerate(variant.kinds) if kind.royal)
    for side in SIDES:
        if (royal, side) not in pieces.values() and free:
            pieces[free.pop(random.randrange(len(free)))] = (royal, side)


@pytest.mark.parametrize("name", LIBRARY.names())
def test_the_core_agrees(name: str) -> None:
    variant = LIBRARY.load(name)
    random = seeded("reaches", name)
    safe = [square for square in range(len(variant.tiles)) if variant.is_safe(square)]
    tried = 0
    for _ in range(TRIALS):
        kind, side, square = random.randrange(len(variant.kinds)), random.choice(SIDES), random.choice(safe)
        found = reaches(variant, variant.kinds[kind], side, square)
        reached = {reach.square for reach in found}
        assert reached <= set(safe) - {square}
        free = [other for other in safe if other != square and other not in reached]
        pieces = {square: (kind, side)}
        with_kings(variant, pieces, free, random)
        moves = targets(variant, pieces, square)
        if moves is None:
            continue
        tried += 1
        assert moves == {reach.square for reach in found if reach.moves}
        for reach in found:  # a pawn of the other side stops what is not a capture
            pawn = next((index for index, kind in enumerate(variant.kinds) if kind.pawn), None)
            if pawn is None:
                break
            taken = targets(variant, {**pieces, reach.square: (pawn, 1 - side)}, square)
            assert taken is None or (reach.square in taken) == reach.captures
    assert tried


def test_a_good_square_shows_first_moves_and_is_safe() -> None:
    for name in LIBRARY.names():
        variant = LIBRARY.load(name)
        for kind in variant.kinds:
            square = good_square(variant, kind)
            assert square is not None
            assert variant.is_safe(square)
            found = reaches(variant, kind, 0, square)
            has_first = any(step.initial for step in kind.steps) and bool(kind.initial_squares[0])
            assert found
            assert has_first == any(reach.is_first for reach in found)


def test_words_name_each_square_once() -> None:
    variant = LIBRARY.load("exchange")
    rook = next(kind for kind in variant.kinds if kind.name == "rook")
    found = reaches(variant, rook, 0, 27)
    assert reach_words(variant, 27, found) == [
        "From d4 it slides to move: d1, a4, g4, h4, d7, d8.",
        "From d4 it slides to move or attack: d2, d3, b4, c4, e4, f4, d5, d6.",
        "From d4 it leaps or steps to attack: c3, e3, c5, e5.",
    ]
    assert reach_words(variant, 27, ()) == ["From d4 it reaches no square."]


def test_a_first_move_is_only_from_its_squares() -> None:
    variant = LIBRARY.load("chess")
    pawn = variant.kinds[0]
    assert reaches(variant, pawn, 0, 12) == (
        Reach(19, moves=False, captures=True, is_slide=False, is_first=False),
        Reach(20, moves=True, captures=False, is_slide=False, is_first=False),
        Reach(21, moves=False, captures=True, is_slide=False, is_first=False),
        Reach(28, moves=True, captures=False, is_slide=True, is_first=True),
    )
    assert [reach.square for reach in reaches(variant, pawn, 1, 28)] == [19, 20, 21]
