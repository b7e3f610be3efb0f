"""Learning and books in a conversation with a GUI."""

from __future__ import annotations

import contextlib
import io
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tilefish import Game
from tilefish.learning.keys import position_key, rules_key
from tilefish.learning.recording import Entry
from tilefish.learning.store import Store
from tilefish.learning.tally import Tally
from tilefish.protocols.uci.session import Session

MATE_IN_ONE = "fen k4/5/K4/5/1Q3 w - - 0 1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "learned"


def patiently(lines: Iterable[str], output: io.StringIO) -> Iterator[str]:
    """The lines, one after the other; a search that ends by itself is waited for."""
    moves, is_pondering = 0, False
    for line in lines:
        yield line
        is_pondering = line.startswith("go ponder") or (is_pondering and line != "ponderhit")
        is_open = is_pondering or line in ("go infinite", "go mate 1")
        if line == "ponderhit" or (line.startswith("go ") and not is_open):
            end = time.monotonic() + 60
            while output.getvalue().count("bestmove") == moves and time.monotonic() < end:
                time.sleep(0.001)
        moves = output.getvalue().count("bestmove")


def talk(*lines: str, seed: int | None = None) -> list[str]:
    """What is said to some lines."""
    output = io.StringIO()
    Session(output=output, seed=seed).run(patiently(lines, output))
    return output.getvalue().splitlines()


def learning(path: Path, *lines: str, variant: str = "fragments") -> list[str]:
    """The same with learning on."""
    return talk(
        f"setoption name UCI_Variant value {variant}",
        f"setoption name LearnFile value {path}",
        "setoption name Learning value true",
        *lines,
    )


def games(path: Path, variant: str = "fragments") -> int:
    with Store(path) as store:
        return store.games(Game(variant).variant)


def test_a_game_whose_last_position_is_sent_counts_once(path: Path) -> None:
    mated = f"position {MATE_IN_ONE} moves b1b4"
    learning(path, mated, mated, "ucinewgame", "isready")
    assert games(path) == 1
    learning(path, mated, "ucinewgame", mated)
    assert games(path) == 3
    with Store(path) as store:
        assert store.at(Game("fragments", MATE_IN_ONE[4:])) == {"b1b4": Tally(wins=3)}


@pytest.mark.parametrize("after", [["ucinewgame"], ["quit"], [], ["position startpos", "go depth 1"]])
def test_a_game_that_our_move_ended_counts_when_the_next_begins(path: Path, after: list[str]) -> None:
    said = learning(path, f"position {MATE_IN_ONE}", "go depth 3", *after)
    assert "bestmove b1b4" in said
    assert games(path) == 1


def test_a_game_that_our_move_ended_counts_once_if_its_end_is_sent(path: Path) -> None:
    learning(
        path,
        f"position {MATE_IN_ONE}",
        "go depth 3",
        f"position {MATE_IN_ONE} moves b1b4",
        "ucinewgame",
    )
    assert games(path) == 1


@pytest.mark.parametrize(
    "lines",
    [
        # another move was played than ours
        [f"position {MATE_IN_ONE}", "go depth 3", f"position {MATE_IN_ONE} moves b1c1", "ucinewgame"],
        # nothing but looking
        [f"position {MATE_IN_ONE}", "go infinite", "stop", "ucinewgame"],
        [f"position {MATE_IN_ONE}", "go ponder depth 3", "stop", "ucinewgame"],
        ["setoption name UCI_AnalyseMode value true", f"position {MATE_IN_ONE} moves b1b4", "ucinewgame"],
        # its result is not known
        ["position startpos moves b2b3", "ucinewgame"],
        # a position, no game
        ["position fen k4/1Q3/K4/5/5 b - - 0 1", "ucinewgame"],
        ["setoption name Learning value false", f"position {MATE_IN_ONE} moves b1b4", "ucinewgame"],
    ],
)
def test_what_is_no_finished_game_does_not_count(path: Path, lines: list[str]) -> None:
    learning(path, *lines)
    assert games(path) == 0


def test_a_ponderhit_makes_it_a_game(path: Path) -> None:
    learning(path, f"position {MATE_IN_ONE}", "go ponder depth 3", "ponderhit", "ucinewgame")
    assert games(path) == 1


