"""setup.py, pyproject.toml and MANIFEST.in name all files that belong into a wheel and an sdist.

Nothing is compiled here. CI packs in earnest, and checks the files that come of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from check_dist import installed_files, sdist_problems, wheel_problems

ROOT = Path(__file__).parents[2]
LIST_FILES = """
import json, os, sys
import distutils.core, setuptools
project = distutils.core.run_setup("setup.py", stop_after="commandline")
def command(name, **options):
    found = project.get_command_obj(name)
    vars(found).update(options)
    found.ensure_finalized()
    return found
info = command("egg_info", egg_base=sys.argv[1])
info.run()
built = [os.path.relpath(path, "build/there") for name in ("build_py", "build_ext")
         for path in command(name, build_lib="build/there").get_outputs()]
print(json.dumps([built, info.filelist.files]))
"""
"""Prints the files of a wheel and those of an sdist. Writes to the folder of its argument alone."""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """The files of a wheel, and those of an sdist."""
    ended = subprocess.run(
        [sys.executable, "-c", LIST_FILES, str(tmp_path_factory.mktemp("info"))],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    wheel, sdist = json.loads(ended.stdout.splitlines()[-1])
    return wheel, sdist


def test_a_wheel_has_all_that_belongs_there(packed: tuple[list[str], list[str]]) -> None:
    assert wheel_problems(packed[0]) == []


def test_an_sdist_has_all_sources(packed: tuple[list[str], list[str]]) -> None:
    assert sdist_problems(packed[1]) == []


def test_the_source_tree_has_one_of_each_kind() -> None:
    files = set(installed_files(ROOT))
    assert files > {
        "tilefish/__init__.py",
        "tilefish/py.typed",
        "tilefish/core/board/board.pyi",
        "tilefish/core/board/board.so",
        "tilefish/core/board/make.so",
        "tilefish/variants/chess.toml",
    }


@pytest.mark.parametrize(
    "name",
    [
        "tilefish/files.py",
        "tilefish/py.typed",
        "tilefish/core/board/board.pyi",
        "tilefish/core/combat/make.so",
        "tilefish/variants/makruk.toml",
    ],
)
def test_what_is_missing_is_named(name: str, packed: tuple[list[str], list[str]]) -> None:
    stem, _, kind = name.partition(".")
    names = [
        other for other in packed[0] if not (other.startswith(f"{stem}.") and other.endswith(f".{kind}"))
    ]
    assert wheel_problems(names) == [f"{name} is missing"]


def test_what_does_not_belong_there_is_named(packed: tuple[list[str], list[str]]) -> None:
    others = ["tilefish/arena/__init__.py", "tilefish/core/board/make.c"]
    assert wheel_problems([*packed[0], *others]) == [f"{name} does not belong there" for name in others]


def test_an_sdist_without_a_page_is_reported(packed: tuple[list[str], list[str]]) -> None:
    assert sdist_problems(set(packed[1]) - {"docs/uci.md"}) == ["docs/uci.md is missing"]
