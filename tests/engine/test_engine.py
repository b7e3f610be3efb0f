"""The engine as Python sees it: limits, lines, mates, and legal moves on every world."""

from __future__ import annotations

import re
import threading
import time

import pytest
from tests.seeds import seeded

from tilefish import Game, InputError, Library, Termination
from tilefish.core.search.parameters import SEARCH_PARAMETERS
from tilefish.core.search.searcher import TECHNIQUES
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits

LIBRARY = Library(environment=False)
WORLDS = [name for name in LIBRARY.names() if LIBRARY.load(name).combat is None]  # the rest: tests/combat

MATES = [
    ("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
    ("chess", "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", None, 3),
    ("chess", "3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", None, 2),
    ("fragments", "k4/2Q2/1K3/5/5 w - - 0 1", None, 1),
]


@pytest.mark.parametrize(("variant", "fen", "move", "mate"), MATES)
def test_mates_are_found_and_counted(variant: str, fen: str, move: str | None, mate: int) -> None:
    result = Engine().play(Game(variant, fen), Limits(depth=2 * mate + 4))
    assert result.lines[0].mate == mate
    assert move in (None, result.move)


def test_being_mated_is_counted_too() -> None:
    result = Engine().play(Game("chess", "k7/8/1K6/8/8/8/8/6Q1 b - - 0 1"), Limits(depth=6))
    assert result.lines[0].mate == -1


def test_the_rule_books_mate_by_a_stone() -> None:
    game = Game("ruined_overworld")
    game.push("e2e4,e4e3,e3e4")
    result = Engine().play(game, Limits(depth=3))
    assert result.lines[0].mate == 1
    game.push(result.move or "")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == ("black", Termination.CHECKMATE)


def test_a_win_on_a_small_board() -> None:
    fen = "k4/5/1Q3/5/4K w - - 0 1"
    game = Game("fragments", fen)
    result = Engine().play(game, Limits(depth=4))
    assert result.lines[0].mate is not None
    assert result.lines[0].mate > 0


def test_a_king_is_carried_to_its_death() -> None:
    game = Game("chess", "8/8/8/8/8/8/4K3/k6r w - - 0 1", world="8/8/8/8/8/8/8/>*6")
    result = Engine().play(game, Limits(depth=3))
    assert result.lines[0].mate == 1
    game.push(result.move or "")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.KING_DESTROYED


@pytest.mark.parametrize("name", WORLDS)
def test_every_move_and_line_is_legal(name: str) -> None:
    rng = seeded(name)
    engine = Engine(hash_megabytes=1)
    game = Game(name)
    for _ in range(60):
        if game.outcome() is not None:
            break
        result = engine.play(game, Limits(nodes=rng.choice([1, 50, 2000])))
        assert result.move in game.legal_moves
        for info in result.lines:
            twin = game.copy()
            for move in info.line:
                twin.push(move)
        game.push(rng.choice([result.move, rng.choice(game.legal_moves)]))


def test_quiescence_ends_where_belts_leave_both_sides_in_check() -> None:
    both_in_check = "rnbqkbnr/pppp2pp/*1p4*/3p4/3P1P2/*6*/PPP1PKPP/RNBQ1B1R b kq - 1 4"
    found = Engine().play(Game("fear_factory", both_in_check), Limits(depth=3, nodes=100_000)).lines[0]
    assert found.depth == 3
    assert found.nodes < 20_000


@pytest.mark.parametrize("name", WORLDS)
def test_one_thread_searches_the_same_nodes_every_time(name: str) -> None:
    counts = {Engine(hash_megabytes=2).play(Game(name), Limits(depth=6)).lines[0].nodes for _ in range(2)}
    assert len(counts) == 1


def test_two_threads_find_a_legal_move() -> None:
    game = Game("ruined_overworld")
    result = Engine(threads=2).play(game, Limits(depth=7))
    assert result.move in game.legal_moves
    assert result.lines[0].depth == 7


def test_lines_are_sorted_and_different() -> None:
    engine = Engine()
    engine.lines = 4
    lines = engine.play(Game("chess"), Limits(depth=6)).lines
    assert [info.multipv for info in lines] == [1, 2, 3, 4]
    assert len({info.line[0] for info in lines}) == 4
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)


def test_only_some_moves() -> None:
    result = Engine().play(Game("chess"), Limits(depth=5, moves=("a2a3", "h2h4")))
    assert result.move in ("a2a3", "h2h4")


