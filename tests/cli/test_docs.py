"""The commands with which docs/variant-files.md leads a designer from a file to a game."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "variant-files.md").read_text(encoding="utf-8")
TILEFISH = str(Path(sys.executable).parent / "tilefish")
COMMANDS = re.findall(r"^tilefish (.* lava_run\.toml[^#\n]*)", PAGE, re.MULTILINE)
QUICKER = {"balance": ["--games", "2", "--depths", "1", "--concurrency", "1"]}
SAID = {
    "variants check": "^lava_run: ok$",
    "variants show": "~~ water  == bridge",
    "play": r"\A\S+\n\Z",  # the engine's move
    "balance": "^What pieces are worth$",
}


def test_they_are_found() -> None:
    assert [next(said for said in SAID if command.startswith(said)) for command in COMMANDS] == list(SAID)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_does_what_the_page_says(command: str, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    (tmp_path / "lava_run.toml").write_text(example[1], encoding="utf-8")
    words = shlex.split(command)
    ended = subprocess.run(
        [TILEFISH, *words, *QUICKER.get(words[0], [])],
        cwd=tmp_path,
        input="b2b3\nquit\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    expected = next(SAID[said] for said in SAID if command.startswith(said))
    assert re.search(expected, ended.stdout, re.MULTILINE)
