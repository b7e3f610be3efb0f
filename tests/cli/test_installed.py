"""Every command through the entry point that was installed: piped, in a terminal, and with nonsense."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.play.terminal import running

from tilefish.cli.main import COMMANDS, GREETING

TILEFISH = str(Path(sys.executable).parent / "tilefish")
USES = {
    "analyse": ("analyse --variant fragments --depth 3", "Best move: "),
    "balance": ("balance fragments --games 2 --depths 1 --concurrency 1", "Advice"),
    "bench": ("bench 1", "Nodes searched: "),
    "book": ("book show book.epd --variant fragments", "b3 "),
    "completion": ("completion bash", "_TILEFISH_COMPLETE=bash_complete"),
    "eval": ("eval --variant exchange", "the middlegame counts 100%"),
    "learn": ("learn stats", "Nothing was learned yet."),
    "match": ("match --engine skill0 --engine skill1 --variant fragments --games 2", "skill0"),
    "perft": ("perft 3 --variant ruined_overworld", "Nodes searched: 34558"),
    "variants": ("variants show pirate_seas", "~~ water"),
}
"""Of each command one use, and what it then says. `tilefish play` is a conversation; tests/play has it."""
WRONG = (
    "analyse noise",
    "balance nowhere",
    "book show noise",
    "learn import noise",
    "match --engine nowhere --engine full",
    "perft 2 --world noise",
    "variants check noise",
    "variants show nowhere",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A home with a book in it, and a file of noise."""
    (tmp_path / "book.epd").write_text("nqkbr/ppppp/5/PPPPP/RBKQN w - - bm b2b3;\n", encoding="utf-8")
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 9)
    return tmp_path


def tilefish(folder: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [TILEFISH, *words],
        input=stdin,
        cwd=folder,
        env={**os.environ, **home},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_help_names_every_command_and_each_has_its_own(folder: Path) -> None:
    finished = tilefish(folder, "--help")
    assert finished.returncode == 0
    assert finished.stderr == ""
    for command in COMMANDS:
        assert f"\n  {command} " in finished.stdout


@pytest.mark.parametrize("command", USES)
def test_piped(folder: Path, command: str) -> None:
    use, said = USES[command]
    finished = tilefish(folder, *use.split())
    assert (finished.returncode, finished.stderr) == (0, "")
    assert said in finished.stdout
    assert "\x1b" not in finished.stdout, "colours are for terminals"


@pytest.mark.long
@pytest.mark.parametrize("command", USES)
def test_in_a_terminal(folder: Path, command: str) -> None:
    use, said = USES[command]
    with running(folder, *use.split(), HOME=str(folder), XDG_DATA_HOME=str(folder)) as terminal:
        terminal.wait_for(said)
        assert terminal.wait_for_end() == 0
    assert "Traceback" not in terminal.said


def test_uci_is_what_is_spoken_without_a_command(folder: Path) -> None:
    finished = tilefish(folder, stdin="uci\nsetoption name UCI_Variant value fragments\ngo depth 3\n")
    assert "uciok" in finished.stdout
    assert finished.stdout.splitlines()[-1].startswith("bestmove ")


def test_a_person_is_greeted(folder: Path) -> None:
    with running(folder) as terminal:
        terminal.wait_for(f"{GREETING}\n")
        terminal.type("isready\nquit\n")
        terminal.wait_for("readyok")
        assert terminal.wait_for_end() == 0
    assert len(GREETING) < 80


@pytest.mark.parametrize("piped", ["stdin", "stdout"])
def test_a_program_is_not_greeted(folder: Path, piped: str) -> None:
    """Even if one end is a terminal."""
    master, slave = pty.openpty()
    os.write(master, b"uci\nquit\n")
    stdin, stdout = (subprocess.PIPE, slave) if piped == "stdin" else (slave, subprocess.PIPE)
    with subprocess.Popen([TILEFISH], cwd=folder, stdin=stdin, stdout=stdout) as process:
        said, _ = process.communicate(b"uci\nquit\n" if piped == "stdin" else None, timeout=60)
    if piped == "stdin":
        said = os.read(master, 65536)
    os.close(master)
    os.close(slave)
    assert b"id name Tilefish" in said
    assert GREETING[:9].encode() not in said


@pytest.mark.parametrize("wrong", WRONG)
def test_nonsense_is_answered_with_a_line(folder: Path, wrong: str) -> None:
    finished = tilefish(folder, *wrong.split())
    assert finished.returncode == 2
    assert "Traceback" not in finished.stderr
    assert finished.stdout == ""
    assert max(map(len, finished.stderr.splitlines())) < 400


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line for the shell, with `$TILEFISH` in it."""
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "TILEFISH": TILEFISH, "HOME": str(folder)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("closed", "name"), [("<&-", "input"), (">&-", "output"), ("<&- >&-", "input"), ("<&- >&- 2>&-", "")]
)
def test_uci_needs_both_ends(folder: Path, closed: str, name: str) -> None:
    ended = shell(folder, f'echo uci | ("$TILEFISH" {closed})')
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == (f"Error: UCI is spoken on standard {name}, which is closed\n" if name else "")


@pytest.mark.parametrize(
    ("use", "code", "said"),
    [
        ("eval --variant fragments <&-", 0, ""),
        ("analyse - <&-", 2, "Error: standard input has no position"),
        ("perft 2 >&-", 0, ""),
        ("analyse --depth 2 >&- 2>&-", 0, ""),
        ("play <&-", 0, ""),
    ],
)
def test_other_commands_do_without_what_is_closed(folder: Path, use: str, code: int, said: str) -> None:
    ended = shell(folder, f'"$TILEFISH" {use}')
    assert ended.returncode == code
    assert ended.stderr.startswith(said)
    assert "Traceback" not in ended.stderr
