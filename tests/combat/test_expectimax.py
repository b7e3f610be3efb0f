"""The search with all that is lossless against a plain expectimax, to the centipawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.boards import combat_board
from tests.combat.plain import Expectimax, TooLargeError
from tests.combat.positions import ruled
from tests.model.combat_by_lot import SCENES, fight_by_lot, variant_file
from tests.seeds import seeded

from tilefish import Game
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.core.search.transposition_table import HashTable

GUESSES = ("reverse-futility", "futility", "late-pruning", "reductions")
LOSSLESS = ("table", "killers", "history", "aspiration", "mate-distance", "star1", "star2")
MOST_NODES = 12000


def without(*names: str) -> int:
    mask = EVERYTHING
    for name in names:
        mask &= ~(1 << TECHNIQUES.index(name))
    return mask


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("rules")
    for scene, rules in SCENES.items():
        (folder / f"{scene}.toml").write_text(variant_file(rules), encoding="utf-8")
    return {scene: folder / f"{scene}.toml" for scene in SCENES}


def fights(files: dict[str, Path], most_outcomes: int, first: int) -> Iterator[tuple[int, Game]]:
    """Positions by lot under one set of rules after the other, with few things to do."""
    number = first
    while True:
        scene = list(SCENES)[number % len(SCENES)]
        game = Game(files[scene], fight_by_lot(SCENES[scene], seeded(number)))
        board = game.board
        outcomes = sum(len(board.distinct_rolls(action)) for action in board.legal_moves())
        if outcomes <= most_outcomes and game.outcome() is None:
            yield number, game
        number += 1


def compare(game: Game, depth: int, with_quiescence: bool, *left_out: str) -> None:
    """Score and best move of both; `TooLargeError` if looking at everything would take too long.

    Where the table would change scores (abilities without cooldowns can change nothing, so that a position
    repeats or is met at two depths), it is left out.
    """
    board = combat_board(game)
    expectimax = Expectimax(board.copy(), with_quiescence, MOST_NODES)
    plain = expectimax.root(depth)
    if expectimax.beyond_table:
        left_out += ("table",)
    techniques = without(*GUESSES, *left_out, *(() if with_quiescence else ("quiescence",)))
    line = board.searcher(HashTable(1)).search(board, depth=depth, techniques=techniques)[0]
    said = f"{game.fen()} at depth {depth} without {left_out}"
    assert line.score == max(plain.values()), said
    assert plain[line.moves[0]] == line.score, said


def compare_many(files: dict[str, Path], wanted: int, depth: int, most_outcomes: int, first: int) -> None:
    found = 0
    for number, game in fights(files, most_outcomes, first):
        try:
            compare(game, depth, number % 2 == 0)
        except TooLargeError:
            continue
        found += 1
        if found == wanted:
            return


def test_two_plies_of_larger_fights(files: dict[str, Path]) -> None:
    compare_many(files, 12, 2, 40, 0)


def test_three_plies(files: dict[str, Path]) -> None:
    compare_many(files, 5, 3, 16, 1000)


@pytest.mark.long
def test_three_plies_of_many_fights(files: dict[str, Path]) -> None:
    compare_many(files, 200, 3, 16, 2000)


BLOCKED_PAWN = "7k/8/8/4p3/4P3/3q4/8/K7"  # White can only move the king, the queen takes aim at e4


@pytest.mark.parametrize(
    ("hit_points", "fields", "rules"),
    [
        (6, "fx:-", {}),  # three and a die: four of six faces kill
        (7, "fx:d2", {}),
        (7, "fx:-", {"king_always_exposed": (True, True)}),
        (6, "fx:-", {"die": 5, "clamp": (1, 5)}),
        (9, "fx:-", {"clamp": (6, 6)}),
    ],
)
def test_quiescence_sees_kills_that_are_barely_likely(
    hit_points: int, fields: str, rules: dict[str, object]
) -> None:
    variant = ruled(**rules)
    pawn = next(index for index, kind in enumerate(variant.kinds) if kind.pawn)
    assert variant.combat is not None
    fighters = list(variant.combat.fighters)
    fighters[pawn] = replace(fighters[pawn], hp=hit_points)
    game = Game(
        replace(variant, combat=replace(variant.combat, fighters=tuple(fighters))),
        f"{BLOCKED_PAWN} w - - 0 1 {fields}",
    )
    compare(game, 1, with_quiescence=True)
    board = combat_board(game)
    assert max(Expectimax(board.copy(), True, MOST_NODES).root(1).values()) < max(
        Expectimax(board.copy(), False, MOST_NODES).root(1).values()
    )


@pytest.mark.parametrize("left_out", LOSSLESS)
def test_what_is_lossless_changes_no_score(files: dict[str, Path], left_out: str) -> None:
    positions = fights(files, 40, 500)
    for _ in range(3):
        number, game = next(positions)
        try:
            compare(game, 2, number % 2 == 0, left_out)
        except TooLargeError:
            continue
