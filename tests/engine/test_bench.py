"""The signature of the search. A commit that changes it says so, with the new number."""

from __future__ import annotations

from tilefish.engine.bench import run_bench

SIGNATURE = 544802


def test_signature() -> None:
    lines = list(run_bench())
    assert lines[-2] == f"Nodes searched: {SIGNATURE}"
    assert sum(int(line.split(": ")[1].split()[0]) for line in lines[:-2]) == SIGNATURE


def test_combat_games_have_a_part_in_it() -> None:
    lines = list(run_bench(2))
    assert sum(line.startswith("exchange: ") for line in lines) == 3
