"""The engine as a program, driven by python-chess's UCI client."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "tilefish"]


@pytest.fixture
def engine(caplog: pytest.LogCaptureFixture) -> Iterator[chess.engine.SimpleEngine]:
    """A running engine of which the client has nothing to complain: it logs what it cannot understand (lines,
    options, moves that are not legal, the engine's standard error), and goes on."""
    caplog.set_level(logging.DEBUG, "chess.engine")
    with chess.engine.SimpleEngine.popen_uci(COMMAND) as engine:
        yield engine
    records = caplog.get_records("setup") + caplog.get_records("call")
    assert [record.getMessage() for record in records if record.levelno > logging.DEBUG] == []


def said(caplog: pytest.LogCaptureFixture, line: str) -> bool:
    """Whether the client sent that line."""
    return any(record.getMessage().endswith(f"<< {line}") for record in caplog.records)


@pytest.mark.parametrize("chess960", [False, True], ids=["chess", "chess960"])
def test_a_whole_game_with_a_clock(engine: chess.engine.SimpleEngine, chess960: bool) -> None:
    board = chess.Board.from_chess960_pos(17) if chess960 else chess.Board()
    clocks, increment = {chess.WHITE: 0.3, chess.BLACK: 0.3}, 0.005
    while not board.is_game_over(claim_draw=True):
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        begin = time.perf_counter()
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        clocks[board.turn] += increment - (time.perf_counter() - begin)
        assert clocks[board.turn] > -1  # the machine may be busy: arbiters with real clocks are elsewhere
        clocks[board.turn] = max(0.01, clocks[board.turn])
        assert played.move is not None  # the client has already refused illegal ones
        assert played.info["pv"][0] == played.move
        board.push(played.move)
    assert board.ply() > 10


def is_legal(played: chess.engine.PlayResult | chess.engine.BestMove, board: chess.Board) -> bool:
    return played.move is not None and played.move in board.legal_moves


def test_ponder_is_hit_and_missed(
    engine: chess.engine.SimpleEngine, caplog: pytest.LogCaptureFixture
) -> None:
    limit = chess.engine.Limit(white_clock=1, black_clock=1)
    board = chess.Board()
    first = engine.play(board, limit, ponder=True)
    assert first.move is not None
    assert first.ponder is not None
    board.push(first.move)
    board.push(first.ponder)
    second = engine.play(board, limit, ponder=True)
    assert said(caplog, "ponderhit")
    assert second.move is not None
    assert second.move in board.legal_moves
    board.push(second.move)
    board.push(next(move for move in board.legal_moves if move != second.ponder))
    assert is_legal(engine.play(board, limit), board)
    assert said(caplog, "stop")


def test_analysis_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        assert is_legal(analysis.wait(), board)
    assert is_legal(engine.play(board, chess.engine.Limit(nodes=500)), board)


def test_options_are_understood(engine: chess.engine.SimpleEngine) -> None:
    for option in engine.options.values():
        if option.type != "button":
            assert option.parse(option.default) == option.default, option.name
    threads, variants = engine.options["Threads"], engine.options["UCI_Variant"]
    assert (threads.type, threads.default, threads.min) == ("spin", 1, 1)
    assert (variants.type, variants.default) == ("combo", "chess")
    assert {"chess", "fragments", "standard"} <= set(variants.var or ())
    engine.configure({"Hash": 1, "Threads": 2})
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Hash": 0})
    assert engine.play(chess.Board(), chess.engine.Limit(nodes=500)).move is not None


def test_analysis_with_several_lines(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert all(info["pv"] and info["depth"] == 6 for info in infos)


def test_the_options_of_lichess_bots_default_configuration(engine: chess.engine.SimpleEngine) -> None:
    """As its config.yml.default has them. python-chess refuses an option that the engine does not declare."""
    engine.configure(
        {"Move Overhead": 100, "Threads": 4, "Hash": 512, "SyzygyPath": "./syzygy/", "UCI_ShowWDL": True}
    )
    played = engine.play(chess.Board(), chess.engine.Limit(nodes=500), info=chess.engine.INFO_ALL)
    assert "wdl" in played.info
