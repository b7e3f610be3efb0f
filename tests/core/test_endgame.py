"""Endgames: what kind one is, what each piece of knowledge adds, and what the engine does with it."""

from __future__ import annotations

import random

import pytest
from tests.boards import ordinary_board
from tests.values import with_round_values, with_weights

from tilefish import Game
from tilefish.core.evaluation.term_table import term_table
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits

from .lone_kings import hunt, random_position
from .single_pawn import World, fen_of, solve

WITHOUT = EVERYTHING & ~(1 << TECHNIQUES.index("endgames"))

KINDS = [
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "none"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "none"),
    ("chess", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "none"),
    ("chess", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", "pawn race"),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "mating attack"),
    ("chess", "4k3/8/8/p7/P7/8/8/4K2R w - - 0 1", "mating attack"),
    ("chess", "4k3/8/p7/8/P7/8/8/4K2R w - - 0 1", "complex"),
    ("chess", "4k1bn/8/8/8/8/8/8/4K3 w - - 0 1", "mating attack"),
    ("chess", "4k1nn/8/8/8/8/8/8/4K3 w - - 0 1", "minor pieces"),
    ("chess", "4kn2/8/8/8/8/8/4P3/4KB2 w - - 0 1", "minor pieces"),
    ("chess", "4k2r/5pp1/8/8/8/8/5PP1/4K2R w - - 0 1", "complex"),
    ("fragments", "4k/5/5/5/KN3 w - - 0 1", "mating attack"),
    ("fragments", "4k/5/2P2/5/K4 w - - 0 1", "pawn race"),
    ("volcanic_wasteland", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "mating attack"),
]


@pytest.mark.parametrize(("variant", "fen", "kind"), KINDS)
def test_kinds_of_endgames(variant: str, fen: str, kind: str) -> None:
    assert Game(variant, fen).board.endgame() == kind


MIRRORED = [(variant, fen) for variant, fen, _ in KINDS] + [
    ("chess", "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1"),
    ("chess", "8/2k5/8/8/5b2/8/2B2PP1/6K1 w - - 0 1"),
    ("chess", "8/7P/8/8/2k5/8/p7/6K1 w - - 0 1"),
    ("void_dimension", "********/*2k3*/*6*/*6*/*3P2*/*6*/*4K1*/******** w - - 0 1"),
]


@pytest.mark.parametrize(("variant", "fen"), MIRRORED)
def test_black_is_judged_as_white_is(variant: str, fen: str) -> None:
    rows, turn, _, _, *counters = fen.split()
    mirrored = "/".join(reversed(rows.swapcase().split("/")))
    twin = " ".join([mirrored, "b" if turn == "w" else "w", "-", "-", *counters])
    terms, _, score = Game(variant, " ".join([rows, turn, "-", "-", *counters])).board.terms()
    twin_terms, _, twin_score = Game(variant, twin).board.terms()
    assert score == twin_score
    assert terms["endgame"] == twin_terms["endgame"][::-1]


def known(variant: str, fen: str, world: str | None = None) -> int:
    """What the knowledge of endgames makes out for White."""
    white, black = Game(variant, fen, world=world).board.terms()[0]["endgame"]
    return white[1] - black[1]


BETTER = [
    # the lone king: at the edge, in the corner of the bishop's colour, the other king near, little room
    ("chess", "8/8/8/8/4K3/8/7R/k7 w - - 0 1", "8/8/8/2k5/4K3/8/7R/8 w - - 0 1"),
    ("chess", "7k/8/8/4K3/8/8/8/2BN4 w - - 0 1", "k7/8/8/3K4/8/8/8/2BN4 w - - 0 1"),
    ("chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/4K3/8/8/8/R7 w - - 0 1"),
    ("chess", "4k3/8/8/8/4K3/8/8/3R4 w - - 0 1", "4k3/8/8/8/4K3/8/8/R7 w - - 0 1"),
    # the square of a pawn, its key squares, and the opposition
    ("chess", "8/8/8/P6k/8/8/8/K7 b - - 0 1", "8/8/8/P1k5/8/8/8/K7 b - - 0 1"),
    ("chess", "3k4/8/8/3K4/8/3P4/8/8 w - - 0 1", "8/8/3k4/8/3K4/3P4/8/8 w - - 0 1"),
    ("chess", "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1"),
    ("chess", "8/p7/P2k4/8/3K4/p7/P7/8 b - - 0 1", "8/p7/P2k4/8/3K4/p7/P7/8 w - - 0 1"),
    # who is first in a race, and whose king is nearer to a passed pawn
    ("chess", "8/P7/7p/8/8/8/8/k6K w - - 0 1", "8/7P/P7/8/8/8/p7/k6K b - - 0 1"),
    ("chess", "3r4/8/2K5/2P5/8/8/5k2/3R4 w - - 0 1", "3r4/8/2k5/2P5/8/8/5K2/3R4 w - - 0 1"),
]


@pytest.mark.parametrize(("variant", "better", "worse"), BETTER)
def test_each_thing_that_is_known_counts(variant: str, better: str, worse: str) -> None:
    assert known(variant, better) > known(variant, worse)


def test_a_pawn_that_promotes_to_what_cannot_win_does_not_win() -> None:
    runs = "8/8/8/4P3/8/8/8/K6k w - - 0 1"
    assert known("chess", runs) > 300
    assert known("makruk", runs) <= 0
    assert score("makruk", runs) < 100
    assert score("ai-wok", runs) > 300


