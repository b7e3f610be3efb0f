"""What limits may be, and how much of a clock a move may take."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tilefish import Game, InputError
from tilefish.engine.engine import Engine
from tilefish.engine.limits import MOST, MOST_NODES, MOST_SECONDS, SHORTEST, Limits, allotted


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


WHOLE_NUMBERS = {"depth": MOST, "nodes": MOST_NODES, "mate": MOST, "moves_to_go": MOST}
SECONDS = ("movetime", "clock", "increment")


@pytest.mark.parametrize("name", [*WHOLE_NUMBERS, *SECONDS])
@pytest.mark.parametrize("wrong", ["1", b"1", [1], 1j, object()], ids=lambda wrong: type(wrong).__name__)
def test_a_limit_of_another_type(name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"^{name} is a "):
        Limits(**{name: wrong})


@pytest.mark.parametrize("name", WHOLE_NUMBERS)
@pytest.mark.parametrize("wrong", [1.0, 1.5, float("nan"), Fraction(3)])
def test_what_is_counted_is_counted_in_whole_numbers(name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"^{name} is a whole number, not "):
        Limits(**{name: wrong})


@pytest.mark.parametrize("name", [*WHOLE_NUMBERS, *SECONDS])
@pytest.mark.parametrize(
    ("wrong", "fault"),
    [(-1, "negative"), (10**30, "too large"), (10**5000, "too large")],
    ids=["-", "+", "++"],
)
def test_a_limit_that_cannot_be(name: str, wrong: int, fault: str) -> None:
    with pytest.raises(InputError, match=f"^{name} is {fault}: expected a .* from 0 to [0-9]+$"):
        Limits(**{name: wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SECONDS)
@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (float("nan"), "no number"),
        (float("inf"), "too large"),
        (float("-inf"), "negative"),
        (-1e-9, "negative"),
    ],
)
def test_a_time_that_cannot_be(name: str, wrong: float, fault: str) -> None:
    with pytest.raises(
        InputError, match=f"^{name} is {fault}: expected a number of seconds from 0 to 1000000000$"
    ):
        Limits(**{name: wrong})  # type: ignore[arg-type]


def test_an_increment_is_a_number_and_moves_are_many() -> None:
    with pytest.raises(TypeError, match=r"^increment is a number of seconds, 0 for none"):
        Limits(clock=1, increment=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^moves are a tuple, such as"):
        Limits(moves="e2e4")  # type: ignore[arg-type]


LARGEST: tuple[dict[str, int], ...] = (
    {"depth": MOST},
    {"mate": MOST},
    {"nodes": MOST_NODES},
    {"movetime": MOST_SECONDS},
    {"clock": MOST_SECONDS, "increment": MOST_SECONDS},
    {"clock": 1000, "moves_to_go": MOST},
)


@pytest.mark.parametrize("variant", ["chess", "exchange"])
@pytest.mark.parametrize("largest", LARGEST, ids="-".join)
@pytest.mark.parametrize("threads", [1, 3])
def test_the_core_has_room_for_the_largest_limits(
    largest: dict[str, int], variant: str, threads: int
) -> None:
    """They do not end the search: the other limit does."""
    engine = Engine(hash_megabytes=1, threads=threads)
    if "depth" in largest:
        assert engine.play(Game(variant), Limits(depth=MOST, nodes=300)).move
    else:
        assert engine.play(Game(variant), Limits(**largest, depth=2)).lines[0].depth == 2  # type: ignore[arg-type]


def test_nothing_is_no_limit_and_no_time_is_no_time() -> None:
    for name in ("depth", "nodes", "mate"):
        assert Limits(**{name: 0}).has_end is False  # type: ignore[arg-type]
    for name in ("movetime", "clock"):
        assert Limits(**{name: 0}).has_end is True  # type: ignore[arg-type]
    engine = Engine(hash_megabytes=1)
    assert engine.play(Game(), Limits(depth=2, nodes=0, mate=0)).lines[0].depth == 2
    assert engine.play(Game(), Limits(movetime=0, depth=100)).move


def test_which_limits_end_a_search() -> None:
    assert all(limits.has_end for limits in (Limits(depth=1), Limits(nodes=1), Limits(mate=3, clock=60.0)))
    assert not any(limits.has_end for limits in (Limits(), Limits(mate=3), Limits(moves=("e2e4",))))
    assert not Limits(depth=1, infinite=True).has_end
    assert not Limits(clock=1.0, ponder=True).has_end
