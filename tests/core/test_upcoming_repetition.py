"""Upcoming repetition: the search sees a draw one move before it is on the board, and only there."""

from __future__ import annotations

import pytest

from tilefish.core.search.searcher import TECHNIQUES
from tilefish.core.search.trace import SearchTrace
from tilefish.core.search.transposition_table import HashTable
from tilefish.game.game import Game

DRAW_BY_RULE = 3
UPCOMING = 1 << TECHNIQUES.index("upcoming-repetition")
PLIES = 5


def repeats_next(game: Game, line: list[int]) -> bool:
    """Whether a legal move leads to one of these positions."""
    for move in game.legal_moves:
        after = game.copy()
        after.push(move)
        if after.board.key in line:
            return True
    return False


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess", "6k1/8/5q2/8/8/7K/8/3Q4 w - - 0 1"),
        ("chess", "1k6/8/6R1/4p3/8/4q3/1K6/8 w - - 0 1"),
        ("makruk", "8/3k4/8/2n5/8/4S3/3K4/6R1 w - - 0 1"),
        ("fragments", "4k/1q3/5/2N2/K2Q1 w - - 0 1"),
        ("void_dimension", "8/8/2k5/4q3/8/3Q4/2K5/8 w - - 0 1"),
    ],
)
def test_every_draw_of_the_search_is_one_or_is_a_move_away(variant: str, fen: str) -> None:
    """Each node of a full-width search against the rules: it is a draw if its position was in the line
    before, or if one of the line can be brought back and the window leaves no more than a draw to win."""
    game = Game(variant, fen)
    trace = SearchTrace(PLIES, 10**6)
    searcher = game.board.searcher(HashTable(1))
    searcher.prepare()
    searcher.search(game.board, depth=PLIES, techniques=UPCOMING, trace=trace)
    *_, last = trace.iterations()
    path = [game]
    ahead = 0
    for visit in last.visits or []:
        del path[max(1, visit.ply) :]
        if visit.ply:
            after = path[-1].copy()
            after.push(str(path[-1].numbered(visit.move)))
            path.append(after)
        line = [one.board.key for one in path[1:-1]]
        here = path[-1]
        is_there = here.board.key in line or here.outcome() is not None
        if is_there:
            continue
        is_ahead = visit.alpha < 0 and visit.beta <= 0 and repeats_next(here, line)
        assert (visit.reason == DRAW_BY_RULE) == is_ahead, (here.fen(), visit)
        ahead += is_ahead
    assert ahead > 0