def test_what_is_known_of_kings_is_not_said_of_other_royal_pieces() -> None:
    """A king in front of its pawn, with the opposition, wins; a royal knight is elsewhere at once."""
    leads = "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1"
    assert known("chess", leads) > 200
    assert known("knightmate", leads) < 200


def test_distances_are_walked() -> None:
    fen = "8/8/8/8/2K1k3/8/8/R7 w - - 0 1"
    wall = "8/3~4/3~4/3~4/3~4/3~4/3~4/3~4"
    assert known("chess", fen) > known("chess", fen, wall)


def score(variant: str, fen: str) -> int:
    """The whole evaluation, for the side to move."""
    return Game(variant, fen).board.terms()[2]


@pytest.mark.parametrize(
    ("variant", "fen", "most"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K1NN w - - 0 1", 50),
        ("void_dimension", "********/*2k3*/*6*/*6*/*6*/*6*/*2K1B1*/******** w - - 0 1", 50),
        ("chess", "4k1b1/8/8/8/8/8/8/4K2R w - - 0 1", 60),
        ("chess", "4k3/8/8/8/8/1K6/P7/8 b - - 0 1", 60),
        ("chess", "8/2k5/8/8/5b2/8/2B3PP/6K1 w - - 0 1", 150),
    ],
)
def test_what_cannot_be_won_counts_little(variant: str, fen: str, most: int) -> None:
    """A pawn is worth 120 here, a minor piece at least 330."""
    game = Game(with_weights(with_round_values(variant)), fen)
    _, _, found = game.board.terms()
    assert abs(found) < most
    _, _, by_count = term_table(ordinary_board(game), endgames=False)
    assert abs(by_count) > most


def test_two_bound_to_different_colours_win_little() -> None:
    other = score("chess", "8/2k5/8/4b3/8/8/2B2PP1/6K1 w - - 0 1")
    same = score("chess", "8/2k5/8/3b4/8/8/2B2PP1/6K1 w - - 0 1")
    assert other < 0.7 * same


def test_where_a_stalemate_wins_one_piece_is_enough() -> None:
    assert score("fragments", "4k/5/5/5/KN3 w - - 0 1") > 300
    assert known("fragments", "2k2/5/2P2/2K2/5 b - - 0 1") > 0


# --- what the engine does with it ---------------------------------------------------------------------------

LONE_KINGS = [
    ("chess", "KQk"),
    ("chess", "KRk"),
    ("chess", "KBBk"),
    ("fragments", "KQk"),
    ("fragments", "KRk"),
    ("fragments", "KNk"),
    ("void_dimension", "KRk"),
    ("volcanic_wasteland", "KQk"),
    ("volcanic_wasteland", "KRk"),
    ("pirate_seas", "KQk"),
]


def wins(variant: str, pieces: str, games: int, nodes: int, techniques: int) -> int:
    """How many of some games White wins within the fifty moves."""
    rng = random.Random(variant + pieces)
    positions: list[Game] = []
    while len(positions) < games:
        game = random_position(variant, pieces, rng)
        if game.board.endgame() == "mating attack":
            positions.append(game)
    return [hunt(game, nodes, techniques) for game in positions].count("won")


@pytest.mark.parametrize(("variant", "pieces"), LONE_KINGS)
def test_lone_kings_are_mated(variant: str, pieces: str) -> None:
    assert wins(variant, pieces, games=3, nodes=5000, techniques=EVERYTHING) == 3


@pytest.mark.long
def test_bishop_and_knight_mate_in_the_right_corner() -> None:
    assert wins("chess", "KBNk", games=20, nodes=5000, techniques=EVERYTHING) >= 16


@pytest.mark.parametrize("pieces", ["KQk", "KRk"])
def test_without_endgames_mates_are_missed(pieces: str) -> None:
    assert wins("chess", pieces, games=6, nodes=1000, techniques=EVERYTHING) == 6
    assert wins("chess", pieces, games=6, nodes=1000, techniques=WITHOUT) <= 4


def agreement(variant: str, world: World, file: int, positions: int) -> float:
    """The share of positions of a single pawn in which a search of eight plies knows whether it wins."""
    solved = solve(world, file)
    right = 0
    sample = random.Random(file).sample(sorted(solved), positions)
    for at in sample:
        game = Game(variant, fen_of(world, at))
        if game.outcome() is not None:
            right += 1  # mate or stalemate: nothing to judge
            continue
        line = Engine(hash_megabytes=1).play(game, Limits(depth=8)).lines[0]
        value = line.score if line.mate is None else 10000 * line.mate
        right += (value * (1 if at[3] else -1) >= 200) == solved[at]
    return right / positions


@pytest.mark.parametrize(
    ("variant", "world", "file"),
    [("chess", World(8, 8, False), 3), ("fragments", World(5, 5, True), 2)],
)
def test_a_single_pawn_is_judged_rightly(variant: str, world: World, file: int) -> None:
    assert agreement(variant, world, file, positions=200) >= 0.97


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "world", "file"),
    [("chess", World(8, 8, False), file) for file in range(4)]
    + [("fragments", World(5, 5, True), file) for file in range(3)],
)
def test_many_single_pawns_are_judged_rightly(variant: str, world: World, file: int) -> None:
    assert agreement(variant, world, file, positions=600) >= 0.97


@pytest.mark.long
def test_the_solver_counts_the_wins_that_are_known() -> None:
    won = sum(sum(solve(World(8, 8, False), file).values()) for file in range(4))
    assert won == 111282  # as published for the bitbase of Stockfish
