"""Searches that are interrupted, run out of memory or threads, or meet others: the engine goes on."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from functools import partial
from textwrap import dedent

import pytest

from tilefish import Game, InputError
from tilefish.core.search.pause_gate import PauseGate
from tilefish.core.search.searcher import Line, Searcher
from tilefish.core.search.transposition_table import HashTable
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits

PATIENCE = 60.0
"""Seconds until something hangs; the machine may be busy."""


def run(program: str) -> str:
    """What a program says that may crash or hang."""
    said = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", dedent(program)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    return said.stdout


def ends(work: Callable[[], object]) -> threading.Thread:
    """A thread that does some work."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def count_leaves(game: Game, found: list[int]) -> None:
    found.append(game.perft(5))


# --- what fails --------------------------------------------------------------------------------------------


def test_an_interrupt_brings_all_threads_to_rest() -> None:
    said = run("""
        import signal
        from tilefish import Game
        from tilefish.engine.engine import Engine
        from tilefish.engine.limits import Limits
        signal.signal(signal.SIGALRM, signal.default_int_handler)  # as Ctrl-C, but when we want it
        for delay in (0.001, 0.003, 0.01, 0.03):
            engine = Engine(1, threads=12)
            try:
                signal.setitimer(signal.ITIMER_REAL, delay)
                engine.play(Game(), Limits(movetime=0.2))
            except KeyboardInterrupt:
                pass
            engine.threads = 1
            print(engine.play(Game(), Limits(depth=4)).lines[0].depth)
    """)
    assert said.split() == ["4"] * 4


def test_where_no_more_threads_can_be_fewer_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilefish.core.search import searcher

    begin, begun = searcher.start_new_thread, list[int]()  # type: ignore[attr-defined]

    def begin_three(*given: object) -> int:
        if len(begun) == 3:
            raise RuntimeError("can't start new thread")
        begun.append(begin(*given))
        return begun[-1]

    monkeypatch.setattr(searcher, "start_new_thread", begin_three)
    engine = Engine(1, threads=16)
    for _ in range(3):
        begun.clear()
        assert engine.play(Game(), Limits(depth=6)).lines[0].depth == 6
        assert len(begun) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited in another way there")
def test_without_memory_for_its_threads_a_search_fails_and_the_next_one_does_not() -> None:
    said = run("""
        import resource
        from tilefish import Game
        from tilefish.engine.engine import Engine
        from tilefish.engine.limits import Limits
        game, engine = Game(), Engine(1, threads=250)
        used = 4096 * int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (used + (150 << 20),) * 2)
        for _ in range(2):
            try:
                engine.play(game, Limits(depth=4))
            except MemoryError:
                print("failed", engine.nodes_of(game))
        engine.threads = 1
        print(engine.play(game, Limits(depth=4)).lines[0].depth)
    """)
    assert said.split() == ["failed", "0", "failed", "0", "4"]


def test_what_fails_to_begin_changes_nothing() -> None:
    engine = Engine(1)
    for lines in (0, -1):
        with pytest.raises(InputError, match="1 is the least"):
            engine.analyse(Game(), Limits(depth=2), lines=lines)
    with pytest.raises(AttributeError):
        engine.analyse("a game", Limits(depth=2), lines=3)  # type: ignore[arg-type]
    assert len(engine.play(Game(), Limits(depth=2)).lines) == 1
    with pytest.raises(TypeError, match="a level is a Level"):
        engine.level = "easy"  # type: ignore[assignment]


# --- what comes at the same time ---------------------------------------------------------------------------


def test_a_game_may_go_on_while_its_positions_are_counted() -> None:
    there_and_back = ("g1f3", "g8f6", "f3g1", "f6g8")
    game, right = Game(), set[int]()
    for move in there_and_back:
        right.add(game.perft(5))
        game.push(move)
    for _ in range(5):
        game, found = Game(), list[int]()
        counting = ends(partial(count_leaves, game, found))
        for _ in range(20):
            for move in there_and_back:
                game.push(move)
        counting.join(PATIENCE)
        assert set(found) <= right
        assert found


def test_a_game_may_go_on_while_it_is_searched() -> None:
    game = Game()

    def play_on(info: Info) -> None:
        if not game.move_stack:
            game.push(info.line[0])

    engine = Engine(1)
    result = engine.play(game, Limits(depth=5), report=play_on)
    assert result.move in Game().legal_moves
    assert result.lines[0].line[0] == result.move


