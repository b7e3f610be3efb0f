"""Combat where belts run: what is carried keeps what it has."""

from __future__ import annotations

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError, Termination
from tilefish.game.game import Outcome

from .positions import EXCHANGE, field, hp, played

RIGHT = "8/8/8/8/8/*>>>>>>*/8/8"


def on_belts(placement: str, turn: str = "w", *, fields: str = "hp:- cd:- fx:-", plies: int = 0) -> Game:
    return Game(EXCHANGE, f"{placement} {turn} - - {plies} 1 {fields}", world=RIGHT)


def test_a_carried_piece_keeps_what_it_has() -> None:
    game = on_belts("7k/8/8/8/8/*1r4*/8/K7", "w", fields="hp:c3=4 cd:c3=2 fx:Ic3", plies=3)
    played(game, "a1b1")
    assert game.fen() == "7k/8/8/8/8/*2r3*/8/1K6 b - - 4 1 hp:d3=4 cd:d3=2 fx:-"


def test_an_interpose_is_carried_to_the_enemys_turn() -> None:
    game = on_belts("7k/8/8/8/8/*R5*/8/K7")
    assert field(played(game, "b3!"), "fx") == "Ic3"
    assert field(game, "cd") == "c3=3"


def test_who_is_carried_onto_a_piece_crushes_it() -> None:
    game = on_belts("7k/8/8/8/8/*r4Q*/8/K7", plies=9)
    played(game, "g3g4")
    assert game.fen().split()[0] == "7k/8/8/8/6Q1/*1r4*/8/K7"
    assert game.setup().halfmove == 10


def test_dropped_pieces_are_damage() -> None:
    assert played(on_belts("7k/8/8/8/8/*5r*/8/K7", plies=9), "a1b1").setup().halfmove == 0


def test_a_king_may_be_carried_to_its_death() -> None:
    lost = played(on_belts("7k/8/8/8/8/*5K*/8/R7"), "a1b1")
    assert lost.outcome() == Outcome("black", Termination.KING_DESTROYED)
    assert lost.legal_moves == []
    assert Game(EXCHANGE, lost.fen(), world=RIGHT).outcome() == lost.outcome()
    won = played(on_belts("8/8/8/8/8/*5k*/8/RK6"), "a1a2")
    assert won.outcome() == Outcome("white", Termination.KING_DESTROYED)
    left = played(on_belts("7k/8/8/8/8/*5K*/8/R7"), "g3g2")
    assert left.outcome() is None


def test_both_kings_at_once_is_a_draw() -> None:
    world = "8/8/*>>>>>>*/8/8/*>>>>>>*/8/8"
    game = Game(EXCHANGE, "8/8/*5k*/8/8/*5K*/8/R7 w - - 0 1 hp:- cd:- fx:-", world=world)
    game.push("a1b1")
    assert game.outcome() == Outcome(None, Termination.KING_DESTROYED)
    assert Game(EXCHANGE, game.fen(), world=world).outcome() == game.outcome()
    with pytest.raises(InputError, match="no king"):
        Game("exchange", "8/8/8/8/8/8/8/R7 w - - 0 1")


def test_the_flag_is_set_after_the_belts() -> None:
    assert field(played(on_belts("7k/8/8/2r5/8/*K5*/8/7R"), "h1h2"), "fx") == "T"
    assert field(played(on_belts("7k/8/8/2r5/8/*1K4*/8/7R"), "h1h2"), "fx") == "-"


def test_pieces_are_carried_as_in_chess() -> None:
    """Where no piece is attacked or cast away, chess on the same world moves the same pieces."""
    rng = seeded("carried")
    tiles = "8/2>>v3/2^1v3/2^<<3/3v4/3>>>2/8/8"
    for _ in range(6):
        fight, chess = Game("exchange", world=tiles), Game("chess", world=tiles)
        while len(fight.move_stack) < 30:
            quiet = sorted(set(fight.legal_moves) & set(chess.legal_moves))
            if not quiet:
                break
            move = rng.choice(quiet)
            fight.push(move)
            chess.push(move)
            if fight.outcome() or chess.outcome():
                break
            assert fight.setup().pieces == chess.setup().pieces, fight.move_stack
            assert fight.key == fight.key_from_scratch
            assert Game("exchange", fight.fen(), world=tiles).key == fight.key


def test_hit_points_of_whom_the_belts_do_not_touch() -> None:
    game = on_belts("7k/8/8/8/8/*3r2*/3R4/K7")
    assert hp(played(game, "d2xe3=1"), "f3") == 10
