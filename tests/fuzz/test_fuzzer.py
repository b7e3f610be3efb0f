"""The fuzzer itself: it runs every kind of case, and says how to repeat the one that fails."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from tests.fuzz import __main__ as fuzzer
from tests.seeds import run_seed

WORK = {
    "files": "variant files",
    "playouts": "plies",
    "searches": "searches",
    "uci": "bestmoves",
    "threads": "searches",
}
"""What cases of each kind must have done, else they look for nothing."""


@pytest.mark.parametrize("kind", WORK)
def test_every_kind_of_case(kind: str) -> None:
    command = [sys.executable, "-m", "tests.fuzz", kind, "--count", "3"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout[-3000:]
    assert re.search(f" [1-9][0-9]* {WORK[kind]}, ", said.stdout), said.stdout
    assert re.search(" 3 cases, ", said.stdout)
    assert said.stdout.endswith(f" s, seed {run_seed()}\n")


def test_a_case_that_dies_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    dies = "import os; print('case 20\\nfine\\ncase 21\\nthe last words', flush=True); os.abort()"
    monkeypatch.setattr(fuzzer, "batch_command", lambda *_: [sys.executable, "-c", dies])
    monkeypatch.setattr(sys, "argv", ["fuzz", "uci", "--seed", "5", "--first", "20", "--count", "20"])
    monkeypatch.setenv("TILEFISH_SEED", "5")  # put back when this is over
    assert fuzzer.main() == 1
    assert capfd.readouterr().out.splitlines() == [
        "case 21",
        "the last words",
        "uci: case 21 of seed 5 failed with exit code -6",
        "repeat this with: python -m tests.fuzz uci --seed 5 --first 21 --count 1",
    ]
