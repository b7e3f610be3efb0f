"""`go mate N` against a search of every line, in Python, which knows nothing but the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.seeds import Tries, seeded

from tilefish import Game
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits

LONGEST = 2
POSITIONS = 40
ENDINGS = {  # fragments' stalemate loses, chess's draws
    "fragments": (5, "KR", "kpp"),
    "chess": (8, "KQR", "kp"),
}


def shortest_mate(game: Game, moves: int) -> int | None:
    """The number of moves, at most `moves`, in which the side to move forces the win."""
    for length in range(1, moves + 1):
        if any(_wins(game, move, length) for move in game.legal_moves):
            return length
    return None


def _wins(game: Game, move: str, length: int) -> bool:
    """Whether a move wins within that number, whatever the other side answers."""
    us = game.turn
    game.push(move)
    try:
        outcome = game.outcome()
        if outcome is not None:
            return outcome.winner == us
        return length > 1 and all(_is_answered(game, reply, length - 1) for reply in game.legal_moves)
    finally:
        game.pop()


def _is_answered(game: Game, reply: str, length: int) -> bool:
    game.push(reply)
    try:
        return game.outcome() is None and any(_wins(game, move, length) for move in game.legal_moves)
    finally:
        game.pop()


def endings(variant: str) -> Iterator[str]:
    """Legal positions with few pieces, White to move."""
    size, white, black = ENDINGS[variant]
    rng = seeded(variant)
    while True:
        squares = rng.sample(range(size * size), len(white) + len(black))
        board = dict(zip(squares, white + black, strict=True))
        if any(board[square] in "pP" and not 0 < square // size < size - 1 for square in squares):
            continue
        ranks = ["".join(board.get(rank * size + file, " ") for file in range(size)) for rank in range(size)]
        fen = re.sub(" +", lambda empty: str(len(empty.group())), "/".join(ranks)) + " w - - 0 1"
        try:
            if Game(variant, fen).outcome() is None:
                yield fen
        except ValueError:
            continue


@pytest.mark.parametrize("variant", ENDINGS)
def test_mates_of_one_and_two_moves_are_found_and_no_others(variant: str) -> None:
    engine, found, others = Engine(), 0, 0
    positions = endings(variant)
    tries = Tries(POSITIONS)
    while tries.go_on(min(found, others) >= 5):
        game = Game(variant, next(positions))
        expected = shortest_mate(game, LONGEST)
        line = engine.play(game, Limits(mate=LONGEST, depth=2 * LONGEST)).lines[0]
        assert (line.mate if line.mate in range(1, LONGEST + 1) else None) == expected, game.fen()
        found += expected is not None
        others += expected is None
    assert min(found, others) >= 5


def test_what_guesses_left_in_the_table_hides_no_mate() -> None:
    game, engine = Game("chess", "8/1p2pb2/4B2R/2k5/r2R1K2/2P1Q3/1p6/N7 w - - 0 1"), Engine()
    engine.play(game, Limits(depth=12))
    assert engine.play(game, Limits(mate=2, depth=3)).lines[0].mate == 2


def test_a_search_of_some_moves_hides_no_mate() -> None:
    engine = Engine()
    after = Game("chess", "6k1/8/6K1/8/8/8/8/Q7 w - - 0 1")
    engine.play(after, Limits(mate=1, depth=1, moves=("a1b1",)))
    before = Game("chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1")
    assert engine.play(before, Limits(mate=2, depth=3, moves=("a1b1", "f6g6"))).lines[0].mate == 2


def test_where_there_is_no_mate_the_search_goes_on_as_usual() -> None:
    lines = Engine().analyse(Game(), Limits(mate=2, depth=6), lines=2).lines
    assert [(line.depth, line.multipv) for line in lines] == [(6, 1), (6, 2)]
    assert all(line.mate is None for line in lines)


def test_a_mate_stands_before_the_other_lines() -> None:
    game = Game("chess", "8/1p2pb2/4B2R/2k5/r2R1K2/2P1Q3/1p6/N7 w - - 0 1")
    lines = Engine().analyse(game, Limits(mate=2), lines=3).lines
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert lines[0].mate == 2
    assert len({line.line[0] for line in lines}) == 3


def test_several_threads_end_with_the_mate() -> None:
    game = Game("chess", "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1")
    assert Engine(threads=2).play(game, Limits(mate=3)).lines[0].mate == 3


def test_no_length_is_too_much() -> None:
    assert Engine().play(Game(), Limits(mate=10**6, nodes=20_000)).lines[0].mate is None
