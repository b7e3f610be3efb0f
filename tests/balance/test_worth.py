"""What pieces are worth is found again in results that were made from known values."""

from __future__ import annotations

import math
from random import Random

import pytest

from tilefish import Game
from tilefish.balance.report import Worths
from tilefish.balance.worth import Observation, inverted, worths
from tilefish.rules.model.variant import Variant

TRUE = {"pawn": 1.0, "knight": 3.0, "bishop": 3.5, "rook": 5.0, "queen": 9.0}
STEEP = 0.9
"""The logarithm of the odds that a pawn is."""


@pytest.fixture(scope="module")
def chess() -> Variant:
    return Game("chess").variant


def made_up(variant: Variant, openings: int, edge: float = 0.0, without: str = "") -> list[Observation]:
    """Games of which each shows several materials, and ends as the first of them says."""
    rng = Random(openings)
    seen: list[Observation] = []
    for opening in range(openings):
        balance = [0.0] * len(variant.kinds)
        for index, kind in enumerate(variant.kinds):
            if kind.name in TRUE and kind.name != without:
                balance[index] = float(rng.choice([-1, 0, 0, 1]) * (1 if TRUE[kind.name] > 3 else 2))
        worth = edge + sum(
            TRUE.get(kind.name, 0.0) * number for kind, number in zip(variant.kinds, balance, strict=True)
        )
        points = float(rng.random() < 1 / (1 + math.exp(-STEEP * worth)))
        seen.append((opening, tuple(balance), points))
    return seen


def found_in(variant: Variant, seen: list[Observation], *absent: str) -> Worths:
    """The values, where all kinds but some were on the board."""
    there = [index for index, kind in enumerate(variant.kinds) if kind.name not in absent]
    return worths(variant, Game("chess").piece_values(), there, seen)


def test_values_are_found_again(chess: Variant) -> None:
    found = found_in(chess, made_up(chess, 1500, edge=0.8))
    assert found.unit == "pawn"
    assert found.remark == ""
    for worth in found.pieces:
        assert worth.pawns is not None, worth.piece
        assert worth.pawns.low <= TRUE[worth.piece] <= worth.pawns.high
        assert worth.pawns.high - worth.pawns.low < 0.8 * TRUE[worth.piece] or worth.piece == "pawn"
    assert found.edge is not None
    assert found.edge.low <= 0.8 <= found.edge.high
    assert found.edge.excludes(0)


def test_the_same_game_many_times_makes_nothing_surer(chess: Variant) -> None:
    seen = made_up(chess, 1500)
    once, often = found_in(chess, seen), found_in(chess, seen * 4)
    for one, other in zip(once.pieces[1:], often.pieces[1:], strict=True):
        assert one.pawns is not None
        assert other.pawns is not None
        width, other_width = (worth.high - worth.low for worth in (one.pawns, other.pawns))
        assert other_width == pytest.approx(width, rel=0.05)


def test_what_never_differs_has_no_value(chess: Variant) -> None:
    found = found_in(chess, made_up(chess, 1500, without="queen"))
    unknown = [worth.piece for worth in found.pieces if worth.pawns is None]
    assert unknown == ["queen"]
    assert "queen" in found.remark


def test_without_pawns_on_the_board_the_cheapest_piece_is_the_unit(chess: Variant) -> None:
    seen = made_up(chess, 1500, without="pawn")
    found = found_in(chess, seen, "pawn")
    values = {worth.piece: worth.pawns for worth in found.pieces}
    assert found.unit == "knight"
    assert found.remark == ""
    assert list(values) == ["knight", "bishop", "rook", "queen"]
    assert values["rook"] is not None
    assert values["rook"].low <= TRUE["rook"] / TRUE["knight"] <= values["rook"].high


@pytest.mark.parametrize("openings", [0, 10, 25])
def test_few_games_are_not_enough(chess: Variant, openings: int) -> None:
    found = found_in(chess, made_up(chess, openings))
    assert all(worth.pawns is None for worth in found.pieces)
    assert found.edge is None
    assert "not enough games" in found.remark


def test_a_board_of_kings_has_nothing_to_value(chess: Variant) -> None:
    game = Game("chess", pieces="")
    kings = Variant(
        **{name: getattr(game.variant, name) for name in game.variant.__slots__}
        | {"kinds": tuple(kind for kind in chess.kinds if kind.royal)}
    )
    assert worths(kings, game.piece_values(), [0], []).pieces == ()


def test_inverses() -> None:
    assert inverted([[4.0, 2.0], [2.0, 3.0]]) == [
        pytest.approx([0.375, -0.25]),
        pytest.approx([-0.25, 0.5]),
    ]
