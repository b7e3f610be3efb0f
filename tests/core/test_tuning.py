"""The tuner's memory: it scores as the evaluation does, knows what a number does, and finds numbers again."""

from __future__ import annotations

import math
import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.boards import combat_board
from tests.values import without_values

from tilefish import Game
from tilefish.core.board.any_board import AnyBoard
from tilefish.core.board.board import Board
from tilefish.core.board.rule_tables import RuleTables
from tilefish.core.tuning import CombatSample, Model, Sample
from tilefish.rules.model.variant import Variant
from tilefish.rules.model.weights import WEIGHT_NAMES
from tilefish.rules.text.fen import parse_fen
from tune import SquareNumber, square_numbers

SCRIPT = Path(__file__).parents[2] / "scripts" / "tune.py"


def positions(count: int) -> list[Game]:
    """Positions of random games of fragments."""
    rng = random.Random(5)
    games: list[Game] = []
    while len(games) < count:
        game = Game("fragments")
        while game.outcome() is None and len(games) < count:
            game.push(rng.choice(game.legal_moves))
            games.append(game.copy())
    return games


GAMES = positions(150)


def whites_score(board: AnyBoard) -> int:
    score = board.terms()[2]
    return score if board.turn == 0 else -score


@pytest.fixture
def sample() -> Sample:
    found = Sample(RuleTables(GAMES[0].variant))
    for game in GAMES:
        found.add(game.board)
    return found


def test_scores_are_those_of_the_evaluation(sample: Sample) -> None:
    assert len(sample) == len(GAMES)
    assert list(sample.scores(sample.tables)) == [whites_score(game.board) for game in GAMES]


def test_scores_under_other_weights(sample: Sample) -> None:
    variant = sample.tables.variant
    place = WEIGHT_NAMES.index("tempo")
    evaluation = (
        *variant.evaluation[:place],
        (variant.evaluation[place][0] + 500,),
        *variant.evaluation[place + 1 :],
    )
    other = sample.scores(RuleTables(replace(variant, evaluation=evaluation)))
    for game, before, after in zip(GAMES, sample.scores(sample.tables), other, strict=True):
        assert after - before == (500 if game.turn == "white" else -500)


def without_complexity(variant: Variant) -> Variant:
    """It may take away all that a side is better by, and so hides what a square is worth."""
    evaluation = zip(WEIGHT_NAMES, variant.evaluation, strict=True)
    return replace(
        variant,
        evaluation=tuple((0,) if name.startswith("complex") else numbers for name, numbers in evaluation),
    )


@pytest.mark.parametrize("phase", [0, 1])
def test_what_a_square_does(sample: Sample, phase: int) -> None:
    variant = without_complexity(sample.tables.variant)
    index = next(index for index, kind in enumerate(variant.kinds) if kind.name == "pawn")
    pawn = variant.kinds[index]
    assert pawn.squares is not None
    square, more = 11, 512
    table = [*pawn.squares[phase]]
    table[square] += more
    tables = (tuple(table), pawn.squares[1]) if phase == 0 else (pawn.squares[0], tuple(table))
    kinds = (*variant.kinds[:index], replace(pawn, squares=tables), *variant.kinds[index + 1 :])
    usual, changed = RuleTables(variant), RuleTables(replace(variant, kinds=kinds))
    slopes = sample.placement(index, [square], phase)
    assert {slope > 0 for slope in slopes} == {True, False}
    for game, slope in zip(GAMES, slopes, strict=True):
        before, after = (whites_score(Board(tables, game.setup())) for tables in (usual, changed))
        moved = after - before
        assert moved == pytest.approx(slope * more, abs=1.01)


def test_a_sample_of_combat_positions() -> None:
    rng = random.Random(6)
    game = Game("exchange")
    found = CombatSample(combat_board(game).tables)
    expected = []
    while game.outcome() is None and len(found) < 60:
        game.push(game.roll(rng.choice(game.legal_moves), rng))
        found.add(combat_board(game))
        score = game.board.terms()[2]
        expected.append(score if game.turn == "white" else -score)
    assert list(found.scores(found.tables)) == expected
    assert len({*expected}) > 30
    with pytest.raises(ValueError, match="another game"):
        found.scores(RuleTables(GAMES[0].variant))
    with pytest.raises(TypeError):
        found.add(GAMES[0].board)


