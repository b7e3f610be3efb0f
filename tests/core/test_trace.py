"""A trace of the search agrees with the search that it is of, and changes nothing in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tilefish.analysis.search_trace import REASONS
from tilefish.core.search.searcher import Line
from tilefish.core.search.trace import SearchTrace, TracedIteration, TracedVisit
from tilefish.core.search.transposition_table import HashTable
from tilefish.game.game import Game

AS_MOVE, AT_ROOT, AGAIN_DEEPER, AGAIN_OPEN = 0, 1, 2, 3
OUTCOME, FIRST_ANSWER, NOT_VISITED = 9, 10, 11
STAR1 = REASONS.index("Star1")

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_TWO = "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1"
GAMES = [
    ("chess", None, 8),
    ("chess", KIWIPETE, 8),
    ("chess", MATE_IN_TWO, 6),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 10),
    ("fragments", None, 9),
    ("ruined_overworld", None, 7),
    ("fear_factory", None, 6),
    ("exchange", None, 4),
    ("exchange", "moves d2d4 e7e5 d4xe5=4", 4),
]


def _game(variant: str, start: str | None) -> Game:
    if start is None or not start.startswith("moves"):
        return Game(variant, start)
    game = Game(variant)
    for move in start.split()[1:]:
        game.push(move)
    return game


def _search(game: Game, depth: int, trace: SearchTrace | None = None, **more: Any) -> list[Line]:
    """A search on a table of its own."""
    searcher = game.board.searcher(HashTable(4))
    searcher.prepare()
    return searcher.search(game.board, depth=depth, trace=trace, **more)


def _inside(visits: Sequence[TracedVisit], place: int) -> Iterator[int]:
    """The places of the visits that a visit made itself."""
    level = visits[place].level
    for other in range(place + 1, len(visits)):
        if visits[other].level <= level:
            return
        if visits[other].level == level + 1:
            yield other


def _roots(iteration: TracedIteration) -> list[TracedVisit]:
    return [visit for visit in iteration.visits or [] if visit.level == 0]


@pytest.mark.parametrize(("variant", "start", "depth"), GAMES)
def test_tracing_changes_nothing(variant: str, start: str | None, depth: int) -> None:
    game = _game(variant, start)
    plain = _search(game, depth)
    traced = _search(game, depth, SearchTrace(4))
    assert [line._replace(nanoseconds=0) for line in traced] == [
        line._replace(nanoseconds=0) for line in plain
    ]


@pytest.mark.parametrize(("variant", "start", "depth"), GAMES)
def test_all_nodes_are_accounted_for(variant: str, start: str | None, depth: int) -> None:
    """A visit's nodes are its own one and those of the visits inside; a roll is not a node itself. Where
    evaluations of outcomes decide, these are nodes without a visit."""
    trace = SearchTrace(4, 10**6)
    lines = _search(_game(variant, start), depth, trace)
    iterations = list(trace.iterations())
    assert [iteration.depth for iteration in iterations] == list(range(1, depth + 1))
    assert sum(iteration.nodes for iteration in iterations) == lines[0].nodes
    checked = 0
    for iteration in iterations:
        visits = iteration.visits
        assert visits is not None
        assert iteration.left_out == 0
        assert iteration.nodes == sum(visit.nodes for visit in _roots(iteration))
        for place, visit in enumerate(visits):
            if visit.ply == trace.plies or visit.visit == NOT_VISITED:
                continue
            inside = [visits[other] for other in _inside(visits, place)]
            is_roll = any(other.visit in (OUTCOME, FIRST_ANSWER) for other in inside)
            nodes = sum(other.nodes for other in inside)
            if visit.reason == STAR1:  # decided by evaluations of outcomes: nodes that are not visited
                assert visit.nodes >= nodes
            else:
                assert visit.nodes == (not is_roll) + nodes
            checked += len(inside)
    assert checked > 100


@pytest.mark.parametrize(("variant", "start", "depth"), GAMES)
def test_last_iteration_has_the_best_line_and_its_score(variant: str, start: str | None, depth: int) -> None:
    trace = SearchTrace(3, 10**6)
    best = _search(_game(variant, start), depth, trace)[0]
    *_, last = trace.iterations()
    visits = last.visits
    assert visits is not None
    place = max(place for place, visit in enumerate(visits) if visit.level == 0)
    assert visits[place].visit == AT_ROOT
    assert visits[place].alpha < visits[place].score < visits[place].beta
    assert visits[place].score == last.score == best.score
    for move in best.moves[: trace.plies]:
        follow = [
            other
            for other in _inside(visits, place)
            if visits[other].move == move
            and visits[other].score == -visits[place].score
            and visits[other].visit in (AS_MOVE, AGAIN_OPEN)
        ]
        assert follow, (move, visits[place])
        place = follow[-1]
        if any(visits[other].face for other in _inside(visits, place)):
            break  # the line goes on after one outcome, the score is the mean of all


def test_windows_are_those_of_the_parent() -> None:
    """A move's window lies within that of the node where it is made, from the other side."""
    trace = SearchTrace(3, 10**6)
    _search(Game("chess", KIWIPETE), 6, trace)
    for iteration in trace.iterations():
        visits = iteration.visits or []
        for place, visit in enumerate(visits):
            for other in _inside(visits, place):
                inner = visits[other]
                if inner.visit in (AS_MOVE, AGAIN_DEEPER, AGAIN_OPEN) and inner.ply > visit.ply:
                    assert -visit.beta <= inner.alpha < inner.beta <= -visit.alpha


