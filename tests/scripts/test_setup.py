"""A build that cannot succeed says in one sentence what it needs, before anything else is done."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _setup(*words: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Runs setup.py, which must not write into the source tree. A variable that is None is not set."""
    variables = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "setup.py", *words],
        cwd=ROOT,
        env={name: value for name, value in variables.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _compiler(folder: Path, script: str) -> str:
    path = folder / "cc"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def _complaint(command: str, **environment: str | None) -> str:
    ended = _setup(command, **environment)
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    return line


@pytest.mark.parametrize("command", ["build_ext", "bdist_wheel", "editable_wheel"])
def test_without_a_compiler(command: str) -> None:
    complaint = _complaint(command, CC="no-such-compiler")
    assert complaint.startswith('Tilefish needs a C compiler, and "no-such-compiler" cannot be started: ')
    assert "apt install build-essential python3-dev" in complaint


@pytest.mark.parametrize("name", [None, ""])
def test_without_the_usual_compiler(name: str | None, tmp_path: Path) -> None:
    complaint = _complaint("build_ext", CC=name, PATH=str(tmp_path))
    assert re.match(r'Tilefish needs a C compiler, and "\w\S+" cannot be started: install ', complaint)


def test_without_the_headers_of_python(tmp_path: Path) -> None:
    for error in (
        "trial.c:1:10: fatal error: Python.h: No such file or directory",
        "trial.c:1:10: fatal error: 'Python.h' file not found",
    ):
        complaint = _complaint("build_ext", CC=_compiler(tmp_path, f'echo "{error}" >&2; exit 1'))
        assert complaint.startswith("Tilefish needs the C headers of Python, and ")
        assert "finds no Python.h: install them" in complaint


def test_with_a_compiler_that_does_not_work(tmp_path: Path) -> None:
    error = "/usr/include/python3.11/Python.h:38:10: fatal error: stdio.h: No such file or directory"
    broken = _compiler(tmp_path, f'echo "In file included from trial.c:1:" >&2; echo "{error}" >&2; exit 1')
    assert _complaint("build_ext", CC=broken) == (
        f'Tilefish needs a C compiler that works, and "{broken}" does not: {error}'
    )
    silent = _compiler(tmp_path, "exit 3")
    assert _complaint("build_ext", CC=silent).endswith("does not: it ends with code 3")


def test_a_description_needs_no_compiler(tmp_path: Path) -> None:
    ended = _setup("egg_info", "--egg-base", str(tmp_path), CC="no-such-compiler")
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "tilefish.egg-info" / "PKG-INFO").is_file()
    assert "Cythonizing" not in ended.stdout