def test_a_search_is_stopped_while_it_is_granted_time() -> None:
    engine = Engine(1)
    for milliseconds in (0.0, 0.02, 0.1) * 100:
        search = engine.start(Game(), Limits())

        def step(milliseconds: float = milliseconds) -> None:
            while search.step(milliseconds) != "done":  # noqa: B023 - it ends before the next one begins
                pass

        stepping, stopping = ends(step), ends(search.stop)
        stopping.join(PATIENCE)
        stepping.join(PATIENCE)
        assert not stopping.is_alive()
        assert not stepping.is_alive()


def test_a_search_that_runs_by_itself_may_be_granted_time() -> None:
    engine = Engine(1)
    search = engine.start(Game(), Limits(depth=9), background=True)
    search.step(1)
    assert search.wait(PATIENCE)
    search = engine.start(Game(), Limits(depth=9))
    search.step(1)
    search.run()
    search.step(1)
    assert search.wait(PATIENCE)


def test_a_search_does_not_begin_while_another_thread_plays() -> None:
    engine, begun, found = Engine(1), threading.Event(), list[str | None]()
    playing = ends(
        lambda: found.append(engine.play(Game(), Limits(), report=lambda _: begun.set()).move),
    )
    assert begun.wait(PATIENCE)
    for search in (engine.start, engine.play):
        with pytest.raises(RuntimeError, match="the engine is searching"):
            search(Game("fragments"), Limits(depth=2))
    assert playing.is_alive()
    engine.stop()
    playing.join(PATIENCE)
    assert found[0] in Game().legal_moves


def test_a_ponderhit_may_come_before_the_search_begins() -> None:
    engine, found = Engine(1), list[str | None]()
    limits = Limits(clock=0.05, ponder=True)

    def hit(game: Game) -> list[tuple[int, int, int]]:
        engine.ponderhit(game, limits)
        return []

    engine.memory = hit
    searching = ends(lambda: found.append(engine.play(Game(), limits).move))
    searching.join(PATIENCE)
    is_done = not searching.is_alive()
    engine.stop()
    searching.join(PATIENCE)
    assert is_done
    assert found[0] in Game().legal_moves


def test_a_reporter_cannot_wait_for_its_own_search() -> None:
    engine = Engine(1)

    def stop(_: Info) -> None:
        search.stop()

    search = engine.start(Game(), Limits(depth=9), report=stop)
    search.run()
    with pytest.raises(RuntimeError, match=r"engine\.stop\(\) ends it"):
        search.wait(PATIENCE)
    search = engine.start(Game(), Limits(), report=lambda _: engine.stop(), background=True)
    assert search.wait(PATIENCE)
    assert search.result is not None
    assert search.result.move in Game().legal_moves


# --- what is left ------------------------------------------------------------------------------------------


def test_an_engine_that_nobody_needs_is_freed_at_once() -> None:
    gc.disable()
    try:
        engine = Engine(1)
        engine.play(Game(), Limits(depth=3))
        gone = weakref.ref(engine)
        del engine
        assert gone() is None
    finally:
        gc.enable()


def test_an_engine_that_is_closed_leaves_no_thread() -> None:
    before = threading.active_count()
    with Engine(1) as engine:
        engine.start(Game(), Limits()).step(1)
        assert threading.active_count() == before + 1
    assert threading.active_count() == before
    assert engine.play(Game(), Limits(depth=1)).move


def test_lines_of_a_search_that_was_cut_short_stand_in_the_order_of_their_scores() -> None:
    game = Game()
    for move in ("b2b3", "a7a5", "g2g3", "b8a6", "f1g2", "c7c5"):
        game.push(move)
    engine = Engine(1)
    engine.lines = 4
    reported: list[list[Info]] = []
    for nodes in [*range(2000, 9000, 331), 14209]:
        engine.clear_hash()
        lines = engine.play(game, Limits(nodes=nodes)).lines
        deepest = [info.score for info in lines if info.depth == lines[0].depth]
        assert deepest == sorted(deepest, reverse=True), nodes
        assert len({info.nodes for info in lines}) == 1
        reported.append(list(lines))
    assert any(len({info.depth for info in lines}) > 1 for lines in reported), "some were cut short"


def test_a_search_that_is_stopped_waits_for_no_gate() -> None:
    gate, found = PauseGate(), list[Line]()
    searcher = Searcher(HashTable(1), gate)
    gate.close()
    searcher.prepare()
    searcher.stop()
    searching = ends(lambda: found.extend(searcher.search(Game().board)))
    searching.join(PATIENCE)
    is_done = not searching.is_alive()
    gate.open()
    searching.join(PATIENCE)
    assert is_done
    assert [line.depth for line in found] == [1]