def test_who_does_not_learn_does_not_wait_for_what_learning_needs() -> None:
    code = (
        "import sys; from tilefish.protocols.uci.session import Session\n"
        "Session().run(['uci', 'position startpos', 'go depth 1'])\n"
        "assert not {'sqlite3', 'chess', 'platformdirs', 'starlette', 'uvicorn'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def nodes(said: list[str]) -> int:
    """The nodes of the last line of information."""
    return int(re.findall(r" nodes (\d+) ", "\n".join(said))[-1])


def test_what_was_learned_has_a_say_and_off_it_has_none(path: Path) -> None:
    game = Game("fragments")
    with Store(path) as store:
        found = [Entry(position_key(game), move, Tally(losses=40)) for move in game.legal_moves[:3]]
        store.add(game.variant, found)
    go = ("position startpos", "go depth 10")
    plain = nodes(talk("setoption name UCI_Variant value fragments", *go))
    assert nodes(learning(path, *go)) != plain
    assert nodes(learning(path, "setoption name Learning value false", *go)) == plain
    assert nodes(learning(path.with_name("empty"), *go)) == plain


def test_a_file_that_is_no_learning_file_is_reported_and_the_option_stays(path: Path) -> None:
    path.write_bytes(b"nonsense" * 1000)
    said = learning(path, "position startpos", "go depth 2")
    assert any("Learning stays false" in line and "is not a learning file" in line for line in said)
    assert any(line.startswith("bestmove") for line in said)


def test_a_file_that_breaks_later_costs_no_move(path: Path) -> None:
    with Store(path):
        session_output = io.StringIO()
        session = Session(output=session_output)
        session.answer("setoption name UCI_Variant value fragments")
        session.answer(f"setoption name LearnFile value {path}")
        session.answer("setoption name Learning value true")
        with Store(path) as other:
            other._database.execute("DROP TABLE moves")
        session.run(
            patiently([f"position {MATE_IN_ONE}", "go depth 3", "ucinewgame", "quit"], session_output)
        )
    said = session_output.getvalue().splitlines()
    assert "bestmove b1b4" in said
    assert any("damaged" in line for line in said)


def test_a_lock_costs_neither_a_move_nor_a_game(path: Path) -> None:
    output = io.StringIO()

    def while_locked() -> Iterator[str]:
        yield "setoption name UCI_Variant value fragments"
        yield f"setoption name LearnFile value {path}"
        yield "setoption name Learning value true"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield f"position {MATE_IN_ONE} moves b1b4"
            yield from patiently(["ucinewgame", "position startpos", "go depth 2"], output)
            assert output.getvalue().count("bestmove") == 1
            assert games(path) == 0
            other.execute("ROLLBACK")

    Session(output=output).run(while_locked())
    assert games(path) == 1


# --- books --------------------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.epd"
    key, rules = position_key(Game("fragments")), rules_key(Game("fragments").variant)
    lines = [
        f"# Tilefish book: fragments, rules {rules}",
        f"{key} bm b2b3; weight 6;",
        f"{key} bm c2c3; weight 4;",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def from_book(book: Path, *lines: str, variant: str = "fragments", seed: int = 1) -> list[str]:
    return talk(
        f"setoption name UCI_Variant value {variant}",
        f"setoption name BookFile value {book}",
        "setoption name OwnBook value true",
        *lines,
        seed=seed,
    )


def test_a_book_answers_without_a_score(book: Path) -> None:
    answers = {tuple(from_book(book, "position startpos", "go depth 9", seed=seed)[1:]) for seed in range(12)}
    assert answers == {
        (f"info string book move {move}, weight {weight} of 10", f"info depth 0 nodes 0 time 0 pv {move}",
         f"bestmove {move}")
        for move, weight in (("b2b3", 6), ("c2c3", 4))
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "go"),
    [
        ([], "go infinite"),
        ([], "go ponder wtime 1000"),
        ([], "go mate 1"),
        ([], "go depth 1 searchmoves a2a3"),
        (["setoption name UCI_AnalyseMode value true"], "go depth 1"),
        (["setoption name OwnBook value false"], "go depth 1"),
        (["position startpos moves a2a3"], "go depth 1"),
    ],
)
def test_who_analyses_gets_no_book_move(book: Path, before: list[str], go: str) -> None:
    lines = from_book(book, "position startpos", *before, go, "stop")
    assert not any("book move" in line for line in lines)
    assert any(line.startswith("bestmove") for line in lines)


def test_a_book_for_other_games_is_reported_once(book: Path) -> None:
    lines = from_book(
        book, "position startpos", "go depth 1", "position startpos", "go depth 1", variant="chess"
    )
    assert lines.count("info string the book is for fragments, not for chess") == 1
    assert sum(line.startswith("bestmove") for line in lines) == 2


def test_a_book_that_is_wrong_is_reported_in_few_lines_and_the_option_stays(book: Path) -> None:
    book.write_text("x\n" * 1000, encoding="utf-8")
    lines = from_book(book)
    assert any(line.startswith("info string OwnBook stays false: ") for line in lines)
    assert len(lines) < 10
