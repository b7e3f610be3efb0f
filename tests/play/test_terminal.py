"""Games as a person at a terminal has them."""

from __future__ import annotations

import re
from pathlib import Path

from tilefish import Game

from .terminal import playing, running

CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


def test_a_session(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "skill0", "--seed", "5") as terminal:
        assert "8  ♜  ♞  ♝" in terminal.wait_for("White> ")
        terminal.type("e5\n")
        terminal.wait_for('"e5" is not legal; legal moves are e3, e4')
        terminal.type("e4\n")
        terminal.wait_for("1... ")
        first = terminal.wait_for("\n")
        assert f"last move {first}\n" in terminal.wait_for("White> ")
        terminal.type("hint\n")
        hint = terminal.wait_for("White> ")
        assert re.search(r"Hint: \S+ \([+-]\d+\.\d\d, depth \d+\): \S+", hint)
        terminal.type("why\n")
        assert "(score " in terminal.wait_for("White> ")
        terminal.type("undo\n")
        assert "2  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟" in terminal.wait_for("White> ")
        terminal.type("flip\n")
        assert "h  g  f  e  d  c  b  a" in terminal.wait_for("White> ")
        terminal.type("e4\n")
        terminal.wait_for("1... ")
        terminal.wait_for("White> ")
        terminal.type("save my games.pgn\n")
        assert "saved in my games.pgn" in terminal.wait_for("White> ")
        terminal.type("new\n")
        terminal.wait_for("White> ")
        terminal.type("load my games.pgn\n")
        assert "h  g  f  e  d  c  b  a" in terminal.wait_for("White> ")
        terminal.type("history\n")
        assert "1. e4 " in terminal.wait_for("White> ")
        terminal.type("quit\n")
        assert terminal.wait_for_end() == 0
    assert first in _answers()
    assert "Traceback" not in terminal.said
    assert "1. e4 " in (tmp_path / "my games.pgn").read_text()


def _answers() -> set[str]:
    game = Game()
    game.push("e2e4")
    return set(game.sans().values())


def test_tab_completes_moves_commands_levels_and_files(tmp_path: Path) -> None:
    (tmp_path / "sunday.pgn").write_text("1. d4 d5 *\n")
    with playing(tmp_path, "--black", "me") as terminal:
        terminal.wait_for("White> ")
        terminal.type(f"Nf{TAB}\n")
        terminal.wait_for("Black> ")
        terminal.type(f"hist{TAB}\n")
        assert "1. Nf3" in terminal.wait_for("Black> ")
        terminal.type(f"load sun{TAB}\n")
        terminal.wait_for("White> ")
        terminal.type("history\n")
        terminal.wait_for("1. d4 d5")
        terminal.type(f"mov g1{TAB}\n")
        terminal.wait_for("Nf3")
        terminal.type(f"WHITE grandm{TAB}\n")
        terminal.wait_for("Tilefish (grandmaster) plays White")


def test_the_line_before_comes_back(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "me") as terminal:
        terminal.wait_for("White> ")
        terminal.type("fen\n")
        terminal.wait_for("w KQkq - 0 1")
        terminal.type("\x1b[A\n")
        terminal.wait_for("w KQkq - 0 1")


def test_a_whole_quick_game(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "me", "--save", "fool.pgn") as terminal:
        for side, move in (("White", "f3"), ("Black", "e5"), ("White", "g4"), ("Black", "Qh4")):
            terminal.wait_for(f"{side}> ")
            terminal.type(f"{move}\n")
        board = terminal.wait_for("Black wins: checkmate (0-1)")
        assert "in check on e1" in board
        terminal.wait_for("over> ")
        terminal.type("a3\n")
        terminal.wait_for("the game is over: undo takes moves back")
        terminal.wait_for("over> ")
        terminal.type(CTRL_D)
        assert terminal.wait_for_end() == 0
    assert "2. g4 Qh4# 0-1" in (tmp_path / "fool.pgn").read_text()


def test_engines_play_until_they_are_interrupted(tmp_path: Path) -> None:
    options = ("--white", "full", "--black", "full", "--movetime", "600")
    with playing(tmp_path, *options) as terminal:
        terminal.wait_for("thinking: ")
        terminal.type(CTRL_C)
        terminal.wait_for("The game is held")
        terminal.wait_for("Black> ")
        terminal.type("go\n")
        terminal.wait_for("thinking: ")
        terminal.type(CTRL_C)
        terminal.wait_for("White> ")
        terminal.interrupt("quit leaves, and so does another Ctrl-C")
        terminal.wait_for("White> ")
        terminal.interrupt("\n")
        assert terminal.wait_for_end() == 0
    assert "Traceback" not in terminal.said


