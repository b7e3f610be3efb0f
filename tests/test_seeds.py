"""One seed for all that tests draw by lot, and the command that repeats a failure."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.seeds import Tries, read_seed

HERE = Path(__file__).parent
FAILING = """
import pytest
from hypothesis import given, strategies as st
from tests.seeds import seeded

numbers = []

@given(st.integers(0, 2**60))
def test_examples(number):
    numbers.append(number)

def test_sum_of_examples():
    raise ValueError(f"drawn {sum(numbers)}")

def test_by_lot():
    raise ValueError(f"drawn {seeded('something').random()}")

@pytest.mark.long
def test_for_long():
    raise ValueError
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seeds")
    (folder / "conftest.py").write_text((HERE / "conftest.py").read_text())
    (folder / "test_it.py").write_text(FAILING)
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {HERE.parent}\nmarkers = long\n")
    return folder


def run(folder: Path, *options: str) -> str:
    """What pytest says."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def drawn(said: str) -> list[str]:
    return re.findall(r"^E +ValueError: drawn (.*)", said, re.MULTILINE)


def test_a_failure_names_the_command_that_repeats_it(folder: Path) -> None:
    said = run(folder, "--seed", "5")
    assert "seed: 5\n" in said
    for test in ("test_sum_of_examples", "test_by_lot"):
        assert f"repeat this with: python -m pytest test_it.py::{test} --seed 5\n" in said
    assert "repeat this with: python -m pytest test_it.py::test_for_long -m long --seed 5\n" in said
    assert len(drawn(said)) == 2
    assert drawn(run(folder, "--seed", "5")) == drawn(said)
    assert not set(drawn(run(folder, "--seed", "6"))) & set(drawn(said))


def test_a_new_seed_is_drawn_once(folder: Path) -> None:
    """All processes of a run have the same."""
    seeds = re.findall("--seed ([0-9]+)", run(folder, "--seed", "new", "-n", "2"))
    assert len(seeds) == 3
    assert len(set(seeds)) == 1
    assert 0 < int(seeds[0]) < 2**32


@pytest.mark.parametrize("text", ["", "-1", "1.5", "now", "99999999999", "\u0663"])
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to 4294967295, or new"):
        read_seed(text)


def test_a_seed_that_is_none_is_reported(folder: Path) -> None:
    said = run(folder, "--seed", "x").split("\n")
    assert "ERROR: 'x' is not a seed: expected a number from 0 to 4294967295, or new" in said


@pytest.mark.parametrize(("is_enough", "count"), [(True, 3), (False, 90)])
def test_tries_end(is_enough: bool, count: int) -> None:
    tries = Tries(3)
    numbers = []
    while tries.go_on(is_enough):
        numbers.append(tries.number)
    assert numbers == list(range(count))
