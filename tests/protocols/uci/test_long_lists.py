"""`searchmoves` with a long list costs little more than with a short one."""

from __future__ import annotations

import pytest
from tests.calls import calls_of

from tilefish import Game, InputError
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.protocols.uci.go_command import parse_go


@pytest.mark.parametrize("name", ["chess", "exchange", "fragments"])
def test_a_long_list_of_moves_is_looked_up_once(name: str) -> None:
    game = Game(name)
    legal = game.legal_moves
    short, long = (
        calls_of(lambda: parse_go(["searchmoves", *legal * times], game))  # noqa: B023
        for times in (1, 100)
    )
    assert long < 1.1 * short + 10
    assert parse_go(["searchmoves", *legal * 3], game).limits.moves == tuple(legal)


@pytest.mark.parametrize("name", ["chess", "exchange"])
def test_the_engine_looks_them_up_once(name: str) -> None:
    game = Game(name)
    engine = Engine(hash_megabytes=1)
    calls = []
    for times in (1, 100):
        limits = Limits(depth=1, moves=tuple(game.legal_moves * times))
        calls.append(calls_of(lambda: engine.play(game, limits)))  # noqa: B023
    assert calls[1] < 1.1 * calls[0] + 200


def test_other_spellings_are_one_move() -> None:
    game = Game("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert game.find_moves(["e1h1", "e1g1", "E1G1", "a1a2"]) == ["e1g1", "a1a2"]
    combat = Game("exchange")
    combat.push("e2!e4")
    combat.push("d7d5")
    assert combat.find_moves(["e4xd5=3", "e4xd5"]) == ["e4xd5"]
    with pytest.raises(InputError, match="e2e4 is not legal"):
        game.find_moves(["a1a2", "e2e4"])
