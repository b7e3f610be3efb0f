"""Searches beside other work: granted time step by step, in the background, and as lines to iterate over.

The machine may be busy: nothing here depends on how far a search gets in a given time.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from tilefish import Game, InputError
from tilefish.core.search.pause_gate import PauseGate
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits
from tilefish.engine.searching import Search

STEPS = 100_000


def _step_to_the_end(search: Search, milliseconds: float = 5) -> None:
    for _ in range(STEPS):
        if search.step(milliseconds) == "done":
            return
    raise AssertionError("the search never ends")


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(hash_megabytes=1)
    yield engine
    engine.stop()


def test_a_search_waits_until_it_is_granted_time(engine: Engine) -> None:
    search = engine.start(Game(), Limits())
    assert (search.state, search.nodes, search.depth, search.best) == ("idle", 0, 0, None)
    assert not search.wait(0.02)
    assert search.nodes == 0
    search.stop()


@pytest.mark.parametrize("threads", [1, 3])
def test_between_two_steps_nothing_runs(threads: int) -> None:
    engine = Engine(hash_megabytes=1, threads=threads)
    search = engine.start(Game(), Limits())
    before = 0
    for _ in range(20):
        while search.nodes == before:
            assert search.step(2) == "searching"
        before = search.nodes
        assert not search.wait(0.005)
        assert search.nodes == before
    assert search.stop().move in Game().legal_moves
    assert search.state == "done"


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_in_the_background_is_held_and_goes_on(threads: int) -> None:
    engine = Engine(hash_megabytes=1, threads=threads)
    search = engine.start(Game(), Limits(), background=True)
    for _ in range(5):
        before = search.nodes
        while search.nodes == before:
            assert not search.wait(0.001)
        search.hold()
        while (held := search.nodes) != before:  # until each thread has seen it
            before = held
            assert not search.wait(0.05)
        assert not search.wait(0.05)
        assert search.nodes == held
        search.run()
    search.hold()
    assert search.stop().move in Game().legal_moves


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a niceness for each thread")
def test_threads_of_a_search_give_way_to_other_work() -> None:
    engine = Engine(hash_megabytes=1, threads=2)
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    engine.niceness = usual + 3
    search = engine.start(Game(), Limits(), background=True)

    def nice_threads() -> int:
        tasks = map(int, os.listdir("/proc/self/task"))
        return sum(os.getpriority(os.PRIO_PROCESS, task) == engine.niceness for task in tasks)

    while nice_threads() < engine.threads:
        assert not search.wait(0.001)
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual
    search.stop()


def test_a_search_that_is_done_cannot_be_held() -> None:
    engine = Engine(hash_megabytes=1)
    search = engine.start(Game(), Limits(depth=1), background=True)
    assert search.wait(60)
    search.hold()
    assert search.state == "done"
    assert engine.play(Game(), Limits(depth=2)).move is not None


@pytest.mark.parametrize("threads", [1, 2])
def test_many_short_searches_come_to_an_end(threads: int) -> None:
    engine = Engine(hash_megabytes=1, threads=threads)
    for count in range(60):
        search = engine.start(Game("fragments"), Limits(depth=1 + count % 6))
        _step_to_the_end(search, 0.2)
        assert search.result is not None
        assert search.result.move in Game("fragments").legal_moves


def test_steps_find_what_an_unbroken_search_finds() -> None:
    whole = Engine(hash_megabytes=1).play(Game(), Limits(depth=9))
    search = Engine(hash_megabytes=1).start(Game(), Limits(depth=9))
    _step_to_the_end(search, 1)
    assert search.result is not None
    assert search.result.move == whole.move
    found, expected = search.result.lines[0], whole.lines[0]
    assert (found.line, found.score, found.nodes) == (expected.line, expected.score, expected.nodes)
    assert (search.nodes, search.depth, search.best) == (expected.nodes, 9, found)


def test_only_granted_time_counts(engine: Engine) -> None:
    search = engine.start(Game(), Limits(movetime=0.25))
    granted = 0.0
    while search.state != "done":
        begin = time.perf_counter()
        search.step(5)
        granted += time.perf_counter() - begin
        search.wait(0.005)  # as long again as was granted
    assert search.result is not None
    assert 0.2 < search.result.lines[0].seconds < granted + 0.02


def test_no_time_is_no_step(engine: Engine) -> None:
    search = engine.start(Game(), Limits(depth=3))
    assert search.step(0) in ("searching", "done")
    assert search.step(-5) in ("searching", "done")
    search.stop()


def test_time_granted_after_the_end_shuts_nobody_out() -> None:
    gate = PauseGate()
    gate.close()
    gate.open()
    gate.enter()
    gate.finish()
    assert gate.grant(0.001) < 0.5
    time.sleep(0.005)
    next_one = threading.Thread(target=gate.enter, daemon=True)
    next_one.start()
    next_one.join(10)
    assert not next_one.is_alive()


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_stopped_at_once(engine: Engine, steps: int) -> None:
    search = engine.start(Game(), Limits())
    for _ in range(steps):
        search.step(1)
    result = search.stop()
    assert result.move in Game().legal_moves
    assert search.stop() is result
    assert search.step(10) == "done"
    assert engine.play(Game(), Limits(depth=2)).move, "the stop must not outlive its search"


def test_a_new_search_ends_the_one_before(engine: Engine) -> None:
    first = engine.start(Game(), Limits())
    first.step(2)
    second = engine.start(Game("fragments"), Limits(depth=2))
    assert first.state == "done"
    _step_to_the_end(second)
    third = engine.start(Game(), Limits())
    third.step(2)
    assert engine.play(Game("fragments"), Limits(depth=2)).move in Game("fragments").legal_moves
    assert third.state == "done"


def test_the_game_that_was_given_may_go_on(engine: Engine) -> None:
    game = Game()
    search = engine.start(game, Limits(depth=8))
    search.step(1)
    game.push("e2e4")
    game.push("e7e5")
    _step_to_the_end(search)
    assert search.result is not None
    assert search.result.move in Game().legal_moves
    assert search.game.move_stack == []


def test_a_finished_game(engine: Engine) -> None:
    search = engine.start(Game("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limits())
    _step_to_the_end(search)
    assert search.result is not None
    assert search.result.move is None
    assert search.nodes == 0


def test_a_combat_game_waits_as_well(engine: Engine) -> None:
    whole = Engine(hash_megabytes=1).play(Game("exchange"), Limits(depth=5))
    search = engine.start(Game("exchange"), Limits(depth=5))
    before = 0
    while search.step(0.5) != "done":
        before = search.nodes
        assert not search.wait(0.002)
        assert search.nodes == before
    assert before > 0
    assert search.result is not None
    assert search.result.lines[0].line == whole.lines[0].line


def test_what_is_not_legal_is_reported_where_it_was_asked(engine: Engine) -> None:
    with pytest.raises(InputError, match="e2e5"):
        engine.start(Game(), Limits(moves=("e2e5",)))


def test_an_error_of_a_reporter_reaches_who_steps(engine: Engine) -> None:
    def report(_: Info) -> None:
        raise ZeroDivisionError("of the reporter")

    search = engine.start(Game(), Limits(depth=6), report=report)
    with pytest.raises(ZeroDivisionError, match="of the reporter"):
        _step_to_the_end(search)
    with pytest.raises(ZeroDivisionError, match="of the reporter"):
        search.stop()
    assert engine.play(Game(), Limits(depth=2)).move, "the engine goes on all the same"


def test_in_the_background(engine: Engine) -> None:
    reported: list[Info] = []
    search = engine.start(Game(), Limits(depth=6), background=True, report=reported.append)
    assert search.wait(60)
    assert search.state == "done"
    assert search.result is not None
    assert reported[-1].depth == 6
    assert search.best == search.result.lines[0]


def test_a_search_that_steps_may_be_let_go(engine: Engine) -> None:
    search = engine.start(Game(), Limits(depth=7))
    search.step(1)
    search.run()
    assert search.wait(60)


def test_nobody_touches_the_table_of_a_running_search(engine: Engine) -> None:
    begun = threading.Event()
    search = engine.start(Game(), Limits(), background=True, report=lambda _: begun.set())
    assert begun.wait(60)
    changes: tuple[Callable[[], object], ...] = (
        lambda: engine.resize_hash(2),
        engine.clear_hash,
        engine.rest,
    )
    for forbidden in changes:
        with pytest.raises(RuntimeError, match="searching"):
            forbidden()
    search.stop()
    engine.resize_hash(2)


def test_an_engine_does_not_rest_before_a_search_that_waits_is_ended(engine: Engine) -> None:
    search = engine.start(Game(), Limits())
    with pytest.raises(RuntimeError, match="searching"):
        engine.rest()
    search.stop()
    engine.rest()


def test_a_search_that_waits_is_ended_by_the_next_one(engine: Engine) -> None:
    search = engine.start(Game(), Limits())
    assert engine.play(Game(), Limits(depth=1)).lines[0].depth == 1
    assert search.state == "done"
    assert search.stop().move is not None


# --- analysis --------------------------------------------------------------------------------------------


def test_an_analysis_tells_every_line(engine: Engine) -> None:
    with engine.analysis(Game(), Limits(depth=5), lines=3) as found:
        reported = [(info.depth, info.multipv) for info in found]
    assert reported == [(depth, place) for depth in range(1, 6) for place in (1, 2, 3)]
    assert found.result is not None
    assert len(found.result.lines) == 3
    assert engine.lines == 1, "how many lines a game wants is not changed by an analysis"


def test_leaving_an_analysis_ends_it(engine: Engine) -> None:
    with engine.analysis(Game(), Limits()) as found:
        for info in found:
            if info.depth == 3:
                break
    assert found.result is not None
    assert all(info.depth >= 3 for info in found), "lines that were there can still be read, and end"
    assert engine.play(Game(), Limits(depth=2)).move


def test_an_analysis_that_is_waited_for(engine: Engine) -> None:
    result = engine.analyse(Game("fragments"), Limits(depth=4), lines=2)
    assert [info.depth for info in result.lines] == [4, 4]
    assert result.move == result.lines[0].line[0]