def test_limits_hold() -> None:
    engine = Engine()
    assert engine.play(Game(), Limits(depth=3)).lines[0].depth == 3
    assert engine.play(Game(), Limits(nodes=5000)).lines[0].nodes <= 5000
    begin = time.monotonic()
    engine.play(Game(), Limits(movetime=0.1))
    assert time.monotonic() - begin < 1
    begin = time.monotonic()
    engine.play(Game(), Limits(clock=0.05))
    assert time.monotonic() - begin < 1


def test_a_forced_move_is_played_at_once() -> None:
    game = Game("chess", "k7/8/8/8/8/8/1q6/K7 w - - 0 1")
    assert game.legal_moves == ["a1b2"]
    begin = time.monotonic()
    assert Engine().play(game, Limits(clock=600)).move == "a1b2"
    assert time.monotonic() - begin < 1


def test_stop_from_another_thread_and_before_the_search() -> None:
    engine = Engine()
    threading.Timer(0.1, engine.stop).start()
    begin = time.monotonic()
    result = engine.play(Game(), Limits())
    assert result.move in Game().legal_moves
    assert time.monotonic() - begin < 2
    search = engine.start(Game(), Limits())
    engine.stop()
    result = search.stop()
    assert result.move in Game().legal_moves
    assert len(result.lines) == 1


@pytest.mark.parametrize(
    ("variant", "fen", "best"),
    [
        ("chess", "4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1", "e1e2"),
        ("exchange", "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1 hp:d2=1 cd:- fx:-", "e1xd2"),
    ],
)
def test_who_is_stopped_at_once_has_looked_one_ply_deep(variant: str, fen: str, best: str) -> None:
    engine = Engine(1)
    search = engine.start(Game(variant, fen), Limits())
    engine.stop()
    result = search.stop()
    assert (result.move, result.lines[0].depth) == (best, 1)


def test_no_legal_move() -> None:
    result = Engine().play(Game("chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Limits(depth=3))
    assert (result.move, result.lines) == (None, ())


def test_an_error_of_the_reporter_ends_the_search_and_is_raised() -> None:
    def fail(_: Info) -> None:
        raise RuntimeError("no more")

    engine = Engine()
    with pytest.raises(RuntimeError, match="no more"):
        engine.play(Game(), Limits(), report=fail)


@pytest.mark.parametrize("which", range(len(TECHNIQUES)), ids=TECHNIQUES)
def test_the_search_is_sound_without_each_technique(which: int) -> None:
    engine = Engine()
    engine.techniques &= ~(1 << which)
    fen = "3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1"
    result = engine.play(Game("chess", fen), Limits(depth=9))
    assert result.lines[0].mate == 2


def test_other_search_parameters_make_another_search() -> None:
    game, limits = Game("chess"), Limits(depth=9)
    usual = Engine().play(game, limits).lines[0].nodes
    engine = Engine()
    engine.set_parameters({"ReductionBase": 0, "LatePruningMoves": 20})
    assert engine.play(game, limits).lines[0].nodes > usual
    engine.set_parameters({parameter.name: parameter.value for parameter in SEARCH_PARAMETERS})
    assert engine.play(game, limits).lines[0].nodes == usual


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"DeltaMargin": 100, "DeltaMargins": 3},
            'there is no parameter "DeltaMargins" (did you mean "DeltaMargin"?)',
        ),
        (
            {"DeltaMargin": 100, "SingularDepth": 0},
            "SingularDepth is 0: expected a whole number from 4 to 12",
        ),
    ],
)
def test_wrong_search_parameters_change_nothing(values: dict[str, int], message: str) -> None:
    engine, game, limits = Engine(), Game("chess"), Limits(depth=7)
    usual = engine.play(game, limits).lines[0].nodes
    with pytest.raises(InputError, match=re.escape(message)):
        engine.set_parameters(values)
    engine.clear_hash()
    assert engine.play(game, limits).lines[0].nodes == usual


def test_repetition_is_seen() -> None:
    shuffle = Game("chess", "k7/8/8/8/8/8/8/K6R w - - 0 1")
    for move in ("h1h2", "a8b8", "h2h1", "b8a8", "h1h2", "a8b8", "h2h1"):
        shuffle.push(move)
    lines = Engine().play(shuffle, Limits(depth=2, moves=("b8a8",))).lines
    assert lines[0].score == 0


def test_an_engine_that_rested_searches_as_a_new_one() -> None:
    game, limits = Game("chess"), Limits(depth=7)
    fresh = Engine(2).play(game, limits)
    engine = Engine(2)
    engine.play(game, limits)
    engine.rest()
    again = engine.play(game, limits)
    assert (again.move, again.lines[0].nodes) == (fresh.move, fresh.lines[0].nodes)