def test_numbers_are_found_again() -> None:
    rng = random.Random(3)
    columns = [[rng.choice((-2.0, -1.0, 0.0, 1.0, 2.0)) for _ in range(2000)] for _ in range(3)]
    base = [rng.uniform(-200, 200) for _ in range(2000)]
    wanted = (40.0, -25.0, 0.0)
    scores = [
        start + sum(number * column[i] for number, column in zip(wanted, columns, strict=True))
        for i, start in enumerate(base)
    ]
    points = [1 / (1 + math.exp(-0.006 * score)) for score in scores]
    model = Model(base, points, iter(columns), 1500, 3)
    found = model.descend(0.006, 0.0, 400, 2.0)
    assert found == pytest.approx(wanted, abs=0.5)
    for held_out in (False, True):
        before, after = model.loss(0.006, [0.0] * 3, held_out), model.loss(0.006, found, held_out)
        assert after < 1e-5 < 1e-3 < before
    by_batches = model.descend(0.006, 0.0, 400, 2.0, 7)
    assert by_batches == pytest.approx(wanted, abs=1.0)
    held_back = model.descend(0.006, 1e-5, 400, 2.0)
    assert abs(held_back[0]) < abs(found[0]) - 5


def test_what_does_not_fit_together_is_refused(sample: Sample) -> None:
    with pytest.raises(ValueError, match="another variant"):
        sample.add(Game("chess").board)
    with pytest.raises(ValueError, match="one length"):
        Model([1.0, 2.0], [1.0], [], 1, 0)
    with pytest.raises(ValueError, match="one length"):
        Model([1.0], [1.0], [], 2, 0)
    with pytest.raises(ValueError, match="column 1 of 1 has 2 numbers for 1 positions"):
        Model([1.0], [1.0], [[1.0, 2.0]], 1, 1)
    with pytest.raises(ValueError, match="column 2 of 1 "):
        Model([1.0], [1.0], [[1.0], [1.0]], 1, 1)
    with pytest.raises(ValueError, match="1 columns of 2"):
        Model([1.0], [1.0], [[1.0]], 1, 2)
    with pytest.raises(ValueError, match="0 changes of 1"):
        Model([1.0], [1.0], [[1.0]], 1, 1).loss(1.0, [])
    with pytest.raises(ValueError, match="2 batches of 1 positions"):
        Model([1.0], [1.0], [[1.0]], 1, 1).descend(0.006, 0.0, 1, 2.0, 2)
    with pytest.raises(IndexError):
        sample.placement(16, [0], 0)


def test_square_tables_begin_with_those_of_mobility() -> None:
    """Where the file has none."""
    bare = without_values(Game("fragments").variant)
    knight = next(index for index, kind in enumerate(bare.kinds) if kind.name == "knight")
    usual = RuleTables(bare).square_values(knight, 0)
    number = next(each for each in square_numbers(bare) if each == SquareNumber(knight, 1, (10, 14)))
    assert len({*usual[1]}) > 1
    found = number.more(bare, 30).kinds[knight].squares
    assert found is not None
    assert found[0] == usual[0]
    raised = {
        at: new - old for at, (old, new) in enumerate(zip(usual[1], found[1], strict=True)) if new != old
    }
    assert raised == {10: 30, 14: 30}


def tune(*arguments: str) -> str:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_teacher_labels_positions_that_are_quiet(tmp_path: Path) -> None:
    positions, found = tmp_path / "games.txt", tmp_path / "scores.txt"
    lines = [
        "k7/8/8/3r4/3Q4/8/8/K7 w - - 0 1;a capture is best",
        "k7/8/8/8/8/8/P7/K7 b - - 0 1;",
        "k7/p7/8/8/8/8/8/K7 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1;a game that is over",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1;a mate",
    ]
    positions.write_text("".join(f"{line}\n" for line in lines))
    teacher = f"cmd='{sys.executable} -m tilefish' option.Hash=1"
    output = tune(
        "label", "--positions", str(positions), "--engine", teacher, "--nodes", "300", "--out", str(found)
    )
    assert output == "5 of 5 positions, 2 quiet\n"
    (white_ahead, more), (black_ahead, less) = (row.split(";") for row in found.read_text().splitlines())
    assert white_ahead == lines[1].split(";")[0]
    assert black_ahead == lines[2]
    assert float(less) < 0.5 < float(more)


