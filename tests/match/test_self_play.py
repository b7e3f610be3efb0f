"""The loop that plays every game: its end, its dice, and what appears between moves."""

from __future__ import annotations

from random import Random

import pytest
from tests.seeds import seeded

from tilefish import Game, IllegalMoveError
from tilefish.game.move import Move
from tilefish.match.self_play import play_move, random_move, roll_outcome, self_play
from tilefish.pgn import GameRecord
from tilefish.rules.files.library import Library

WORLDS = Library(environment=False).names()


@pytest.mark.parametrize("world", WORLDS)
def test_the_steps_of_a_game_are_its_record(world: str) -> None:
    """A game by lot, with dice and pieces that appear, is read again from its steps alone."""
    rng = seeded(world, 1)
    game, moves = Game(world), []
    for step in self_play(game, lambda game: random_move(game, rng), 80, rng):
        assert step.played.move_stack[-1] == step.move
        assert (step.hosted is None) == (step.game is step.played)
        moves.append(step.recorded())
        game = step.game
    assert len(moves) == 80 or game.outcome() is not None
    record = GameRecord(Game(world), tuple(moves))
    assert record.end().fen() == game.fen()
    assert [recorded.position is not None for recorded in moves] == [bool(each.comment) for each in moves]


def test_a_game_ends_when_it_is_over_long_or_given_up() -> None:
    fool = iter(("f2f3", "e7e5", "g2g4", "d8h4", "a2a3"))
    steps = list(self_play(Game(), lambda game: game.find_move(next(fool)), 10, Random(1)))
    assert [step.move for step in steps] == ["f2f3", "e7e5", "g2g4", "d8h4"]

    def first(game: Game) -> Move:
        return game.legal_moves[0]

    assert len(list(self_play(Game(), first, 3, Random(1)))) == 3
    assert list(self_play(Game(), first, 0, Random(1))) == []
    assert list(self_play(Game(), lambda _: None, 3, Random(1))) == []


def test_a_die_is_rolled_once() -> None:
    game = Game("exchange")
    for move in ("e2e4", "d7d5"):
        play_move(game, move, None, Random(1))
    attack = next(move for move in game.legal_moves if game.roll(move).face)
    typed = attack.rolled(3)
    assert play_move(game.copy(), typed, Random(1), Random(1)).move == typed
    assert play_move(game.copy(), typed, None, Random(1)).move == typed
    faces = {play_move(game.copy(), attack, Random(seed), Random(1)).move.face for seed in range(60)}
    assert faces == set(range(1, 7))
    with pytest.raises(IllegalMoveError, match="rolls a die"):
        play_move(game.copy(), attack, None, Random(1))
    outcomes = {roll_outcome(game, attack, Random(seed)) for seed in range(60)}
    assert outcomes == set(game.rolls(attack))


def test_dice_and_what_appears_are_drawn_apart() -> None:
    def appeared(dice: int, spawns: int) -> list[str]:
        moves, found = Random(1), []
        game = Game("twisted_carnival")
        for step in self_play(game, lambda game: random_move(game, moves), 30, Random(dice), Random(spawns)):
            found += [step.hosted.remark] if step.hosted else []
        return found

    assert appeared(1, 1) == appeared(2, 1) != appeared(1, 2)


def test_a_move_by_its_number() -> None:
    game = Game()
    for move in game.legal_moves:
        assert game.numbered(move.number) == move
    with pytest.raises(IllegalMoveError, match="number 7"):
        game.numbered(7)
