"""What shells complete: asked through a real bash, and in the way that click's scripts for the others ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilefish.cli.main import COMMANDS, COMPLETION_VARIABLE, main
from tilefish.engine.levels import level_names
from tilefish.rules.files.library import Library

TILEFISH = Path(sys.executable).parent / "tilefish"
SKILLS = [name for name in level_names() if name.startswith("skill")]
BUNDLED = Library(environment=False).names()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Variant files here, and in a folder; other files beside them. None of them is read."""
    for name in ("lava_run.toml", "worlds/siege.toml", "game.pgn", "games/old.pgn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


CASES = [
    ("", list(COMMANDS)),
    ("b", ["balance", "bench", "board", "book"]),
    ("completion f", ["fish"]),
    ("analyse --trace", ["--trace", "--trace-file"]),
    ("variants s", ["show"]),
    ("play --variant ", [*BUNDLED, "lava_run.toml"]),
    ("play --variant fragm", ["fragments", "fragments2"]),
    ("play --variant worlds/", ["worlds/siege.toml"]),
    ("play --variant-path worlds --variant sie", ["siege"]),
    ("match --variant chess,fragm", ["chess,fragments", "chess,fragments2"]),
    ("variants show pir", ["pirate_seas"]),
    ("variants check l", ["lava_run.toml"]),
    ("balance fear", ["fear_factory"]),
    ("perft 3 --variant exch", ["exchange"]),
    ("play --white m", ["me", "medium"]),
    ("play --black skill", SKILLS),
    ("match --engine skill", SKILLS),
    ("match --engine full --engine ea", ["easy"]),
    ("match --openings bal", ["balanced"]),
    ("play --variant nowhere", []),
]


def _environment(**more: str) -> dict[str, str]:
    path = f"{TILEFISH.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "TILEFISH_VARIANT_PATH": "", **more}


def _bash(folder: Path, line: str) -> list[str]:
    """What a bash that has loaded the script completes the last word of a line to."""
    script = f"""
        source <("{TILEFISH}" completion bash)
        compopt() {{ :; }}  # for a bash that completes, to leave a word to bash
        eval "$(complete -p tilefish | sed 's/.* -F \\([^ ]*\\) .*/function=\\1/')"
        "$function" tilefish 2>&1
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    words = "tilefish " + line
    variables = f"COMP_WORDS=({words if not words.endswith(' ') else words + chr(39) * 2})"
    variables += "; COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))"
    ended = subprocess.run(
        ["bash", "--norc", "-c", f"{variables}\n{script}"],
        cwd=folder,
        env=_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [word for word in ended.stdout.split("\n") if word]


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")


@needs_bash
@pytest.mark.parametrize(("line", "words"), CASES)
def test_bash(folder: Path, line: str, words: list[str]) -> None:
    assert _bash(folder, line) == words


@needs_bash
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play --variant = fragm", ["fragments", "fragments2"]),
        ("play --white = me --black = sk", SKILLS),
        ("match --engine level = ea", ["easy"]),
    ],
)
def test_bash_takes_an_equals_sign_for_a_word(folder: Path, line: str, words: list[str]) -> None:
    assert _bash(folder, line) == words


def _asked(folder: Path, shell: str, line: str) -> list[str]:
    """The answer in the words that the script of another shell asks for."""
    words = f"tilefish {line}"
    last = line.rpartition(" ")[2]
    asked = {
        "zsh": {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))},
        "fish": {"COMP_WORDS": words, "COMP_CWORD": last},
    }[shell]
    ended = subprocess.run(
        [TILEFISH],
        cwd=folder,
        env=_environment(**asked, **{COMPLETION_VARIABLE: f"{shell}_complete"}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.stderr == ""
    lines = ended.stdout.splitlines()
    if shell == "zsh":  # three lines each: kind, word, description
        return [word for kind, word in zip(lines[::3], lines[1::3], strict=True) if kind == "plain"]
    items = [line.split("\t")[0].split(",", 1) for line in lines]
    return [word for kind, word in items if kind == "plain"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
@pytest.mark.parametrize(("line", "words"), [*CASES[1:5], *CASES[6:9], *CASES[-4:-1]])
def test_other_shells(folder: Path, shell: str, line: str, words: list[str]) -> None:
    assert _asked(folder, shell, line) == words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_complete_whole_words(folder: Path, shell: str) -> None:
    """What they put in the place of `--variant=exc` has the option in it."""
    assert _asked(folder, shell, "play --variant=exc") == ["--variant=exchange"]
    assert _asked(folder, shell, "match --engine level=ea") == ["level=easy"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    printed = CliRunner().invoke(main, ["completion", shell])
    assert printed.exit_code == 0
    assert f"{COMPLETION_VARIABLE}={shell}_complete" in printed.output
    if shutil.which(shell):
        checked = subprocess.run(
            [shell, "-n"], input=printed.output, text=True, capture_output=True, check=True
        )
        assert checked.stderr == ""


def test_no_such_shell() -> None:
    refused = CliRunner().invoke(main, ["completion", "tcsh"])
    assert refused.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in refused.output


@pytest.mark.parametrize("line", ["play --variant-path /nowhere --variant x", "variants check /nowhere/"])
def test_nothing_fails(folder: Path, line: str) -> None:
    assert _asked(folder, "fish", line) == []
