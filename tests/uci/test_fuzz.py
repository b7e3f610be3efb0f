"""Nonsense on the line: the session tells what was wrong, and goes on."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import pytest

from tilefish import Game
from tilefish.engine import Engine, Result
from tilefish.uci.session import Session

LINES = (
    "uci",
    "isready",
    "ucinewgame",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 a6e2",
    "position fen nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
    "position startpos moves e2e4,e4e3,e3e4",
    "go depth 3",
    "go nodes 500 searchmoves e2e4 d2d4",
    "go movetime 5",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go mate 2 depth 3",
    "go perft 2",
    "stop",
    "ponderhit",
    "setoption name UCI_Variant value fragments",
    "setoption name UCI_Variant value fear_factory",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Chess960 value true",
    "setoption name World value 8/8/8/1o4o1/4o3/8/8/8",
    "setoption name World value",
    "setoption name Pieces value r:RN,c:BN",
    "setoption name Pieces value",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name Act value Final",
    "setoption name Act value Off",
    "setoption name Difficulty value Beginner",
    "setoption name Difficulty value Off",
    "setoption name Skill Level value 0",
    "setoption name Skill Level value 20",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 1500",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Agent value Standard",
    "setoption name VariantPath value",
    "d",
    "eval",
    "flip",
    "help",
)
ALPHABET = "abcdefgh12345678 /-wKQkq,:*~=%o><^v?\0\t\x1b\u202e\U0001f600é"


def mutated(rng: random.Random) -> str:
    """A line, or what is left of it after some accidents."""
    line = rng.choice(LINES)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 6])):
        place, size = rng.randrange(len(line) + 1), rng.choice([0, 1, 1, 2, 9])
        new = "".join(rng.choice(ALPHABET) for _ in range(rng.choice([0, 1, 1, 3])))
        if rng.random() < 0.1:
            new = rng.choice(LINES)
        line = line[:place] + new + line[place + size :]
    return line


def is_harmless(line: str) -> bool:
    """Whether a line can neither take all memory nor touch files."""
    words = line.lower().split()
    return not any(word in words for word in ("log", "variantpath", "hash", "threads")) or line in LINES


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that searches end with, each held against the rules: an illegal one is called so."""
    search, moves = Engine.search, list[str]()

    def watched(engine: Engine, game: Game, *given: Any, **named: Any) -> Result:
        legal, fen = game.legal_moves or [None], game.fen()
        result = search(engine, game, *given, **named)
        is_legal = result.move in legal
        moves.append((result.move or "(none)") if is_legal else f"{result.move}, illegal in {fen}")
        return result

    monkeypatch.setattr(Engine, "search", watched)
    return moves


def talk_nonsense(seed: int, count: int, played: list[str]) -> None:
    rng = random.Random(seed)
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
    told = re.findall(r"^bestmove (\S+)", output.getvalue(), re.MULTILINE)
    assert told == played
    assert len(set(told)) > 5


def test_some_nonsense(played: list[str]) -> None:
    talk_nonsense(1, 1500, played)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_much_nonsense(seed: int, played: list[str]) -> None:
    talk_nonsense(seed, 25_000, played)
