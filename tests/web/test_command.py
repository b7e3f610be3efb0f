"""`tilefish board` as a program: its address, its end, and what it refuses."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

BOARD = (sys.executable, "-m", "tilefish", "board", "--no-browser")


def refused(*arguments: str) -> str:
    """The one line about a wrong command line."""
    said = subprocess.run([*BOARD, *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert said.returncode == 2, said
    assert said.stdout == ""
    (line,) = said.stderr.splitlines()
    return line


def test_it_prints_its_address_and_ends_by_an_interrupt(tmp_path: Path) -> None:
    command = [*BOARD, "fragments", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert re.fullmatch(
            r"The board is at http://127\.0\.0\.1:\d+/\?token=\S{20,}\n", program.stdout.readline()
        )
        program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=60)
    assert (program.returncode, said) == (0, ("", ""))


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = refused("--port", str(port), "--folder", str(tmp_path))
    assert f"port {port}" in line
    assert "--port 0" in line


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nothing",), 'unknown variant "nothing"'),
        (("--host", "no such host"), "no such host"),
        (("--book", "no such book"), "cannot read the book"),
        (("--engine", "cmd=/nothing/here"), "there is no program"),
        (("--engine", "cmd=python", "tc=5"), "tc= is for matches"),
        (("--engine", "skill5", "name=Five", "nodes=10"), "Five is a level"),
        (("--engine", "skill5"), "name= gives it another name"),
        (("--engine", "cmd=python", "name=me"), "name= gives it another name"),
        (("--engine", "cmd=python", "hash=5"), 'no word "hash=5"'),
        (("--engine", "skill5", "name=Five", "nothing"), 'unknown variant "nothing"'),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    assert complaint in refused(*arguments, "--folder", str(tmp_path))


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert "cannot use" in refused("--port", "0", "--folder", str(file / "games"))
