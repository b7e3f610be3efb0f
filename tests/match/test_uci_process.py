"""Talking to engines that misbehave: bounded in time and memory."""

from __future__ import annotations

import resource
import time

import pytest
from tests.match.fouls import TILEFISH, foul_command

from tilefish.match.uci_process import KEPT_LINES, LONGEST_LINE, EngineError, Failure, UciProcess


def asked(habit: str, seconds: float) -> tuple[float, list[str]]:
    """What an engine with a habit answers to `go`."""
    engine = UciProcess(foul_command(habit))
    try:
        engine.say("go")
        return engine.timed_until("bestmove", seconds)
    finally:
        engine.kill()


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("habit", ["flood", "chatter"])
def test_a_flood_ends_in_time_and_eats_no_memory(habit: str) -> None:
    before, begin = peak_megabytes(), time.perf_counter()
    with pytest.raises(EngineError) as error:
        asked(habit, 0.8)
    assert time.perf_counter() - begin < 8
    assert error.value.failure in (Failure.FLOOD, Failure.HANG)
    assert "no bestmove" in error.value.detail
    assert peak_megabytes() - before < 60


def test_a_line_of_ten_million_letters_is_cut() -> None:
    _, lines = asked("long", 20)
    assert lines[-1] == "bestmove e2e4"
    assert [len(line) for line in lines] == [LONGEST_LINE, len("bestmove e2e4")]


def test_what_is_no_text_is_read_all_the_same() -> None:
    _, lines = asked("binary", 20)
    assert lines[-1] == "bestmove \ufffd\x00\ufffd"


def test_complaints_on_stderr_do_not_block_it() -> None:
    _, lines = asked("complain", 20)
    assert lines[-1] == "bestmove e2e4"


def test_only_the_last_of_very_many_lines_are_kept() -> None:
    engine = UciProcess(f"{TILEFISH}", ("Hash=1",))
    try:
        for _ in range(KEPT_LINES):
            engine.say("eval nonsense")
        engine.say("isready")
        lines = engine.until("readyok", 30)
    finally:
        engine.close()
    assert len(lines) == KEPT_LINES
    assert lines[-1] == "readyok"


def test_an_engine_that_does_not_read_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilefish.match.uci_process._WRITING_SECONDS", 0.3)
    engine = UciProcess(foul_command("hang"))
    try:
        engine.say("go")
        with pytest.raises(EngineError, match="hang: it does not read"):
            engine.say("position startpos moves " + "e2e4 " * 100_000)
    finally:
        engine.kill()


def test_killing_takes_what_the_engine_has_started_with_it() -> None:
    engine = UciProcess(f"sh -c 'sleep 77.125 & exec {TILEFISH}'")
    engine.ready()
    assert sleepers() == 1
    engine.kill()
    end = time.monotonic() + 10
    while sleepers() and time.monotonic() < end:
        time.sleep(0.05)
    assert sleepers() == 0


def sleepers() -> int:
    """Processes that sleep so long."""
    from pathlib import Path

    count = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            count += path.read_bytes() == b"sleep\x0077.125\x00"
        except OSError:
            continue
    return count


def test_a_crash_is_reported_with_its_last_words() -> None:
    with pytest.raises(EngineError, match='crash: exit code 3, "cannot go on"'):
        asked("crash", 20)
    with pytest.raises(EngineError, match="crash: SIGKILL"):
        UciProcess("sh -c 'kill -9 $$'")


@pytest.mark.parametrize("command", ["", "'", "no-such-program", "/dev/null", "/"])
def test_commands_that_cannot_be_started(command: str) -> None:
    with pytest.raises(EngineError, match="crash"):
        UciProcess(command)
