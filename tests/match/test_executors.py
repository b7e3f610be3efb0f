"""Worker processes, and interrupts from the keyboard that must not reach them."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tilefish.match.executors import Processes, uninterrupted

ASK = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def test_an_interrupt_waits_until_workers_have_started() -> None:
    before = signal.getsignal(signal.SIGINT)
    reached: list[str] = []

    def work() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is before


def test_processes_that_start_meanwhile_are_not_interrupted() -> None:
    with uninterrupted():
        inside = subprocess.check_output([sys.executable, "-S", "-c", ASK], text=True)
    outside = subprocess.check_output([sys.executable, "-S", "-c", ASK], text=True)
    assert (inside, outside) == ("True\n", "False\n")


def how_interrupts_are_met(_: None) -> tuple[bool, bool]:
    """In a worker: whether it ignores them, and whether it holds them back, as its engines would, too."""
    is_ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return is_ignored, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_worker_ignores_interrupts() -> None:
    place = Processes(1)
    try:
        assert place.submit(how_interrupts_are_met, None).result(60) == (True, False)
    finally:
        place.close()
