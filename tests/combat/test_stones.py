"""Combat where stones lie: moves onto them go on with a glide and a leap."""

from __future__ import annotations

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError

from .positions import EXCHANGE, field, hp, played, ruled

ONE_STONE = "8/8/8/8/3o4/8/8/8"


def with_stone(
    placement: str, turn: str = "w", *, fields: str = "hp:- cd:- fx:-", world: str = ONE_STONE
) -> Game:
    return Game(EXCHANGE, f"{placement} {turn} - - 0 1 {fields}", world=world)


def test_a_move_onto_a_stone_is_a_sequence() -> None:
    game = with_stone("7k/8/8/8/8/8/3R4/K7", fields="hp:d2=4 cd:d2=3 fx:-")
    assert "d2d4" not in game.legal_moves
    assert "d2d4,d4c3,c3c8" in game.legal_moves
    played(game, "d2d4,d4c5,c5c8")  # another glide on the same file
    assert game.move_stack == ["d2d4,d4c3,c3c8"]
    assert game.fen() == "2R4k/8/8/8/8/8/8/K7 b - - 1 1 hp:c8=4 cd:c8=2 fx:-"


def test_glides_that_do_not_work() -> None:
    game = with_stone("7k/8/8/8/8/8/3R4/K7")
    for text in ("d2d4,d4e5,e5c8", "d2d4,d4c2,c2c8", "d2d4,d4c5,d5c8", "d2d4,d4c5", "d2d4,d4c5,c5c8=2"):
        with pytest.raises(InputError):
            game.push(text)
    assert game.move_stack == []


def test_a_sequence_attacks_nobody_on_its_way() -> None:
    game = with_stone("7k/8/2p5/8/8/8/3R4/K7")
    ends = {move[-2:] for move in game.legal_moves if "," in move}
    assert "c6" not in ends
    assert "d2" in ends  # the turn may end where it began


def test_sequences_are_those_of_chess() -> None:
    """Where no piece can be captured, a sequence goes where it goes in chess."""
    world = "8/8/8/1o4o1/4o3/8/8/8"
    placement = "7k/8/8/8/8/1N6/3R1Q2/K4B2"
    fight = with_stone(placement, world=world)
    chess = Game("chess", f"{placement} w - - 0 1", world=world)
    assert {move for move in fight.legal_moves if "," in move and "!" not in move and "x" not in move} == {
        move for move in chess.legal_moves if "," in move and move[:2] != "a1"
    }


def test_attacks_after_a_sequence() -> None:
    game = with_stone("7k/8/8/8/8/1p3N2/8/K7", world="8/8/8/8/3o4/8/8/8")
    attack = next(move for move in game.legal_moves if move.endswith("xb3") and "," in move)
    assert hp(played(game, f"{attack}=2"), "b3") == 3
    queen = with_stone("3p3k/8/8/8/8/8/8/K2Q4")
    assert any(move.startswith("d1!d4,") and move.endswith("xd8") for move in queen.legal_moves)
    overextended = next(move for move in queen.legal_moves if move.startswith("d1!d4,"))
    end = overextended.split("x")[0][-2:]
    played(queen, f"{overextended}=1")
    assert (hp(queen, end), field(queen, "cd")) == (8, f"{end}=3")


def test_the_king_keeps_off_threatened_ends() -> None:
    game = with_stone("7k/8/8/8/8/3K4/8/2r5")
    ends = {move[-2:] for move in game.legal_moves if move.startswith("d3d4,")}
    assert ends
    assert not ends & {"c3", "c2", "b2", "d2"}
    bold = Game(ruled(cautious_king=(False, True)), game.fen(), world=ONE_STONE)
    assert {"c3", "d2"} <= {move[-2:] for move in bold.legal_moves if move.startswith("d3d4,")}


def test_a_leap_may_promote() -> None:
    game = with_stone("7k/8/3P4/8/8/8/8/K7", world="8/3o4/8/8/8/8/8/8")
    ends = {move.split(",")[-1][2:] for move in game.legal_moves if move.startswith("d6d7,")}
    assert ends == {"c8q", "e8q", "c7", "d7", "e7"}  # a glide back and a leap onto the stone is one, too
    assert "d6!d8q" in game.legal_moves


def test_playouts_with_stones() -> None:
    for seed in range(3):
        rng = seeded(seed)
        game = Game("exchange", world="8/8/2o2o2/1o4o1/4o3/>>>>>>>>/8/8")
        for _ in range(60):
            moves = game.legal_moves
            if game.outcome() or not moves:
                break
            assert len(set(moves)) == len(moves)
            assert game.perft(1) == sum(game.divide(1).values())
            game.push(game.roll(rng.choice(moves), rng))
            assert game.key == game.key_from_scratch
            assert Game("exchange", game.fen(), world="8/8/2o2o2/1o4o1/4o3/>>>>>>>>/8/8").key == game.key