def test_an_interrupt_has_the_opponent_move_at_once(tmp_path: Path) -> None:
    with playing(tmp_path, "--movetime", "600") as terminal:
        terminal.wait_for("White> ")
        terminal.type("e4\n")
        terminal.wait_for("thinking ...")
        terminal.type(CTRL_C)
        terminal.wait_for("1... ")
        terminal.wait_for("White> ")


THOUGHT = re.compile(r"[+-]\d+\.\d\d|#-?\d|depth")


def test_what_the_opponent_thinks_is_not_shown(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "act2", "--movetime", "0.5") as terminal:
        assert "You play White, Tilefish (act2) plays Black.\n" in terminal.wait_for("White> ")
        terminal.type("e4\n")
        assert not THOUGHT.search(terminal.wait_for("White> "))
        terminal.type("draw\n")
        assert not THOUGHT.search(terminal.wait_for("White> "))


def test_what_the_opponent_thinks_is_shown_if_that_is_wanted(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "act2", "--show-thinking", "--name", "Ada") as terminal:
        assert "Ada plays White, Tilefish (act2) plays Black.\n" in terminal.wait_for("White> ")
        terminal.type("e4\n")
        assert re.search(r"1\.\.\. \S+  \([+-]\d+\.\d\d, depth \d\)\n", terminal.wait_for("White> "))


def test_words_are_not_broken(tmp_path: Path) -> None:
    """A terminal breaks what is wider than it is, wherever that may be in a word."""
    tiles = "8/8/*%~=?o></^v6/8/8/8/8"
    options = ("play", "--black", "me", "--world", tiles, "--movetime", "0.1")
    with running(tmp_path, *options, COLUMNS="64") as terminal:
        screen = terminal.wait_for("White> ")
        assert all(f" {name}" in screen for name in ("belt to the right", "belt downwards", "spawn tile"))
        for words in ("help", "moves", "e5", "nonsense", "eval", "why e4", "white me", "flip"):
            terminal.type(f"{words}\n")
            screen += terminal.wait_for("White> ")
        terminal.type("quit\n")
        assert terminal.wait_for_end() == 0
    assert "You play White.\n" in screen
    lines = re.split(r"[\r\n]", screen)
    assert [line for line in lines if len(line) > 64] == []
    assert len(lines) > 60


def test_the_flag_falls_while_nobody_types(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "me", "--tc", "0.6") as terminal:
        terminal.wait_for("White 0:0")
        terminal.wait_for("Black wins on time (0-1)")
        terminal.wait_for("over> ")


def test_dice_are_shown_and_asked_for(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/5p2/8/8/4K1N1 w - - 0 1 hp:- cd:- fx:K,k"
    options = ("--variant", "exchange", "--black", "me", "--fen", fen)
    with playing(tmp_path, *options, "--dice", "typed") as terminal:
        terminal.wait_for("White> ")
        terminal.type("g1f3xf4\n")
        terminal.wait_for("the die for g1f3xf4 (1 to 6): ")
        terminal.type("9\n")
        terminal.wait_for("invalid face of the die")
        terminal.type("4\n")
        terminal.wait_for("Black> ")
        terminal.type("history\n")
        terminal.wait_for("g1f3xf4=4")
    with playing(tmp_path, *options, "--seed", "1") as terminal:
        terminal.wait_for("White> ")
        terminal.type("g1f3xf4\n")
        terminal.wait_for("1. g1f3xf4=")


def test_a_question_may_be_left(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "me") as terminal:
        terminal.wait_for("White> ")
        terminal.type("draw\n")
        terminal.wait_for("do you agree? [y/n] ")
        terminal.interrupt("quit leaves, and so does another Ctrl-C")
        terminal.wait_for("White> ")
        terminal.type("e4\n")
        terminal.wait_for("Black> ")
    assert "Aborted" not in terminal.said


def test_half_a_move_leaves_nothing(tmp_path: Path) -> None:
    with playing(tmp_path, "--black", "me") as terminal:
        for letter, command in (("R", "resign"), ("N", "new"), ("Q", "quit")):
            terminal.wait_for("White> ")
            terminal.type(f"{letter}\n")
            terminal.wait_for(f"{command} has to be written out")
        terminal.wait_for("White> ")
