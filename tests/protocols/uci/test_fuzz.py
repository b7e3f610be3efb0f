"""Nonsense on the line: the session reports what was wrong, and goes on."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from tests.fuzz.lines import is_harmless, mutated
from tests.seeds import seeded

from tilefish import Game
from tilefish.engine.engine import Engine, Result
from tilefish.protocols.uci.session import Session


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that searches end with, each held against the rules: an illegal one is called so."""
    search, moves = Engine.search_now, list[str]()

    def watched(engine: Engine, game: Game, *given: Any, **named: Any) -> Result:
        legal, fen = list[str | None](game.legal_moves) or [None], game.fen()
        result = search(engine, game, *given, **named)
        is_legal = result.move in legal
        moves.append((result.move or "(none)") if is_legal else f"{result.move}, illegal in {fen}")
        return result

    monkeypatch.setattr(Engine, "search_now", watched)
    return moves


def talk_nonsense(seed: int, count: int, played: list[str]) -> None:
    rng = seeded(seed)
    output = io.StringIO()
    session = Session(output=output)
    for _ in range(count):
        line = mutated(rng)
        if not is_harmless(line):
            continue
        try:
            session.answer(line)
        except Exception as error:
            raise AssertionError(f"{line!r} ended in {error!r}") from error
        if rng.random() < 0.05:
            before = output.tell()
            session.answer("isready")
            assert "readyok" in output.getvalue()[before:]
        if rng.random() < 0.2:
            session.answer("stop")
    session.answer("stop")
    before = output.tell()
    session.run(["isready\n", "quit\n"])
    assert "readyok" in output.getvalue()[before:]
    assert "Traceback" not in output.getvalue()
    sent = re.findall(r"^bestmove (\S+)", output.getvalue(), re.MULTILINE)
    assert sent == played
    assert len(set(sent)) > 5


def test_some_nonsense(played: list[str]) -> None:
    talk_nonsense(1, 1500, played)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_much_nonsense(seed: int, played: list[str]) -> None:
    talk_nonsense(seed, 25_000, played)
