"""What is asked for often is done at most once in a time, and the last time is never lost."""

from itertools import pairwise

from tests.seeds import seeded

from tilefish.web.throttle import Throttle

from .fake_clock import FakeClock


def test_the_first_time_is_at_once_and_the_next_ones_are_one() -> None:
    clock = FakeClock()
    done: list[float] = []
    throttle = Throttle(0.1, lambda: done.append(clock.now), clock)
    for _ in range(5):
        throttle.ask()
    assert done == [1000.0]
    clock.advance(0.05)
    throttle.ask()
    clock.advance(1)
    assert done == [1000.0, 1000.1]
    throttle.ask()
    assert done[2:] == [clock.now]


def test_what_is_cancelled_is_not_done() -> None:
    clock = FakeClock()
    done: list[float] = []
    throttle = Throttle(0.1, lambda: done.append(clock.now), clock)
    throttle.ask()
    throttle.ask()
    throttle.cancel()
    clock.advance(1)
    assert len(done) == 1
    assert clock.waiting == 0


def test_no_more_than_ten_a_second_and_the_newest_is_done() -> None:
    random = seeded("throttle")
    clock, asked = FakeClock(), [0]
    done: list[tuple[float, int]] = []
    throttle = Throttle(0.1, lambda: done.append((clock.now, asked[-1])), clock)
    for number in range(1000):
        asked.append(number)
        throttle.ask()
        clock.advance(random.choice([0.001, 0.03, 0.2]))
    clock.advance(1)
    assert all(later - sooner > 0.0999 for (sooner, _), (later, _) in pairwise(done))
    assert done[-1][1] == 999
