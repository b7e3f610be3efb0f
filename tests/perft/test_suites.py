"""Perft is the contract of move generation: every suite in this folder, by the script that runs suites."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "scripts" / "perft_suite.py"


def count_suite(path: Path, depth: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(path), "--depth", str(depth)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["chess", "chess960", "fragments", "worlds", "cute_chess"])
def test_suite_to_depth_4(name: str) -> None:
    run = count_suite(HERE / f"{name}.suite", depth=4)
    assert run.returncode == 0, run.stdout + run.stderr
    assert ", 0 wrong" in run.stdout


@pytest.mark.parametrize("name", ["deep", "fragments"])
def test_suite_to_depth_6(name: str) -> None:
    run = count_suite(HERE / f"{name}.suite", depth=6)
    assert run.returncode == 0, run.stdout + run.stderr
    assert ", 0 wrong" in run.stdout


def test_a_wrong_count_is_found_and_divided(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.suite"
    wrong.write_text("variant fragments\nnqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1; D1 7; D2 45\n")
    run = count_suite(wrong, depth=4)
    assert run.returncode == 1
    assert "depth 2: 44, not 45" in run.stdout
    assert "1 positions, 1 wrong" in run.stdout
