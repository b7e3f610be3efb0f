"""The host as a protocol that is not UCI would use it: values in, values out."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tilefish import Game, InputError
from tilefish.books.book import BookMove
from tilefish.engine.engine import CurrentMove, Info, Result
from tilefish.engine.limits import Limits
from tilefish.host.host import EngineHost
from tilefish.host.options import AnyOption

PATIENCE = 60.0


class Recorder:
    """A listener that keeps what it hears, and says when the best move is there."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.variants: list[tuple[str, str]] = []
        self.options: list[AnyOption] = []
        self.lines: list[Info] = []
        self.results: list[Result] = []
        self.book_moves: list[BookMove] = []
        self.counted: list[dict[str, int]] = []
        self.ends: list[bool] = []
        self.has_answer = threading.Event()

    def message(self, text: str) -> None:
        self.messages.append(text)

    def variant_changed(self, name: str, game: Game) -> None:
        self.variants.append((name, game.variant.name))

    def option_changed(self, option: AnyOption) -> None:
        self.options.append(option)

    def line(self, game: Game, info: Info) -> None:
        assert info.line[0] in game.legal_moves
        self.lines.append(info)

    def current_move(self, current: CurrentMove) -> None:
        pass

    def no_moves(self, is_lost: bool) -> None:
        self.ends.append(is_lost)

    def book_move(self, move: BookMove, total: int) -> None:
        self.book_moves.append(move)

    def best_move(self, result: Result) -> None:
        self.results.append(result)
        self.has_answer.set()

    def counts(self, by_move: dict[str, int]) -> None:
        self.counted.append(by_move)

    def is_connected(self) -> bool:
        return True


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def host(recorder: Recorder) -> EngineHost:
    return EngineHost(recorder, seed=1)


def test_options_are_values(host: EngineHost) -> None:
    host.set_option("hash", "3")
    host.set_option("UCI_ShowWDL", "TRUE")
    host.set_option("Difficulty", "easy")
    host.set_option("Move Overhead", "250")
    assert host.options.hash.value == 3
    assert host.options.show_wdl.value is True
    assert host.options.difficulty.value == "Easy"
    assert host.engine.overhead == 0.25
    assert host.engine.level.depth == 3


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Hash", "many", "whole number from 1 to"),
        ("Hash", "0", "whole number from 1 to"),
        ("Threads", "١", "whole number"),
        ("Explain", "perhaps", "true, false"),
        ("UCI_Variant", "ches", 'did you mean "chess"'),
        ("Hsah", "1", 'did you mean "Hash"'),
        ("World", "9/9", "World stays empty"),
        ("VariantPath", "/nowhere/at.all", "VariantPath stays empty"),
    ],
)
def test_a_wrong_value_changes_nothing(host: EngineHost, name: str, text: str, expected: str) -> None:
    before = [option.value for option in host.options]
    with pytest.raises(InputError, match=expected):
        host.set_option(name, text)
    assert [option.value for option in host.options] == before


def test_a_search_ends_with_a_result(host: EngineHost, recorder: Recorder) -> None:
    host.set_position(None, ["e2e4", "e7e5"])
    host.go(Limits(depth=4))
    assert host.wait(PATIENCE)
    assert recorder.lines[-1].depth == 4
    (result,) = recorder.results
    assert result.move in host.game.legal_moves


def test_a_search_without_end_has_no_move_before_stop(host: EngineHost, recorder: Recorder) -> None:
    host.set_position("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", [])
    host.go(Limits(infinite=True, depth=2))
    assert not host.wait(0.2)
    assert not recorder.results
    host.stop()
    assert host.wait(PATIENCE)
    assert len(recorder.results) == 1


def test_a_ponderhit_lets_the_clock_run(host: EngineHost, recorder: Recorder) -> None:
    with pytest.raises(InputError, match="no search is pondering"):
        host.ponderhit()
    host.go(Limits(ponder=True, clock=0.2))
    assert not host.wait(0.1)
    host.ponderhit()
    assert host.wait(PATIENCE)
    assert recorder.results[0].move in Game().legal_moves
    with pytest.raises(InputError, match="no search is pondering"):
        host.ponderhit()


def test_another_search_ends_the_first_one(host: EngineHost, recorder: Recorder) -> None:
    host.go(Limits(infinite=True))
    host.go(Limits(depth=1))
    assert host.wait(PATIENCE)
    assert len(recorder.results) == 2
    assert recorder.results[1].lines[0].depth == 1


def test_a_game_that_is_over(host: EngineHost, recorder: Recorder) -> None:
    host.set_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", [])
    host.go(Limits(depth=3))
    assert host.wait(PATIENCE)
    assert recorder.ends == [True]
    assert recorder.results == [Result(None, None)]


def test_counts(host: EngineHost, recorder: Recorder) -> None:
    host.count(3)
    host.finish_work()
    assert sum(recorder.counted[0].values()) == 8902
    host.count(0)
    assert host.wait(PATIENCE)
    assert len(recorder.counted) == 1
    assert "depth 0" in recorder.messages[-1]


def test_a_count_ends_before_the_next_work_begins(host: EngineHost, recorder: Recorder) -> None:
    host.count(4)
    host.new_game()
    assert sum(recorder.counted[0].values()) == 197281


def test_variants_are_announced(host: EngineHost, recorder: Recorder, tmp_path: Path) -> None:
    host.set_option("UCI_Variant", "fragments")
    assert recorder.variants == [("fragments", "fragments")]
    (tmp_path / "mine.toml").write_text('extends = "fragments"\n', encoding="utf-8")
    host.set_option("VariantPath", str(tmp_path))
    assert recorder.options == [host.options.variant]
    assert "mine" in host.options.variant.choices


def test_a_move_of_the_book(host: EngineHost, recorder: Recorder, tmp_path: Path) -> None:
    book = tmp_path / "book.epd"
    book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a2a4;\n", encoding="utf-8")
    host.set_option("BookFile", str(book))
    host.set_option("OwnBook", "true")
    host.go(Limits(depth=3))
    assert host.wait(PATIENCE)
    assert [move.move for move in recorder.book_moves] == ["a2a4"]
    assert not recorder.results
    host.set_option("UCI_AnalyseMode", "true")
    host.go(Limits(depth=1))
    assert host.wait(PATIENCE)
    assert len(recorder.results) == 1


def test_close_ends_a_search_without_end(host: EngineHost, recorder: Recorder) -> None:
    host.go(Limits(infinite=True))
    host.close()
    assert len(recorder.results) == 1
