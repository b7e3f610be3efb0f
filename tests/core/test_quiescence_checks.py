"""Quiet checks of quiescence: a mate behind the last ply is seen; checks that lose material are left out."""

from __future__ import annotations

import pytest

from tilefish.analysis.search_trace import REASONS
from tilefish.core.search.searcher import EVERYTHING, TECHNIQUES
from tilefish.core.search.trace import SearchTrace
from tilefish.core.search.transposition_table import HashTable
from tilefish.engine.engine import Engine
from tilefish.engine.levels import Level
from tilefish.engine.limits import Limits
from tilefish.game.game import Game

LOSES_MATERIAL = REASONS.index("loses material (SEE)")
WITHOUT = EVERYTHING & ~(1 << TECHNIQUES.index("quiescence-checks"))
BEFORE_FOOLS_MATE = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
QUEEN_MAY_CHECK = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPP1PP/RNBQKB1R w KQkq - 0 2"
QUEEN_WOULD_BE_TAKEN = "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPP1PP/RNBQKB1R w KQkq - 0 2"


@pytest.mark.parametrize(("techniques", "mate"), [(EVERYTHING, -1), (WITHOUT, None)])
def test_a_mate_by_a_quiet_check_is_seen_behind_the_last_ply(techniques: int, mate: int | None) -> None:
    engine = Engine()
    engine.level = Level(techniques=techniques)
    found = engine.play(Game("chess", BEFORE_FOOLS_MATE), Limits(depth=1, moves=("g2g4",)))
    assert found.lines[0].mate == mate


@pytest.mark.parametrize(("fen", "is_tried"), [(QUEEN_MAY_CHECK, True), (QUEEN_WOULD_BE_TAKEN, False)])
def test_only_a_check_that_loses_nothing_is_tried(fen: str, is_tried: bool) -> None:
    game = Game("chess", fen)
    push = next(move for move in game.board.legal_moves() if str(game.numbered(move)) == "a2a3")
    answer = game.copy()
    answer.push("a2a3")
    check = next(move for move in answer.board.legal_moves() if str(answer.numbered(move)) == "d8h4")
    trace = SearchTrace(2, 10**5)
    searcher = game.board.searcher(HashTable(1))
    searcher.prepare()
    searcher.search(game.board, depth=1, moves=[push], trace=trace)
    *_, last = trace.iterations()
    visits = last.visits or []
    assert any(visit.ply == 1 for visit in visits)
    reasons = [visit.reason == LOSES_MATERIAL for visit in visits if visit.ply == 2 and visit.move == check]
    assert reasons == [not is_tried]
