"""How much of a clock a move may take."""

from __future__ import annotations

from itertools import product

import pytest

from tilefish.limits import SHORTEST, Limits, allotted


def test_without_a_clock_only_the_others_end_a_search() -> None:
    assert allotted(Limits(depth=3), 0.01) == (0, 0)


def test_a_time_for_the_move_is_used_up_but_for_the_overhead() -> None:
    assert allotted(Limits(movetime=1.0), 0.01) == (0, pytest.approx(0.99))
    assert allotted(Limits(movetime=0.001), 0.01) == (0, SHORTEST)


@pytest.mark.parametrize("moves_to_go", [None, 1, 2, 10, 40, 200])
def test_no_move_takes_what_the_clock_has_not(moves_to_go: int | None) -> None:
    for clock, increment, overhead in product(
        (0.0, 0.005, 0.03, 0.1, 1, 60, 7200), (0, 0.01, 1, 60), (0, 0.01, 0.2)
    ):
        soft, hard = allotted(Limits(clock=clock, increment=increment, moves_to_go=moves_to_go), overhead)
        assert 0 < soft <= hard <= max(SHORTEST, clock - 2 * overhead)


def test_a_session_of_moves_never_runs_dry() -> None:
    clock, increment, overhead = 2.0, 0.02, 0.01
    for _ in range(400):
        _, hard = allotted(Limits(clock=clock, increment=increment), overhead)
        clock -= hard + overhead
        assert clock > 0
        clock += increment


def test_more_time_and_fewer_moves_give_a_move_more() -> None:
    def soft(**limits: float) -> float:
        return allotted(Limits(**limits), 0.01)[0]  # type: ignore[arg-type]

    assert soft(clock=20) > soft(clock=10)
    assert soft(clock=10, increment=1) > soft(clock=10)
    assert soft(clock=10, moves_to_go=5) > soft(clock=10)


def test_a_forced_move_waits_for_nothing() -> None:
    soft, _ = allotted(Limits(clock=60.0), 0.01, is_forced=True)
    assert soft < SHORTEST
