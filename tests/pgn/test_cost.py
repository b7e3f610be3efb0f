"""Reading takes time that grows with the text and memory that does not."""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from tests.calls import calls_of

from tilefish.pgn import read_games
from tilefish.pgn.reader import MOST_MOVES, MOST_TEXT
from tilefish.rules.errors import Problem

MANY = 60_000
HOSTILE = (
    "1. e4 " + "$1 " * MANY,
    "1. e4" + "! " * MANY,
    "{a}" * 2 * MANY,
    "1. e4 " + "{a}" * 2 * MANY,
    "1. e4 " + "{[%eval 0.1]}" * MANY,
    "1. e4 {" + " " * 10 * MANY + "} e5",
    "1. e4 {[%eval" + " " * 10 * MANY + "} e5",
    "1. e4 {" + "[%eval " * MANY + "} e5",
    "1. e4 " + "; x\n" * MANY,
    "1. e4 " + "(1. d4 d5) " * (MANY // 10) + " e5",
    "1. e4 e9 " + "(1. d4 d5) " * (MANY // 10) + " e5",
    "1. e4 " + "(1. d4 " * MANY,
    "(" * MANY,
    "1. e4 " + "{" * MANY,
    "1. e4 " + "} " * MANY,
    "* " * MANY,
    "Nf3 (Na3) Nf6 (e5) Ng1 (e4) Ng8 (e5) " * (MANY // 10),
    '[Variant "xyz"]\n*\n' * (MANY // 5),
    "".join(f'[A{number} "x"]\n' for number in range(MANY // 5)),
    "[" + "] " * MANY + "x",
    '[A "' + "\\\\" * MANY + "]",
    "." * MANY + " 1" + "." * MANY + " " * MANY + "{",
    "1" * MANY + " " + "1 " * MANY,
    "x" * 10 * MANY,
)
READ_ALL = """
import sys
sys.path.insert(0, {folder!r})
from test_cost import HOSTILE, read
for text in HOSTILE:
    read(text)
"""


def read(text: Any) -> tuple[int, list[Problem]]:
    reported: list[Problem] = []
    return sum(1 for _ in read_games(text, report=reported.append)), reported


def test_no_text_takes_long() -> None:
    """What grew with the square took minutes of the processor for some of these, or hours."""
    run = subprocess.run(
        [sys.executable, "-c", READ_ALL.format(folder=str(__file__).rpartition("/")[0])],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (40, 40)),
        timeout=1200,
    )
    assert run.returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "1. Nf3 Nf6 2. Ng1 Ng8 ",
        "1. Nf3 $1 {x [%clk 0:00:01]} (1. Na3 Na6 (1... e5)) 1... Nf6 2. Ng1 Ng8 ",
        "1. e4 e5 *\n",
        '[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 Ka1 *\n\n',
    ],
)
def test_the_work_for_twice_the_text_is_twice_the_work(text: str) -> None:
    once, twice = (calls_of(lambda: read(text * number)) for number in (200, 400))  # noqa: B023
    assert twice < 2.1 * once


def peak_of(source: object) -> int:
    """The most bytes that are held while a source is read."""
    tracemalloc.start()
    try:
        read(source)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class Repeated:
    """A file that has the same text many times, and never all of it in memory."""

    def __init__(self, text: bytes, times: int) -> None:
        self._text = text
        self._rest = times
        self._file = io.BytesIO()

    def readline(self, size: int = -1) -> bytes:
        piece = self._file.readline(size)
        if not piece and self._rest:
            self._rest -= 1
            self._file = io.BytesIO(self._text)
            return self.readline(size)
        return piece


@pytest.mark.parametrize(
    "text",
    [
        b'[Event "x"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 1-0\n\n',
        b"zz " * 300,
        b"z" * 1000,
        b"} " * 50,
        b"* " * 50,
        b"1. a4 {" + b"comment " * 100,
    ],
)
def test_memory_does_not_grow_with_the_file(text: bytes) -> None:
    read("1. e4 e5 *")  # what is kept for good
    for _ in range(3):  # other threads allocate, too
        once, often = (peak_of(Repeated(text, size // len(text))) for size in (60_000, 300_000))
        if often < 1.2 * once + 50_000:
            return
    pytest.fail(f"{once} bytes became {often}")


def test_a_game_may_not_be_endless() -> None:
    games, reported = read(Repeated(b"Nf3 Nf6 Ng1 Ng8 ", MOST_MOVES))
    assert games == 1
    assert [f"{MOST_MOVES} moves of a game are read" in problem.message for problem in reported] == [True]


def test_comments_may_not_be_endless() -> None:
    def lines() -> Iterator[str]:
        yield "1. e4 "
        for _ in range(MOST_TEXT // 50_000 + 5):
            yield "{" + "x" * 49_990 + "}"
        yield "1... e5 1-0"

    reported: list[Problem] = []
    (game,) = read_games(lines(), report=reported.append)
    assert len(game.moves) == 2
    assert len(game.moves[0].comment) <= MOST_TEXT
    assert ["no more are kept" in problem.message for problem in reported] == [True]


def test_long_lines_are_cut_between_words() -> None:
    words = "1. Nf3 Nf6 2. Ng1 Ng8 " * 9000
    assert len(words) > 1 << 17
    text = f'{words}; 1. e9 {words}\n% 1. e9 {words}\n{{ {words} }} Nf3 *\n[Event "2"]\n1. e4 *\n'
    for source in (text, io.StringIO(text), io.BytesIO(text.encode())):
        reported: list[Problem] = []
        first, second = read_games(source, report=reported.append)
        assert len(first.moves) == 36_001
        assert second.headers["Event"] == "2"
        assert not reported
