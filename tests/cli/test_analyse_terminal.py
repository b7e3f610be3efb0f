"""`tilefish analyse` as a person at a terminal has it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.terminal import running

from tilefish.pgn import read_games

CTRL_C = "\x03"


PANEL = ("analyse", "--infinite", "--variant", "ruined_overworld", "--moves", "Nf3", "--multipv", "2")


def test_a_panel_shows_the_search_until_it_is_interrupted(tmp_path: Path) -> None:
    with running(tmp_path, *PANEL, "--explain", "--svg", "board.svg") as terminal:
        assert "8  ♜" in terminal.wait_for("score ")
        seen = terminal.wait_for("() stepping stone")
        for name in ("depth", "nodes", "a second", "time", "table", "1  ", "2  "):
            assert name in seen
        for name in ("Black to move, in check on e8,", "last move Nf3+"):
            assert name in seen
        terminal.type(CTRL_C)
        terminal.wait_for("Best move: ")
        terminal.wait_for("Best: ")
        terminal.wait_for("written: board.svg")
        assert terminal.wait_for_end() == 130
    assert "Traceback" not in terminal.said
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")


TERRAIN = "8/8/*%~=?o></^v6/8/8/8/8"
"""Every kind of tile, so that the legend is as long as can be."""


@pytest.mark.parametrize("width", [80, 100, 120, 150])
def test_nothing_of_the_panel_is_cut(tmp_path: Path, width: int) -> None:
    options = ("--world", TERRAIN, "--moves", "e3", "--multipv", "2", "--nodes", "20000")
    with running(tmp_path, "analyse", *options, COLUMNS=str(width), LINES="40") as terminal:
        terminal.wait_for("Best move: ")
        assert terminal.wait_for_end() == 0
    last = terminal.said[terminal.said.rindex("8  ♜") :]
    assert [line for line in last.splitlines() if len(line.rstrip()) > width] == []
    for words in ("score ", "depth ", "nodes ", "time ", "table ", "1  ", "2  "):
        assert words in last
    # what stands below the board is wrapped to its width, and the lines stand beside it
    below = last if width == 80 else "\n".join(line[:34] for line in last.splitlines())
    printed = " ".join(below.split())
    for words in ("Black to move, last move e3, best move ", "** void", "~~ water", ">> belt to the right"):
        assert words in printed
    assert all(words in printed for words in ("<< belt to the left", "vv belt downwards", "?? spawn tile"))
    assert "..." not in last


@pytest.mark.parametrize(("width", "lines"), [(80, 12), (100, 12), (100, 6), (40, 24)])
def test_a_low_terminal_has_the_score_and_the_lines(tmp_path: Path, width: int, lines: int) -> None:
    options = ("--world", TERRAIN, "--multipv", "3", "--infinite")
    with running(tmp_path, "analyse", *options, COLUMNS=str(width), LINES=str(lines)) as terminal:
        terminal.wait_for("score ")
        if lines > 6:  # else those of the search do not fit
            terminal.wait_for("\n1  ")
        terminal.type(CTRL_C)
        end = terminal.wait_for("Best move: ")
        terminal.wait_for_end()
    final = end[end.rindex("8  ♜") :].rstrip().splitlines()
    assert final[-1].strip()
    assert any(line.startswith("3  ") for line in final[-6:]), "the lines are what stays on the screen"


@pytest.mark.long
def test_a_long_search_tells_what_it_looks_at(tmp_path: Path) -> None:
    with running(tmp_path, *PANEL) as terminal:
        terminal.wait_for("looking at ")
        terminal.wait_for(" of 3), depth ")
        terminal.type(CTRL_C)
        assert "looking at" not in terminal.wait_for("Best move: ")[-1500:]
        assert terminal.wait_for_end() == 130


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_plain_terminal_gets_no_colours(tmp_path: Path, environment: dict[str, str]) -> None:
    with running(tmp_path, "analyse", "--depth", "3", **environment) as terminal:
        terminal.wait_for("Best move: ")
        assert terminal.wait_for_end() == 0
    assert b"\x1b[38;5" not in terminal.raw
    assert ("8  r" in terminal.said) == ("NO_COLOR" in environment), "a panel, or lines"


def test_a_game_with_a_bar_below_its_moves(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n", encoding="utf-8")
    with running(tmp_path, "analyse", "game.pgn", "--nodes", "3000") as terminal:
        terminal.wait_for("Analysing ")
        terminal.wait_for("\r  1. f3 ")
        terminal.wait_for("\r  2. g4 ")
        assert "allows mate" in terminal.wait_for("\r  2... Qh4#")
        terminal.wait_for("written: game-analysed.svg")
        assert terminal.wait_for_end() == 0
    assert terminal.said.count("Qh4#") == 1
    assert "Analysing" not in terminal.said.split("written")[1], "the bar is gone"


def test_a_list_that_is_interrupted_keeps_whole_answers(tmp_path: Path) -> None:
    (tmp_path / "suite.epd").write_text("6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8;\n" * 300, encoding="utf-8")
    with running(tmp_path, "analyse", "suite.epd", "--movetime", "0.3") as terminal:
        terminal.wait_for("  1  ")
        terminal.type(CTRL_C)
        right = int(terminal.wait_for(" of ").split()[-1])
        terminal.wait_for(" right (100%)")
        assert terminal.wait_for_end() == 130
    assert terminal.said.count("#1  depth") == right


def test_an_interrupted_game_is_written(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", encoding="utf-8")
    with running(tmp_path, "analyse", "game.pgn", "--movetime", "2") as terminal:
        terminal.wait_for("  1. e4 ")
        terminal.type(CTRL_C)
        terminal.wait_for(" of 6 moves analysed")
        terminal.wait_for("written: game-analysed.pgn")
        assert terminal.wait_for_end() == 130
    (kept,) = read_games((tmp_path / "game-analysed.pgn").read_text(encoding="utf-8"))
    assert kept.moves[0].evaluation is not None
    assert kept.moves[-1].evaluation is None
