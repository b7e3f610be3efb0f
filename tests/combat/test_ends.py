"""How a combat game ends, what counts for repetition, and how perft counts dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tilefish import Game, InputError, Termination
from tilefish.game.game import Outcome

from .positions import EXCHANGE, fight, played, ruled


def test_who_loses_the_king_loses() -> None:
    game = fight("8/8/8/8/3k4/8/3R4/K7", hp="d4=3")
    played(game, "d2xd4=1")
    assert game.outcome() == Outcome("white", Termination.KING_DESTROYED)
    assert game.legal_moves == []
    assert game.perft(2) == 0
    assert Game("exchange", game.fen()).outcome() == game.outcome()
    with pytest.raises(InputError, match="the game is over"):
        game.push("d4d5")


def test_a_side_without_an_action_draws() -> None:
    game = fight("7k/8/8/8/8/q7/2q5/K7")
    assert game.legal_moves == []
    assert game.outcome() == Outcome(None, Termination.STALEMATE)
    losing = replace(EXCHANGE, end=replace(EXCHANGE.end, stalemate_loss=True))
    assert fight("7k/8/8/8/8/q7/2q5/K7", variant=losing).outcome() == Outcome("black", Termination.STALEMATE)


def test_sixty_plies_without_damage() -> None:
    game = fight("7k/8/8/8/8/8/8/K6R", plies=58)
    assert played(game, "a1b1").outcome() is None
    assert played(game, "h8g8").outcome() == Outcome(None, Termination.NO_DAMAGE)
    assert fight("7k/8/8/8/8/8/8/K6R", plies=60, variant=ruled(quiet_plies=0)).outcome() is None
    assert fight("7k/8/8/8/8/8/8/K6R", plies=4, variant=ruled(quiet_plies=4)).outcome() is not None


def test_what_counts_as_a_quiet_ply() -> None:
    assert played(fight("7k/8/8/8/3p4/8/3R4/K7", plies=9), "d2xd4=1").setup().halfmove == 0
    assert played(fight("7k/8/8/8/8/8/3P4/K7", plies=9), "d2d3").setup().halfmove == 10
    assert played(fight("7k/3P4/8/8/8/8/8/K7", plies=9), "d7d8").setup().halfmove == 10


def test_two_bare_kings() -> None:
    assert fight("7k/8/8/8/8/8/8/K7").outcome() == Outcome(None, Termination.MATERIAL)
    assert fight("7k/8/8/8/8/8/8/K6P").outcome() is None


BACK_AND_FORTH = ("a1b1", "h8g8", "b1a1", "g8h8")


def test_repetition() -> None:
    game = fight("7k/8/8/8/8/8/8/K6P")
    key = game.key
    assert played(game, *BACK_AND_FORTH).key == key
    assert game.outcome() is None
    assert played(game, *BACK_AND_FORTH).outcome() == Outcome(None, Termination.REPETITION)


def test_counters_are_part_of_the_position() -> None:
    game = fight("7k/8/8/8/8/8/8/K6R", cd="h1=3")
    played(game, *BACK_AND_FORTH, *BACK_AND_FORTH)
    assert game.outcome() is None


@pytest.mark.parametrize(
    "difference",
    [
        {"hp": "h1=12"},
        {"cd": "h1=1"},
        {"fx": "K"},
        {"fx": "k"},
        {"fx": "D1"},
        {"fx": "D2"},
        {"fx": "d1"},
        {"fx": "Ih7"},
        {"fx": "T"},
        {"fx": "t"},
    ],
    ids=str,
)
def test_all_of_it_is_in_the_key(difference: dict[str, Any]) -> None:
    placement = "7k/7r/8/8/8/8/8/K6R"
    game = fight(placement, **difference)
    assert game.key != fight(placement).key
    assert game.key == game.key_from_scratch


def test_perft_counts_every_face() -> None:
    game = fight("8/8/8/8/3k4/8/3R4/K7", hp="d4=5", fx="-")
    quiet = sum("x" not in move for move in game.legal_moves)
    assert game.perft(1) == quiet + 6
    assert game.divide(1)["d2xd4"] == 6
    alive = sum(played(game.copy(), f"d2xd4={face}").perft(1) for face in (1, 2))
    assert game.divide(2)["d2xd4"] == alive  # where the king is gone nothing is counted
    assert sum(game.divide(3).values()) == game.perft(3)
