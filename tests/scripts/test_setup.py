"""A build that cannot succeed says in one sentence what it needs, before anything else is done.

One that can does what is necessary and no more.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _setup(*words: str, folder: Path = ROOT, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Runs a setup.py; ours must not write into the source tree. A variable that is None is not set."""
    variables = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "setup.py", *words],
        cwd=folder,
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
    ended = _setup(command, folder=ROOT, **environment)
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


@pytest.fixture
def no_cython(tmp_path: Path) -> str:
    """A folder that hides Cython from those who have it in their PYTHONPATH."""
    (tmp_path / "hidden" / "Cython").mkdir(parents=True)
    (tmp_path / "hidden" / "Cython" / "__init__.py").write_text(
        "raise ImportError('hidden')", encoding="utf-8"
    )
    return str(tmp_path / "hidden")


def test_a_description_needs_neither_compiler_nor_cython(tmp_path: Path, no_cython: str) -> None:
    described = tmp_path / "described"
    described.mkdir()
    for words in (["egg_info", "--egg-base", str(tmp_path)], ["dist_info", "--output-dir", str(described)]):
        ended = _setup(*words, CC="no-such-compiler", PYTHONPATH=no_cython)
        assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "tilefish.egg-info" / "PKG-INFO").is_file()
    (metadata,) = described.glob("tilefish-*.dist-info/METADATA")
    assert "Requires-Dist: click" in metadata.read_text(encoding="utf-8")


def test_an_sdist_needs_neither_compiler_nor_cython(tmp_path: Path, no_cython: str) -> None:
    words = ["egg_info", "--egg-base", str(tmp_path), "sdist", "--dist-dir", str(tmp_path)]
    source = tmp_path / "source"
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.so", "*.egg-info", "__pycache__")
    )
    ended = _setup(*words, CC="no-such-compiler", PYTHONPATH=no_cython, folder=source)
    assert ended.returncode == 0, ended.stderr
    assert len(list(tmp_path.glob("tilefish-*.tar.gz"))) == 1


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with our setup.py: of its modules one imports another, and one is alone."""
    core = tmp_path / "project" / "engine" / "tilefish"
    core.mkdir(parents=True)
    shutil.copy(ROOT / "setup.py", tmp_path / "project")
    (tmp_path / "project" / "pyproject.toml").write_text(
        '[project]\nname = "small"\nversion = "1"\n'
        '[tool.setuptools.package-dir]\n"tilefish" = "engine/tilefish"\n',
        encoding="utf-8",
    )
    (core / "__init__.py").touch()
    (core / "base.pxd").write_text("cdef enum:\n    ONE = 1\n", encoding="utf-8")
    (core / "base.pyx").write_text("", encoding="utf-8")
    (core / "user.pyx").write_text("from tilefish.base cimport ONE\none = ONE\n", encoding="utf-8")
    (core / "alone.pyx").write_text("", encoding="utf-8")
    return tmp_path / "project"


def _built(project: Path, **environment: str) -> set[str]:
    """Builds the project. Returns the modules that were translated or compiled for it."""
    ended = _setup("build_ext", "--inplace", folder=project, **environment)
    assert ended.returncode == 0, ended.stderr
    return set(re.findall(r"(?:building 'tilefish\.|Cythonizing \S+/)(\w+)", ended.stdout))


def test_only_what_changed_is_built_again(project: Path) -> None:
    core = project / "engine" / "tilefish"
    assert _built(project) == {"alone", "base", "user"}
    assert _built(project) == set()
    (core / "base.pxd").write_text("cdef enum:\n    ONE = 2\n", encoding="utf-8")
    assert _built(project) == {"base", "user"}
    (core / "alone.pyx").write_text("two = 2\n", encoding="utf-8")
    assert _built(project) == {"alone"}
    assert _built(project, TILEFISH_CFLAGS="-DOTHER") == {"alone", "base", "user"}
    assert _built(project) == set()
