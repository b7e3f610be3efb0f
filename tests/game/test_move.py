"""Moves as values: text, number, SAN, dice, and where they are legal."""

import copy
import json
import pickle

import pytest

from tilefish import Game, IllegalMoveError, InputError, Move


def move_of(game: Game, uci: str) -> Move:
    """The legal move with that text, as the list of legal moves has it."""
    return next(move for move in game.legal_moves if move == uci)


def test_a_move_is_its_text_in_uci_notation() -> None:
    move = move_of(Game(), "g1f3")
    assert type(move) is Move
    assert (str(move), move.uci, f"{move}", json.dumps([move])) == ("g1f3", "g1f3", "g1f3", '["g1f3"]')
    assert type(move.uci) is str
    assert move in {"g1f3"}
    assert (move.face, move.without_die) == (0, move)


def test_numbers_are_those_of_the_core() -> None:
    game = Game("makruk")
    assert [move.number for move in game.legal_moves] == game.board.legal_moves()


def test_the_game_takes_texts_and_moves_and_gives_moves() -> None:
    game = Game()
    game.push("e2e4")
    game.push(move_of(game, "e7e5"))
    assert type(game.play("Nf3")) is Move
    assert all(type(move) is Move for move in game.move_stack)
    assert game.move_stack == ["e2e4", "e7e5", "g1f3"]
    assert type(game.pop()) is Move
    assert type(game.read_move("Nf3")) is Move
    assert all(type(move) is Move for move in game.variation([move_of(game, "f1c4").number]))


def test_san_is_that_of_the_position_where_the_move_was_found() -> None:
    game = Game()
    moves = [game.play(text) for text in ("f3", "e5", "g4", "Qh4")]
    later = move_of(Game(), "g1h3")
    assert [move.san for move in moves] == ["f3", "e5", "g4", "Qh4#"]
    assert later.san == "Nh3"
    assert game.outcome() is not None  # asking changed nothing
    assert game.pop().san == "Qh4#"
    assert [move.san for move in game.legal_moves if move == "f8a3"] == ["Ba3"]


def test_a_move_of_another_position_means_its_text_here() -> None:
    """`e1g1` is castling, or the move of a rook."""
    near = Game(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    rook = Game(fen="3k4/8/8/8/8/8/8/K3R3 w - - 0 1")
    castling = move_of(near, "e1g1")
    with pytest.raises(IllegalMoveError):
        Game(fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1").push(castling)
    assert rook.find_move(castling).number != castling.number
    rook.push(castling)
    assert rook.fen().split()[0] == "3k4/8/8/8/8/8/8/K5R1"
    twin = Game(fen="4k3/8/8/8/8/8/8/4K2R w K - 7 9")
    twin.push(castling)
    assert (twin.move_stack[0].san, twin.fen().split()[0]) == ("O-O", "4k3/8/8/8/8/8/8/5RK1")


def test_the_same_squares_in_another_variant_are_another_move() -> None:
    move = move_of(Game(), "b1c3")
    fight = Game("exchange")
    fight.push(move)
    assert fight.move_stack[0] == move
    assert fight.move_stack[0].number == move_of(Game("exchange"), "b1c3").number


def test_dice_stand_behind_the_move() -> None:
    game = Game("exchange", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    attack = move_of(game, "d1xd4")
    assert (attack.face, attack.san) == (0, "d1xd4")
    rolled = attack.rolled(5)
    assert (rolled, rolled.face, rolled.number) == ("d1xd4=5", 5, attack.number)
    assert (rolled.without_die, rolled.rolled(2)) == (attack, "d1xd4=2")
    assert type(game.roll(attack)) is Move
    assert game.roll(rolled) == rolled
    assert sum(game.rolls(attack).values()) == 6
    assert game.rolls("e1e2") == {"e1e2": 1}
    with pytest.raises(IllegalMoveError, match="rolls a die"):
        game.push(attack)
    game.push(rolled)
    assert game.move_stack[0].face == 5
    assert Game().roll("e2e4") == "e2e4"


def test_a_list_of_moves_is_found_without_repetitions() -> None:
    game = Game()
    assert game.find_moves(["e2e4", "g1f3", "e2e4"]) == ["e2e4", "g1f3"]
    with pytest.raises(IllegalMoveError, match="e2e5"):
        game.find_moves(["e2e4", "e2e5"])


def test_copies_are_the_same_move_and_pickles_forget_the_position() -> None:
    move = move_of(Game(), "g1f3")
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    restored = pickle.loads(pickle.dumps(move))
    assert (restored, restored.number, type(restored)) == (move, move.number, Move)
    with pytest.raises(InputError, match=r"Game\.san"):
        _ = restored.san
    assert Game().san(restored) == "Nf3"
    game = Game()
    game.push(restored)
    assert game.move_stack[0].san == "Nf3"
