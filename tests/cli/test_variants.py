"""`tilefish variants` as a user meets it: what is printed where, and with which exit code."""

from __future__ import annotations

import json
import os
import pty
import re
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from tilefish import Game
from tilefish.cli.main import main
from tilefish.rules.files.library import Library

BUNDLED = {
    "chess": "8x8",
    "fragments": "5x5",
    "fragments2": "5x5",
    "ruined_overworld": "8x8",
    "pirate_seas": "8x8",
    "fear_factory": "8x8",
    "twisted_carnival": "8x8",
    "volcanic_wasteland": "8x8",
    "void_dimension": "8x8",
    "exchange": "8x8",
    "almost": "8x8",
    "amazon": "8x8",
    "berolina": "8x8",
    "chigorin": "8x8",
    "hoppelpoppel": "8x8",
    "newzealand": "8x8",
    "knightmate": "8x8",
    "losalamos": "6x6",
    "makruk": "8x8",
    "ai-wok": "8x8",
    "asean": "8x8",
}
ISLAND = '''\
title = "The Island"
board = "4x5"
start = "kp2/4/4/4/2PK w - - 0 1"
rules = "Nothing but sand."
source = "This test."
tiles = """
....
.~%.
....
.>?.
....
"""
'''


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["variants", *map(str, arguments)])


@pytest.fixture
def island(tmp_path: Path) -> Path:
    path = tmp_path / "island.toml"
    path.write_text(ISLAND)
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.toml"
    path.write_text(ISLAND.replace("title", "tittle").replace("4x5", "4x6"))
    return path


