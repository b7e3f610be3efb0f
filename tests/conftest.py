"""What holds for all tests."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings
from tests.seeds import STEADY, read_seed, run_seed, set_seed

# A shell that runs the tests in the background has them, and every program that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start keep what they say in a buffer, as they do for users.
os.environ.pop("PYTHONUNBUFFERED", None)

# Without a seed, Hypothesis takes the same examples every time, however slow the machine. With one it takes
# those that follow from the seed, and from nothing that earlier runs left behind.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("seeded", derandomize=False, deadline=None, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", help="the seed of everything drawn by lot: a number, or new (default: 0)")
    late = "milliseconds by which messages between browser and server are late, at most: it shows races"
    parser.addoption("--late", type=float, default=0.0, metavar="MS", help=late)


@pytest.hookimpl(tryfirst=True)  # Hypothesis reads its options in this hook
def pytest_configure(config: pytest.Config) -> None:
    wanted = config.getoption("--seed")
    is_worker = hasattr(config, "workerinput")  # of pytest-xdist; it has the seed in its environment
    try:
        if wanted is not None and not is_worker:
            set_seed(read_seed(wanted))
        seed = run_seed()
        set_seed(seed)  # "new" in the environment is drawn once
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    settings.load_profile("steady" if seed == STEADY else "seeded")
    if seed != STEADY and config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(seed)


def pytest_report_header() -> str:
    return f"seed: {run_seed()}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says beside a failure how to repeat it."""
    report = yield
    if report.failed:
        report.sections.append((f"seed {run_seed()}", f"repeat this with: {_command(item)}"))
    return report


def _command(item: pytest.Item) -> str:
    words = ["python", "-m", "pytest", item.nodeid]
    if item.get_closest_marker("long"):
        words += ["-m", "long"]
    return shlex.join([*words, "--seed", str(run_seed())])


@pytest.fixture(autouse=True)
def usual_interrupts() -> Iterator[None]:
    """Undoes what a command does with Ctrl-C for its process, in which the next test runs, too."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)
