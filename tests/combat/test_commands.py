"""A combat game over UCI and at the command line."""

from __future__ import annotations

import io
import time

from click.testing import CliRunner

from tilefish.cli.main import main
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits
from tilefish.game.game import Game
from tilefish.protocols.uci.session import Session


def converse(*lines: str) -> list[str]:
    output = io.StringIO()
    session = Session(output=output)
    session.run([*lines])
    return output.getvalue().splitlines()


def answers(*lines: str) -> list[str]:
    return converse("setoption name UCI_Variant value exchange", *lines)


def test_a_conversation() -> None:
    said = answers("isready", "position startpos moves e2e4 e7e5 d1h5 h7h6 h5xh6=4 e8!", "d", "go depth 3")
    assert "readyok" in said
    fen = "rnbqkbnr/pppp1pp1/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w - - 1 4 hp:- cd:- fx:K,d2"
    assert f"Fen: {fen}" in said
    best = next(line.split()[1] for line in said if line.startswith("bestmove"))
    assert best in Game("exchange", fen).legal_moves
    assert any(line.startswith("info depth 3 ") for line in said)


def test_a_die_that_is_missing_is_reported() -> None:
    said = answers("position startpos moves e2e4 e7e5 d1h5 h7h6 h5xh6", "d")
    assert any("h5xh6 rolls a die" in line for line in said)


def test_perft_flip_and_eval() -> None:
    said = answers("perft 2", "flip", "eval", "d", "quit")
    assert "Nodes searched: 961" in answers("go perft 2")
    assert any(" b - - 0 1 hp:- cd:- fx:K,k" in line for line in said)
    assert any(line.startswith("the middlegame counts 100%; black to move") for line in said)


def test_search_moves_and_the_end_of_a_game() -> None:
    assert answers("go depth 1 searchmoves e2e4")[-1].startswith("bestmove e2e4")
    lost = answers("position fen 7k/8/8/8/8/8/8/7R w - - 0 1 hp:- cd:- fx:-", "go depth 1")
    assert "info depth 0 score mate 0" in lost
    assert "bestmove (none)" in lost


def test_an_infinite_search_waits() -> None:
    output = io.StringIO()
    session = Session(output=output)
    for line in ("setoption name UCI_Variant value exchange", "go infinite"):
        session.answer(line)
    time.sleep(0.05)
    assert "bestmove" not in output.getvalue()
    session.answer("stop")
    session.run([])
    assert "bestmove" in output.getvalue()


def test_a_long_count_is_stopped() -> None:
    output = io.StringIO()
    session = Session(output=output)
    begin = time.perf_counter()
    for line in ("setoption name UCI_Variant value exchange", "go perft 12", "stop"):
        session.answer(line)
    session.run([])
    assert "the count was cancelled" in output.getvalue()
    assert time.perf_counter() - begin < 5


def test_the_engine_answers_with_a_legal_action() -> None:
    result = Engine().play(Game("exchange"), Limits(depth=3))
    assert result.move in Game("exchange").legal_moves


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.output


def test_commands() -> None:
    assert run("perft", "--variant", "exchange", "2") == (0, "Nodes searched: 961\n")
    code, shown = run("variants", "show", "exchange")
    assert code == 0
    for words in ("queen   10  3", "overextend (cooldown 3, recoil 2)", "60 plies without damage are a draw"):
        assert words in shown
    code, shown = run("eval", "--variant", "exchange")
    assert code == 0
    assert "white to move; +" in shown
