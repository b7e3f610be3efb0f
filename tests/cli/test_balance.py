"""`tilefish balance` as a designer meets it: what is printed where, and with which exit code."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilefish.balance import workers
from tilefish.balance.facts import GameFacts
from tilefish.cli.main import main

QUICK = ("--games", "4", "--depths", "1", "--concurrency", "1")


def balance(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["balance", *map(str, arguments)])


def said(result: Result) -> str:
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def test_a_report_as_text() -> None:
    text = said(balance("fragments", *QUICK))
    first, second, *rest = text.splitlines()
    assert first == "Chess Fragments (fragments): 4 games, seed 1"
    assert second == "4 openings, each played at depth 1"
    heads = [line for line in rest if line and not line.startswith(" ")]
    assert heads[1:] == [
        "Results",
        "Length",
        "How games end",
        "Pieces (numbers a game)",
        "Never acted",
        "Tiles (numbers a game)",
        "What pieces are worth",
        "Legal moves",
        "Stuck (at most two legal moves, not in check, more than a king)",
        "Advice",
    ]
    assert "4 openings are too few for advice" in text


@pytest.mark.parametrize("name", ["exchange", "twisted_carnival", "fragments"])
def test_a_report_fits_80_columns(name: str) -> None:
    lines = said(balance(name, "--games", "3", "--depths", "1,2", "--concurrency", "1")).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line != line.rstrip()] == []
    assert sum("in Elo" in line for line in lines) == 1


def test_a_report_as_json() -> None:
    report = json.loads(said(balance("fear_factory", *QUICK, "--json")))
    assert report["format"] == 1
    assert report["variant"] == "fear_factory"
    assert (
        report["games"]
        == report["overall"]["white"] + report["overall"]["draws"] + report["overall"]["black"]
    )
    assert set(report["overall"]["score"]) == {"value", "low", "high", "openings"}
    assert set(report) == {
        "format", "variant", "title", "start", "seed", "openings", "games", "all_openings", "interrupted",
        "draw_rules", "efforts", "favoured", "overall", "by_effort", "trend", "draws", "length", "ends",
        "losses", "loss_difference", "pieces", "idlers", "tiles", "squares",
        "never_visited", "choices", "stuck", "worths", "remarks", "advice",
    }  # fmt: skip
    assert {tile["name"] for tile in report["tiles"]} == {"floor", "belt to the right", "belt to the left"}


def test_a_world_with_few_openings_is_not_asked_for_more() -> None:
    cells = "2******/********/********/********/***1****/********/********/******2"
    start = ("chess", "--world", cells, "--fen", "k7/8/8/8/3n4/8/8/7K w - - 0 1", "--depths", "1")
    text = " ".join(said(balance(*start, "--games", "30")).split())
    assert "1 opening is too few for advice, and this world has no more" in text
    assert "play 20 or more" not in text
    assert "play 20 or more" in " ".join(said(balance(*start, "--games", "1")).split())


def test_the_seed_decides_everything_but_not_the_processes() -> None:
    options = ("exchange", "--games", "3", "--depths", "1", "--json")
    alone = said(balance(*options, "--seed", "9", "--concurrency", "1"))
    assert said(balance(*options, "--seed", "9", "--concurrency", "2")) == alone
    assert said(balance(*options, "--seed", "8", "--concurrency", "1")) != alone


def test_nodes_instead_of_depths() -> None:
    report = json.loads(said(balance("fragments", "--games", "2", "--nodes", "90, 30,90", "--json")))
    assert report["efforts"] == ["30 nodes", "90 nodes"]
    assert report["games"] == 4


def test_usual_depths_are_smaller_in_combat() -> None:
    report = json.loads(said(balance("fragments", "--games", "1", "--concurrency", "1", "--json")))
    assert report["efforts"] == ["depth 2", "depth 4", "depth 6"]
    start = "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 hp:e8=1 cd:- fx:-"
    report = json.loads(said(balance("exchange", "--games", "1", "--fen", start, "--json")))
    assert report["efforts"] == ["depth 1", "depth 2", "depth 3"]


def test_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert said(balance("fragments", *QUICK, "--html", page)).endswith(f"\nThe page is in {page}.\n")
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert said(balance("fragments", *QUICK, "--html", "-")) == page.read_text()


def test_a_world_of_ones_own(tmp_path: Path) -> None:
    world = tmp_path / "tiny.toml"
    world.write_text('board = "4x4"\nstart = "k2q/p3/3P/Q2K w - - 0 1"\ncastling = false\n')
    assert "(tiny): 4 games" in said(balance(world, *QUICK))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], 'Error: unknown variant "nowhere"'),
        (["chess", "--games", "0"], "Invalid value for '--games'"),
        (["chess", "--games", "many"], "Invalid value for '--games'"),
        (["chess", "--depths", "2,x"], 'Invalid value for \'--depths\': "x" is not a number from 1 to'),
        (["chess", "--depths", ""], 'Invalid value for \'--depths\': "" is not a number from 1 to'),
        (["chess", "--depths", "0"], "Invalid value for '--depths'"),
        (["chess", "--depths", "1,2,3,4,5,6,7,8,9"], "9 numbers are too many, 8 are the most"),
        (["chess", "--nodes", "9" * 30], "Invalid value for '--nodes'"),
        (["chess", "--depths", "2", "--nodes", "9"], "--depths and --nodes cannot both be given"),
        (["chess", "--concurrency", "0"], "Invalid value for '--concurrency'"),
        (["chess", "--fen", "nonsense"], "Error: "),
        (["chess", "--fen", "k7/1Q6/K7/8/8/8/8/8 b - - 0 1"], "over before it begins"),
        (["chess", "--fen", "k7/2Q5/8/8/8/8/8/7K w - - 99 50", "--games", "2"], "over within 4 moves"),
        (["chess", "--html", "/nowhere/page.html"], "cannot write /nowhere/page.html: there is no folder"),
        (["chess", "--html", "/"], "is a directory"),
        (["chess", "--json", "--html", "-"], "both want standard output"),
        (["chess", "--world", "8/8"], "the tile map has 2 ranks"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_before_any_game(arguments: list[str], message: str) -> None:
    result = balance(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output
    assert result.stdout == ""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_reports_what_was_played(processes: str) -> None:
    """On a terminal, where the bar shows that games are being played."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "tilefish", "balance", "fragments", "--games", "30000", "--depths", "1"]
    process = subprocess.Popen(
        [*command, "--concurrency", processes, "--json"], stdout=subprocess.PIPE, stderr=slave, text=True
    )
    os.close(slave)
    try:
        shown = b""
        end = time.monotonic() + 60
        while b" 1%" not in shown and time.monotonic() < end:
            shown += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(master)
    assert process.returncode == 130
    report = json.loads(printed)
    assert report["interrupted"] is True
    assert 0 < report["games"] < 30000


def test_a_process_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that were over by then are reported."""
    monkeypatch.setattr(workers, "_play", _die_at_the_third)
    result = balance("fragments", "--games", "4", "--depths", "1", "--concurrency", "2", "--json")
    assert result.exit_code == 1
    assert "Error: a process that played games has died." in result.stderr
    assert "Traceback" not in result.output


def _die_at_the_third(task: workers._Task) -> list[GameFacts]:
    if task.number == 2:
        os._exit(9)
    return workers._player(task.plan).play(task.number, task.opening)
