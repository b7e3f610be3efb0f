"""The engine as a program, driven by python-chess's UCI client."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "tilefish"]


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        yield engine


def test_a_game_against_itself(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(20):
        move = engine.play(board, chess.engine.Limit(time=0.02)).move
        assert move is not None
        board.push(move)  # python-chess's client has already refused illegal ones
    assert board.ply() == 20


def test_a_clock_and_pondering(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5)
    board = chess.Board()
    for _ in range(6):
        result = engine.play(board, limit, ponder=True)
        assert result.move is not None
        board.push(result.move)


def test_chess960(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board.from_chess960_pos(17)
    for _ in range(10):
        move = engine.play(board, chess.engine.Limit(nodes=2000)).move
        assert move is not None
        board.push(move)


def test_analysis_with_several_lines(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert all(info["pv"] and info["depth"] == 6 for info in infos)
