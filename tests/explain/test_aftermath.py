"""What came of a die: who lost hit points, and who fell."""

from __future__ import annotations

import pytest

from tilefish import Game
from tilefish.explain.aftermath import aftermath

FACTORY = "8/8/*<<<<<<*/8/8/*>>>>>>*/8/8"


@pytest.mark.parametrize(
    ("position", "action", "changes"),
    [
        ("4k3/8/8/8/3r4/8/8/3QK3 w", "d1xd4=2", ["rook d4 loses 5, 8 left"]),
        ("4k3/8/8/8/3r4/8/8/3QK3 w hp:d4=9", "d1xd4=6", ["rook d4 falls"]),
        ("4k3/8/8/8/3r4/8/8/3QK3 w", "e1e2", []),
        # the attacker takes two hit points from itself, and may be where it was not
        ("4k3/8/8/3r4/8/8/8/3QK3 w", "d1!d3xd5=1", ["queen d3 loses 2, 8 left", "rook d5 loses 4, 9 left"]),
        ("4k3/8/8/3r4/8/8/8/3QK3 w hp:d1=2,d5=4", "d1!d3xd5=1", ["queen d1 falls", "rook d5 falls"]),
        # a helper takes half, rounded down
        (
            "k7/8/8/2r5/3p4/8/8/3Q3K w hp:c5=9 fx:Ic5",
            "d1xd4=2",
            ["pawn d4 loses 3, 4 left", "rook c5 loses 2, 7 left"],
        ),
        ("4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=3", "c1!e3=5", ["knight e3 regains 5, 8 now"]),
        ("4k3/8/8/8/8/4N3/8/2B1K3 w hp:e3=9", "c1!e3=5", ["knight e3 regains 2, 11 now"]),
        # no piece counts as wounded that only stands where another one stood
        ("4k3/8/8/8/3p4/1N6/3P4/4K3 w hp:b3=4,d2=2", "b3c5", []),
        ("4k3/8/8/8/2p5/2N5/8/4K3 w hp:c3=4", "c3!xc4-d4=5", ["pawn c4 falls"]),
        ("4k3/8/8/8/8/8/3p4/2N1K3 b hp:d2=6", "d2xe1=1", ["king e1 loses 2, 13 left"]),
    ],
)  # fmt: skip
def test_changes(position: str, action: str, changes: list[str]) -> None:
    placement, turn, *fields = position.split()
    game = Game("exchange", " ".join([placement, turn, "- - 0 1", *fields]))
    assert aftermath(game, action) == changes


def test_belts_carry_the_wounded_on() -> None:
    game = Game("exchange", "4k3/8/3r4/8/8/3Q4/8/4K3 w - - 0 1 hp:d3=8", world=FACTORY)
    assert aftermath(game, "d3xd6=3") == ["rook c6 loses 6, 7 left"]
    game.push("d3xd6=3")
    assert game.fen().split()[6] == "hp:e3=8,c6=7"


def test_a_game_without_combat_has_none() -> None:
    assert aftermath(Game(), "e2e4") == []