def test_moves_are_left_out_for_a_reason() -> None:
    trace = SearchTrace(4, 10**6)
    _search(Game("chess", KIWIPETE), 7, trace)
    left_out = [
        visit
        for iteration in trace.iterations()
        for visit in iteration.visits or []
        if visit.visit == NOT_VISITED
    ]
    assert len({visit.reason for visit in left_out}) >= 3
    assert all(visit.reason and visit.move and not visit.nodes for visit in left_out)


def _traced(capacity: int) -> list[TracedIteration]:
    trace = SearchTrace(4, capacity)
    _search(Game("chess", KIWIPETE), 6, trace)
    return list(trace.iterations())


def test_an_iteration_is_cut_at_the_capacity() -> None:
    whole = _traced(10**6)
    capacity = len(whole[-1].visits or []) // 2
    for all_of_it, some in zip(whole, _traced(capacity), strict=True):
        assert all_of_it.visits is not None
        if some.visits is None:
            continue
        assert some.visits == all_of_it.visits[:capacity]
        assert len(some.visits) + some.left_out == len(all_of_it.visits)
    assert some.left_out > 0


def test_the_latest_iterations_are_kept() -> None:
    """There is room for two iterations that fill the capacity, and here each of them does."""
    capacity = min(len(iteration.visits or []) for iteration in _traced(10**6))
    kept = [len(iteration.visits or []) for iteration in _traced(capacity)]
    assert kept == [0, 0, 0, 0, capacity, capacity]


def test_a_trace_is_of_the_last_search() -> None:
    trace = SearchTrace(1)
    _search(Game("chess", KIWIPETE), 5, trace)
    _search(Game("fragments"), 3, trace)
    assert [iteration.depth for iteration in trace.iterations()] == [1, 2, 3]


def test_a_stopped_search_has_a_trace() -> None:
    trace = SearchTrace(2)
    lines = _search(Game("chess", KIWIPETE), 20, trace, nodes=5000)
    iterations = list(trace.iterations())
    assert iterations[-1].is_cut_short
    assert not any(iteration.is_cut_short for iteration in iterations[:-1])
    assert sum(iteration.nodes for iteration in iterations) == lines[0].nodes


@pytest.mark.parametrize(("plies", "capacity"), [(0, 10), (1, 0)])
def test_a_trace_has_room(plies: int, capacity: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        SearchTrace(plies, capacity)
