"""Mistakes that hide no others: a wrong start position beside them, and each wrong row on its own line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tilefish.game.game import judge_start
from tilefish.rules.errors import VariantError
from tilefish.rules.files.toml_lines import row_lines, row_path
from tilefish.rules.model.variant import Variant

from .files import load, problems_of, write

WRONG_START = "start = '8/8/8/8/8/8/8/R3K2R w KQ - 0 1'\n"
GOOD_START = "start = 'r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1'\n"
FIGHTERS = "".join(
    f"pieces.{name} = {{ hp = 5, damage = 1 }}\n"
    for name in ("king", "queen", "rook", "bishop", "knight", "pawn")
)
BESIDE_THE_START = {
    "a tile": "tiles = '8/8/8/8/8/8/8/7x'",
    "castling": "castling.partner = 'knigt'",
    "spawning": "spawn.piece = 'dragon'\ntiles = '8/8/8/8/?7/8/8/8'",
    "moves": "pieces.rook.moves = 'X'",
    "promotion": "promotion.to = ['rat']",
    "a key": "titel = 'x'",
}

# --- the start position ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", BESIDE_THE_START.values(), ids=BESIDE_THE_START.keys())
def test_a_wrong_start_is_reported_with_any_other_mistake(tmp_path: Path, text: str) -> None:
    first, *others = problems_of(write(tmp_path, "mine.toml", WRONG_START + text))
    assert first == (1, "the start position: black has no king: expected exactly one")
    assert [line for line, _ in others] == [2]
    alone = problems_of(write(tmp_path, "mine.toml", GOOD_START + text))
    assert alone == others, "what is wrong elsewhere makes no start position wrong"


def test_a_wrong_start_is_reported_with_mistakes_of_combat(tmp_path: Path) -> None:
    wrong = "pieces.king.ability = { name = 'overextend' }\n[combat]\n"
    text = FIGHTERS.replace(
        "pieces.king = { hp = 5, damage = 1 }", "pieces.king.hp = 5\npieces.king.damage = 1"
    )
    for placement, expected in (
        ("8", ["the start position: black has no king: expected exactly one"]),
        ("4k3", []),
    ):
        start = f"start = '{placement}/8/8/8/8/8/8/R3K2R w - - 0 1 hp:a1=4 cd:- fx:-'\n"
        found = [message for _, message in problems_of(write(tmp_path, "mine.toml", start + text + wrong))]
        assert found[:-1] == expected
        assert "cannot have overextend" in found[-1]


def test_a_start_in_check_is_reported_with_mistakes_that_are_not_about_it(tmp_path: Path) -> None:
    in_check = "start = '4k3/8/8/8/8/8/8/4RK2 w - - 0 1'\n"
    other = "titel = 'x'\npieces.rook.colour = 'red'\nevaluation.tempo = 'a'\nend.repetition = 0\n"
    first, *others = problems_of(write(tmp_path, "mine.toml", in_check + other), judge_start)
    assert first[0] == 1
    assert "black is in check and white is to move" in first[1]
    assert [line for line, _ in others] == [2, 3, 4, 5]


@pytest.mark.parametrize("text", ["pieces.rook.moves = 'X'", "promotion.to = ['rat']", "pieces.rook.hp = 3"])
def test_a_game_that_is_wrong_is_not_played(tmp_path: Path, text: str) -> None:
    def judge(_: Variant) -> str:
        raise AssertionError("asked of a variant that is wrong")

    assert problems_of(write(tmp_path, "mine.toml", text), judge)


# --- rows of maps and tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize(
    ("before", "rows", "lines"),
    [
        ("\n", ["8", "7", "8", "8", "8x", "8", "8", "9"], [3, 6, 9]),
        ("\n\n  \n", ["7", "8", "8", "8", "8", "8", "8", "8"], [4]),
        ("\n", ["8/8/7/8", "8", "8", "8/6"], [2, 5]),
        ("", ["8", "8", "7", "8", "8", "8", "8", "8"], [3]),
    ],
)
def test_every_wrong_row_of_a_map_is_reported_on_its_line(
    tmp_path: Path, quotes: str, before: str, rows: list[str], lines: list[int]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"tiles = {quotes}{before}" + "\n".join(rows) + f"\n{quotes}\ntitle = 'x'\n")
    assert [line for line, _ in problems_of(path)] == lines


def test_a_map_with_escapes_is_reported_as_a_whole(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.toml", 'title = "x"\ntiles = """8\\n8\n8\n7\n8\n8\n8\n8"""')
    assert [line for line, _ in problems_of(path)] == [2]


def test_a_map_on_a_board_of_another_size_is_reported_once(tmp_path: Path) -> None:
    text = 'extends = "pirate_seas"\nboard = "7x8"\nstart = "4k2/7/7/7/7/7/7/4K2 w - - 0 1"\n'
    ((line, message),) = problems_of(write(tmp_path, "mine.toml", text))
    assert line == 2
    assert "8 tiles, the board has 7 files" in message


def test_a_wrong_row_of_an_inherited_map_is_reported_in_its_file(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'tiles = """\n8\n7\n8\n8\n8\n8\n8\n8"""')
    with pytest.raises(VariantError) as caught:
        load(write(tmp_path, "mine.toml", 'extends = "base"'))
    assert [(Path(problem.file).name, problem.line) for problem in caught.value.problems] == [
        ("base.toml", 3)
    ]


def test_a_wrong_row_of_a_table_is_reported_on_its_line(tmp_path: Path) -> None:
    rows = ["  [0, 0, 0, 0, 0, 0, 0, 0],"] * 8
    rows[2] = "  [0, 0, 0],"
    text = "\n".join(["[pieces.rook.squares]", "middlegame = [", *rows, "]"])
    ((line, message),) = problems_of(write(tmp_path, "mine.toml", text))
    assert line == 5
    assert "rank 6 in the middlegame squares of rook" in message


def test_where_rows_stand() -> None:
    text = (
        'a = """\n\nx\n y\n\n"""\n'
        "b = [[1, [0], [0]], [2],\n [3, [4]]]\n"
        'c = "x"\n'
        "d = '''x\n\ny'''\n"
        'e = """x\\ty\nz"""\n'
    )  # fmt: skip
    tomllib.loads(text)
    assert row_lines(text) == {
        row_path(("a",), 0): 3, row_path(("a",), 1): 4,
        row_path(("b",), 0): 7, row_path(("b",), 1): 7, row_path(("b",), 2): 8,
        row_path(("d",), 0): 10, row_path(("d",), 1): 11, row_path(("d",), 2): 12,
    }  # fmt: skip


def test_rows_of_hostile_texts_are_not_all_kept() -> None:
    assert len(row_lines('a = """' + "\nx" * 30_000 + '"""\nb = [' + "[]," * 20_000 + "]")) < 500
