"""`tilefish analyse` as a person at a terminal has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from play.terminal import running
from tilefish.pgn import read_games

CTRL_C = "\x03"


PANEL = ("analyse", "--infinite", "--variant", "ruined_overworld", "--moves", "Nf3", "--multipv", "2")


def test_a_panel_shows_the_search_until_it_is_interrupted(tmp_path: Path) -> None:
    with running(tmp_path, *PANEL, "--explain", "--svg", "board.svg") as terminal:
        assert "Black to move, in check on e8, last move g1f3 " in terminal.wait_for("score ")
        seen = terminal.wait_for("() stepping stone")
        for name in ("depth", "nodes", "a second", "time", "table", "1  ", "2  ", "best move "):
            assert name in seen
        terminal.type(CTRL_C)
        terminal.wait_for("Best move: ")
        terminal.wait_for("Best: ")
        terminal.wait_for("written: board.svg")
        assert terminal.wait_for_end() == 130
    assert "Traceback" not in terminal.said
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")


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
