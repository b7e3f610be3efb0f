"""`tilefish perft` as a user meets it: what is printed where, and with which exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilefish import Game
from tilefish.cli.main import main

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ISLAND = """
title = "The Island"
board = "4x5"
start = "kp2/4/4/4/2PK w - - 0 1"
rules = "Nothing but sand."
source = "This test."
"""


def perft(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["perft", *map(str, arguments)])


def lines_of(result: Result) -> list[str]:
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["1"], 20),
        (["3"], 8902),
        (["3", "--variant", "fragments"], 362),
        (["3", "--variant", "fragments2"], 603),
        (["2", "--variant", "ruined_overworld"], 828),
        (["2", "--world", "8/8/8/1o4o1/4o3/8/8/8"], 828),
        (["3", "--variant", "pirate_seas"], 4382),
        (["3", "--variant", "pirate_seas", "--world", "8/8/8/8/8/8/8/8"], 8902),
        (["2", "--fen", KIWIPETE], 2039),
        (["2", "--fen", KIWIPETE, "--chess960"], 2039),
        (["4", "--variant", "fragments", "--fen", "k4/p3p/P4/2KP1/5 w - - 0 1"], 446),
        (["1", "--pieces", "r:RN"], 22),
        (["1", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], 0),
        (["3", "--variant", "fear_factory", "--fen", "8/8/*6*/8/8/*6*/8/4K3 b - - 0 1"], 0),
    ],
)
def test_the_last_line_is_the_number_of_nodes(arguments: list[str], nodes: int) -> None:
    assert lines_of(perft(*arguments)) == [f"Nodes searched: {nodes}"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["2"],
        ["2", "--fen", KIWIPETE],
        ["2", "--variant", "ruined_overworld"],
        ["3", "--variant", "fear_factory"],
    ],
)
def test_divide_adds_up(arguments: list[str]) -> None:
    *divided, blank, last = lines_of(perft(*arguments, "--divide"))
    assert blank == ""
    counts = dict(line.split(": ") for line in divided)
    assert len(counts) == len(divided)
    assert last == f"Nodes searched: {sum(map(int, counts.values()))}"
    assert lines_of(perft(*arguments)) == [last]


def test_divide_names_the_moves_in_order() -> None:
    *divided, _, last = lines_of(perft("1", "--divide", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    moves = [line.removesuffix(": 1") for line in divided]
    assert moves == sorted(moves)
    assert {"e1g1", "e1c1", "a1a8", "h1h8"} <= set(moves)
    assert last == "Nodes searched: 26"


def test_castling_in_the_notation_that_is_asked_for() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert "e1g1: 1" in lines_of(perft("1", "--divide", "--fen", fen))
    assert "e1h1: 1" in lines_of(perft("1", "--divide", "--fen", fen, "--chess960"))


def test_divide_where_there_is_no_move() -> None:
    stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert lines_of(perft("2", "--divide", "--fen", stalemate)) == ["Nodes searched: 0"]


@pytest.mark.parametrize("fen", [KIWIPETE, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
def test_json_is_one_object(fen: str) -> None:
    lines = lines_of(perft("2", "--fen", fen, "--json"))
    assert len(lines) == 1
    printed = json.loads(lines[0])
    assert list(printed) == ["nodes", "seconds", "divide"]
    assert printed["nodes"] == sum(printed["divide"].values()) == Game(fen=fen).perft(2)
    assert printed["divide"] == Game(fen=fen).divide(2)
    assert isinstance(printed["seconds"], float)
    assert 0 <= printed["seconds"] < 60
    assert lines_of(perft("2", "--fen", fen, "--json", "--divide"))[0].startswith('{"nodes": ')


def test_a_variant_file_and_a_folder_of_them(tmp_path: Path) -> None:
    path = tmp_path / "island.toml"
    path.write_text(ISLAND)
    assert lines_of(perft("1", "--variant", path)) == ["Nodes searched: 3"]
    assert lines_of(perft("1", "--variant", "island", "--variant-path", path)) == ["Nodes searched: 3"]
    assert lines_of(perft("1", "--variant", "island", "--variant-path", tmp_path)) == ["Nodes searched: 3"]


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["3", "--variant", "ches"], ['unknown variant "ches"', 'did you mean "chess"']),
        (["3", "--variant", "nowhere.toml"], ["nowhere.toml", "no such file"]),
        (["3", "--variant-path", "/nowhere/at/all"], ["/nowhere/at/all"]),
        (["3", "--fen", "nonsense"], ["1 rank", "chess has 8"]),
        (["3", "--fen", ""], ["the FEN is empty"]),
        (["3", "--fen", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"], ["black is in check and white is to move"]),
        (["3", "--fen", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"], ['castling right "K" cannot be']),
        (["3", "--fen", "\x1b[31m\n\t"], ["1 rank", "chess has 8"]),
        (["3", "--fen", "8" * 100_000], ["1 rank", "..."]),
        (["3", "--world", "8/8"], ["2 ranks", "the board has 8"]),
        (["3", "--world", "*7/8/8/8/8/8/8/8"], ["rook on a8 stands on void"]),
        (["3", "--pieces", "r:X"], ['the piece "r"', '"X"']),
        (["3", "--pieces", "p:K"], ["the pawn of chess"]),
    ],
)
def test_a_mistake_is_one_line_on_stderr(arguments: list[str], words: list[str]) -> None:
    result = perft(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.endswith("\n")
    (line,) = result.stderr.splitlines()
    assert all(word in line for word in words), line
    assert line.isprintable()
    assert len(line) < 400


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["Missing argument 'DEPTH'"]),
        (["0"], ['expected a whole number from 1 to 64, not "0"']),
        (["-1"], ["-1"]),
        (["65"], ['from 1 to 64, not "65"']),
        (["9" * 30], ["from 1 to 64, not"]),
        (["three"], ['not "three"']),
        (["1.5"], ['not "1.5"']),
        (["3", "4"], ["unexpected extra argument (4)"]),
        (["3", "--fne", KIWIPETE], ["No such option", "--fne"]),
        (["3", "--fen"], ["'--fen' requires an argument"]),
    ],
)
def test_a_wrong_command_line_is_explained(arguments: list[str], words: list[str]) -> None:
    result = perft(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    explained = result.stderr.splitlines()[-1]
    assert all(word in explained for word in words), result.stderr
    assert "Traceback" not in result.stderr


def test_the_mistakes_of_a_variant_file_are_reported_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "island.toml"
    path.write_text(ISLAND.replace("title", "tittle").replace("4x5", "4x6"))
    result = perft("1", "--variant", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    printed = result.stderr.splitlines()
    assert len(printed) == 2
    assert all(line.startswith(f"{path}:") for line in printed)
    assert '"title"' in printed[0]


def test_help() -> None:
    result = perft("--help")
    assert result.exit_code == 0
    options = ("DEPTH", "--variant", "--fen", "--world", "--pieces", "--divide", "--json")
    assert all(option in result.stdout for option in options)


# --- the installed command --------------------------------------------------------------------------------


def run(command: list[str | Path], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, "perft", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    "command",
    [[Path(sys.executable).with_name("tilefish")], [sys.executable, "-m", "tilefish"]],
    ids=["tilefish", "python -m tilefish"],
)
def test_the_installed_command(command: list[str | Path], tmp_path: Path) -> None:
    done = run(command, "3", "--variant", "fragments", "--divide")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Nodes searched: 362"
    wrong = run(command, "3", "--fen", "4k3/8/8/8/8/8/8/8 w - - 0 1")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "Error: white has no king: expected exactly one\n"