def assert_mistake(result: Result, *words: str) -> None:
    """Reported on stderr in one line for each problem, without a traceback."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    for word in words:
        assert word in result.stderr


# --- list ------------------------------------------------------------------------------------------------


def test_list_names_every_bundled_variant_in_columns() -> None:
    result = run("list")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert BUNDLED.items() <= {row[0]: row[2] for row in rows}.items()
    assert all(len(row) == 5 and all(row) for row in rows)
    assert next(row[4] for row in rows if row[0] == "pirate_seas") == "water, bridge"


def test_list_as_json() -> None:
    found = {entry["name"]: entry for entry in json.loads(run("list", "--json").stdout)}
    assert found.keys() >= BUNDLED.keys()
    fragments = found["fragments"]
    assert (fragments["files"], fragments["ranks"], fragments["terrain"]) == (5, 5, [])
    assert fragments["pieces"]["r"] == "right"
    assert fragments["start"].startswith("nqkbr/ppppp/5/PPPPP/RBKQN w")


def test_list_includes_the_users_variants(island: Path) -> None:
    assert "island\tThe Island\t4x5\t" in run("list", "--variant-path", island.parent).stdout


def test_list_tells_of_broken_files_and_lists_the_rest(island: Path, broken: Path) -> None:
    result = run("list", "--variant-path", island.parent)
    assert_mistake(result, f"{broken}:1: ", '"tittle"')
    assert "island\t" in result.stdout
    assert "broken\t" not in result.stdout


# --- show ------------------------------------------------------------------------------------------------


def test_show_says_everything(island: Path) -> None:
    result = run("show", island)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "The Island (island)"
    assert lines[2:8] == [
        "5  k   p   .   . ",
        "4  .  ~~~ %%%  . ",
        "3  .   .   .   . ",
        "2  .  >.> ?.?  . ",
        "1  .   .   P   K ",
        "   a   b   c   d",
    ]
    assert "~~ water  %% lava  >> belt to the right  ?? spawn tile" in lines
    assert "Nothing but sand." in lines
    assert "Source:    This test." in lines
    assert "Start:     kp2/4/4/4/2PK w - - 0 1" in lines
    assert any(line.split()[:3] == ["N", "knight", "N"] for line in lines)
    assert "\x1b" not in result.stdout


def test_show_a_bundled_variant_by_name() -> None:
    result = run("show", "fragments")
    assert result.exit_code == 0
    assert any(line.split()[:3] == ["R", "right", "RN"] for line in result.stdout.splitlines())
    assert "stalemate is a loss; 5-fold repetition is a draw; two bare kings are a draw" in " ".join(
        result.stdout.split()
    )
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("", "double step from rank 2 (White) and 4 (Black)"),
        ("double_step = false", "no double step"),
        ("double_step = { white = [1, 2], black = false }", "double step from rank 1 or 2 (White)"),
    ],
)
def test_show_says_where_pawns_double_step(island: Path, rule: str, shown: str) -> None:
    island.write_text(f"{ISLAND}[pawns]\n{rule}\n")
    assert f"Pawns:     {shown}" in run("show", island).stdout.splitlines()


def test_show_says_nothing_of_pawns_where_there_are_none(island: Path) -> None:
    island.write_text(ISLAND.replace("kp2/4/4/4/2PK", "kr2/4/4/4/2RK") + "[pieces]\npawn = false\n")
    result = run("show", island)
    assert result.exit_code == 0
    assert "Pawns:" not in result.stdout


def test_show_says_no_double_step_of_a_pawn_that_has_none(island: Path) -> None:
    island.write_text(ISLAND + '[pieces]\npawn = { letter = "p", moves = "fmWfcF", pawn = true }\n')
    assert "Pawns:     no double step" in run("show", island).stdout.splitlines()


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ({"piece": "queen", "first": 4, "side": "white"}, "queen of White after ply 4, then every 10 plies"),
        ({}, "pawn of either side, drawn by lot, after ply 10, then every 10 plies"),
        ({"every": 1, "side": "mover"}, "pawn of the side to move after ply 1, then every ply"),
        (
            {"side": "both", "chance": 50, "count": 2, "most": 3},
            "pawn of both sides after ply 10, then every 10 plies; 50 times in 100; 2 at a time; "
            "none for a side that has 3",
        ),
    ],
)  # fmt: skip
def test_show_says_what_appears_on_spawn_tiles(island: Path, rules: dict[str, object], shown: str) -> None:
    keys = "".join(f"{key} = {json.dumps(value)}\n" for key, value in rules.items())
    island.write_text(f"{ISLAND}[spawn]\n{keys}")
    assert f"Spawn: {shown}" in " ".join(run("show", island).stdout.split())
    island.write_text(f"{ISLAND}[spawn]\n{keys}".replace("?", "."))
    assert "Spawn:" not in run("show", island).stdout


def test_show_a_position_in_check(island: Path) -> None:
    result = run("show", island, "--fen", "k3/4/4/4/R2K b - - 0 1", "--last", "b1a1", "--flip")
    assert result.stdout.splitlines()[2] == "1  K   .   .   R "
    assert "Black to move, in check on a5, last move b1a1" in result.stdout
    picture = run("show", island, "--fen", "k3/4/4/4/R2K b - - 0 1", "--svg", "-").stdout
    assert 'cx="96" cy="96" r="64" fill="url(#check)"' in picture


def test_show_marks_the_actions_of_a_combat_game() -> None:
    fen = ("--fen", "4k3/8/8/3q4/8/8/6P1/3QK2R w - - 3 7")
    assert "White to move, last move d5xd1=3\n" in run("show", "exchange", *fen, "--last", "d5xd1=3").stdout
    arrows = ("--arrow", "d1!d2xd5", "--arrow", "e1!")
    picture = run("show", "exchange", *fen, *arrows, "--svg", "-").stdout
    assert picture.count('fill="#12805c"') == 2  # an arrow to d2, another to d5
    assert picture.count('stroke="#12805c"') == 1  # a ring round the king


def test_show_writes_a_picture(island: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    result = run("show", island, "--svg", target, "--arrow", "c1c2")
    assert result.exit_code == 0
    assert f"The picture is in {target}." in result.stdout
    picture = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    assert picture.findtext("{http://www.w3.org/2000/svg}title") == "The Island, white to move"
    assert [path.name for path in tmp_path.iterdir() if "svg" in path.name] == ["board.svg"]


def test_show_can_write_the_picture_alone_to_stdout(island: Path) -> None:
    result = run("show", island, "--svg", "-", "--size", "700")
    assert ElementTree.fromstring(result.stdout).get("height") == "700"


def test_a_picture_replaces_a_file_and_keeps_its_permissions(island: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    target.write_text("old")
    target.chmod(0o640)
    assert run("show", island, "--svg", target).exit_code == 0
    assert target.read_text().startswith("<svg")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_the_picture_of_the_readme_is_the_one_that_is_drawn_today() -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    fen = "t2q1rk1/pp1w1ppp/*1n2nb1/2p1p3/3P1P2/1BN2N1*/PPQ1W1PP/T4RK1 b - - 0 12"
    marks = ["--size", "640", "--last", "f2f4", "--arrow", "c6d4"]
    result = run("show", images / "archipelago.toml", "--svg", "-", "--fen", fen, *marks)
    assert result.stdout == (images / "world.svg").read_text(encoding="utf-8"), (
        "draw it again: the command is in docs/images/archipelago.toml"
    )


@pytest.mark.parametrize("place", ["missing/board.svg", "island.toml/board.svg", "folder"])
def test_an_unwritable_picture_is_a_mistake_and_leaves_nothing(island: Path, place: str) -> None:
    (island.parent / "folder").mkdir()
    before = sorted(island.parent.iterdir())
    result = run("show", island, "--svg", island.parent / place)
    assert_mistake(result, f"Error: cannot write {island.parent / place}: ")
    assert len(result.stderr.splitlines()) == 1
    assert sorted(island.parent.iterdir()) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "pirate_sea"),
        ("show", "no/such/file.toml"),
        ("show", "chess", "--fen", "8/8/8/8 w"),
        ("show", "chess", "--fen", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
        ("show", "chess", "--fen", ""),
        ("show", "chess", "--last", "e2"),
        ("show", "chess", "--arrow", "e2e9"),
        ("show", "chess", "--arrow", "\x00\u2654"),
        ("show", "exchange", "--last", "e2"),
        ("show", "exchange", "--last", "d1xd4=7"),
        ("show", "exchange", "--arrow", "e2e9"),
        ("list", "--variant-path", "no/such/folder"),
        ("show", "chess", "--variant-path", "no/such/folder"),
        ("check", "no/such/file.toml"),
        ("check", "."),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert_mistake(result)
    assert len(result.stderr.splitlines()) == 1


def test_a_wrong_path_in_the_environment_is_a_warning(island: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEFISH_VARIANT_PATH", "no/such/folder")
    result = run("show", island)
    assert result.exit_code == 0
    assert result.stderr.startswith("Warning: no/such/folder: ")
    assert_mistake(run("list"), "no/such/folder: ")


def test_a_file_with_a_wrong_name_does_not_spoil_its_folder(island: Path) -> None:
    """Nor do twenty of them fill the screen."""
    (island.parent / "Draft1.toml").write_text(ISLAND)
    result = run("show", "island", "--variant-path", island.parent)
    assert result.exit_code == 0
    assert "The Island (island)" in result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith(f'Warning: skipped {island.parent}/Draft1.toml: invalid variant name "Draft1"')
    assert_mistake(run("list", "--variant-path", island.parent), "Draft1.toml: invalid variant name")
    assert_mistake(run("show", "chess", "--variant-path", island.parent / "Draft1.toml"), "Draft1")
    for number in range(20):
        (island.parent / f"{number}.toml").touch()
    lines = run("show", "island", "--variant-path", island.parent).stderr.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "Warning: skipped 11 more files"


def test_an_unknown_name_has_its_nearest() -> None:
    assert_mistake(run("show", "pirate_sea"), "pirate_seas")


CLAIMS = re.compile("repetition|fifty|bare kings|stalemat|without a legal move|insufficient", re.IGNORECASE)
"""About ends of games, which a file that inherits a text may change."""


@pytest.mark.parametrize("name", Library(environment=False).names())
def test_ends_are_shown_by_the_rules_and_not_by_the_texts(name: str) -> None:
    """A text is inherited by worlds that end otherwise; they would show what is not played."""
    text = " ".join(Library(environment=False).load(name).rules.split())
    assert not CLAIMS.search(text), f"[end] says it, and variants show prints it: {CLAIMS.findall(text)}"


HEIRS = {
    "chess": "",
    "a world": 'tiles = "8/8/8/8/~7/8/8/8"',
    "without fifty moves": "end.fifty_moves = false",
    "repetition": "end.repetition = 4",
    "no repetition": "end.repetition = false",
    "stalemate": 'end.stalemate = "loss"',
    "bare kings": 'end.draw_by_material = "bare-kings"',
    "no material": 'end.draw_by_material = "none"',
}


@pytest.mark.parametrize("change", HEIRS.values(), ids=HEIRS.keys())
def test_the_ends_that_are_shown_are_those_that_are_played(tmp_path: Path, change: str) -> None:
    path = tmp_path / "heir.toml"
    path.write_text(f'extends = "chess"\n{change}\n')
    shown = " ".join(run("show", path).stdout.split())

    def end(fen: str, *moves: str) -> tuple[str, str | None] | None:
        game = Game(path, fen)
        for move in moves:
            if game.outcome() is None:
                game.push(move)
        outcome = game.outcome()
        return (outcome.termination.value, outcome.winner) if outcome else None

    round_ = ("a1a2", "e8e7", "a2a1", "e7e8")
    rooks = "4k3/8/8/8/8/8/8/R3K3 w - - {} 1"
    for times in range(1, 6):
        drawn = end(rooks.format(0), *round_ * times) == ("repetition", None)
        assert drawn == any(f"{n}-fold repetition is a draw" in shown for n in range(2, times + 2)), times
    assert (end(rooks.format(99), "a1a2") == ("fifty moves", None)) == ("100 plies" in shown)
    bare, knight = (end(f"4k3/8/8/8/8/8/8/4K{rest} w - - 0 1") for rest in ("3", "N2"))
    assert (bare == ("material", None)) == ("no draw by material" not in shown)
    assert (knight == ("material", None)) == ("one minor piece" in shown)
    stalemate = end("k7/2Q5/8/8/8/8/8/K7 b - - 0 1")
    assert stalemate == ("stalemate", "white" if "stalemate is a loss" in shown else None)


# --- check -----------------------------------------------------------------------------------------------


def test_check_a_right_file(island: Path) -> None:
    result = run("check", island)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "island: ok\n", "")


def test_check_warns_of_what_is_odd(island: Path) -> None:
    """A file with warnings only is right."""
    island.write_text('start = "4k3/8/8/8/4r3/8/8/R3K2R w - - 0 1"')
    result = run("check", island)
    assert result.exit_code == 0
    assert result.stdout == "island: ok, 1 warning\n"
    assert result.stderr == f"{island}: warning: white is in check at the start\n"


def test_check_tells_every_problem_and_goes_on(broken: Path, island: Path) -> None:
    result = run("check", broken, island)
    assert_mistake(result, f"{broken}:1: ", f"{broken}:6: ")
    assert result.stdout == "island: ok\n"


def test_check_knows_the_rules_of_movement(island: Path) -> None:
    island.write_text(ISLAND.replace("kp2/4/4/4/2PK w", "k3/4/4/4/R2K w"))
    assert_mistake(run("check", island), "check")


# --- terminals -------------------------------------------------------------------------------------------


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a real `tilefish variants` prints on a terminal."""
    leader, follower = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tilefish", "variants", *arguments],
        stdout=follower,
        env={**clean, "TERM": "xterm-256color", "PYTHONUTF8": "1", "COLUMNS": "120", **environment},
    )
    os.close(follower)
    printed = b"".join(iter(lambda: _read(leader), b""))
    os.close(leader)
    assert process.wait() == 0
    return printed.decode()


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 4096)
    except OSError:  # Linux ends a terminal whose other side has gone with an error.
        return b""


def test_colour_on_a_terminal() -> None:
    printed = on_a_terminal("show", "pirate_seas")
    assert "\x1b[48;5;" in printed
    assert "♞" in printed


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(environment: dict[str, str]) -> None:
    printed = on_a_terminal("show", "pirate_seas", **environment)
    assert "\x1b" not in printed
    assert "~~~ =.= =.= ~~~" in printed


def test_list_is_a_table_on_a_terminal() -> None:
    printed = on_a_terminal("list", NO_COLOR="1")
    assert "Terrain" in printed
    assert "Pirate Seas" in printed
    assert "\t" not in printed