def test_the_ends_of_lines_are_positions_too(tmp_path: Path) -> None:
    playing = ("play", "--variant", "fragments", "--games", "3", "--nodes", "100", "--share", "1", "--out")
    tune(*playing, str(tmp_path / "roots"))
    tune(*playing, str(tmp_path / "both"), "--ends")
    roots, both = ((tmp_path / name).read_text().splitlines() for name in ("roots", "both"))
    assert len(both) > len(roots)
    rules = Game("fragments").variant
    assert all(parse_fen(rules, row.partition(";")[0]).pieces for row in both)


@pytest.mark.parametrize(
    ("changed", "value", "message"),
    [
        ("--engine", "cmd=/nowhere/engine", "crash: it cannot be started: "),
        ("--engine", "cmd", "cmd"),
        ("--variant", "nowhere", "nowhere"),
        ("--positions", "/nowhere/games.txt", "/nowhere/games.txt"),
        ("--positions", __file__, "a FEN has at most six fields"),
    ],
)
def test_what_cannot_be_labelled(tmp_path: Path, changed: str, value: str, message: str) -> None:
    positions = tmp_path / "games.txt"
    positions.write_text("k7/8/8/8/8/8/P7/K7 b - - 0 1;\n")
    words = {
        "--positions": str(positions),
        "--engine": f"cmd='{sys.executable} -m tilefish'",
        "--out": str(tmp_path / "scores"),
    }
    words[changed] = value
    command = [sys.executable, str(SCRIPT), "label", *(word for pair in words.items() for word in pair)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("variant", "what"),
    [("fragments", ("weights", "values", "squares")), ("exchange", ("weights", "values"))],
)
def test_the_script_plays_and_fits(tmp_path: Path, variant: str, what: tuple[str, ...]) -> None:
    positions, found = tmp_path / f"{variant}.txt", tmp_path / f"tuned_{variant}.toml"
    playing = ("play", "--variant", variant, "--games", "20", "--nodes", "100", "--share", "1")
    output = tune(*playing, "--out", str(positions))
    assert output.startswith("20 games: +")
    before = Game(variant).variant
    rows = positions.read_text().splitlines()
    for row in rows:
        fen, points = row.split(";")
        assert parse_fen(before, fen).pieces
        assert points in ("0.0", "0.5", "1.0")
    assert output.rstrip().endswith(f"{len(rows)} positions")
    found.write_text(
        tune("fit", "--variant", variant, "--positions", str(positions), "--steps", "30", "--what", *what)
    )
    assert "# held out: loss" in found.read_text()
    after = Game(found).variant
    assert after.evaluation != before.evaluation
    assert [kind.value for kind in after.kinds] != [kind.value for kind in before.kinds]
    if "squares" in what:
        assert [kind.squares for kind in after.kinds] != [kind.squares for kind in before.kinds]
    assert (after.end, after.combat) == (before.end, before.combat)


def test_one_set_of_weights_for_several_variants(tmp_path: Path) -> None:
    variants = ("fragments", "losalamos")
    files = [tmp_path / f"{name}.txt" for name in variants]
    for name, file in zip(variants, files, strict=True):
        tune("play", "--variant", name, "--games", "6", "--nodes", "100", "--share", "1", "--out", str(file))
    count = sum(len(file.read_text().splitlines()) for file in files)
    fitting = (
        "fit",
        "--variant",
        *variants,
        "--positions",
        *map(str, files),
        "--steps",
        "20",
        "--keep",
        "tempo",
    )
    output = tune(*fitting, "--rounds", "2")
    fitted, held_out = map(int, re.findall(r"(\d+) positions, (\d+) held out", output)[0])
    assert fitted + held_out == count
    assert output.count("# held out: loss") == 2
    found = tmp_path / "tuned.toml"
    found.write_text(output)
    before, after = Game("fragments").variant, Game(found).variant
    changed = {
        name
        for name, old, new in zip(WEIGHT_NAMES, before.evaluation, after.evaluation, strict=True)
        if old != new
    }
    assert changed
    assert "tempo" not in changed
    assert [kind.value for kind in after.kinds] == [kind.value for kind in before.kinds]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--variant", "chess", "makruk", "--positions", "one.txt"), "the same number of entries"),
        (
            ("--variant", "chess", "makruk", "--positions", "1.txt", "2.txt", "--what", "values"),
            "only weights can be fitted to several variants",
        ),
    ],
)
def test_what_cannot_be_fitted_together(arguments: tuple[str, ...], message: str) -> None:
    command = [sys.executable, str(SCRIPT), "fit", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr
