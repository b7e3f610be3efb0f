"""Reports on whole games: what a move is judged by, who is blamed for what, and how the curve is drawn."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tilefish import Game, Termination
from tilefish.analysis.annotation import annotated
from tilefish.analysis.curve import HEIGHT, curve_svg
from tilefish.analysis.game_report import GameAnalyst, GameReport
from tilefish.analysis.verdicts import Verdict
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits
from tilefish.engine.watching import AnalysisWatcher
from tilefish.explain.scores import Score
from tilefish.pgn import Evaluation, GameRecord, RecordedMove, read_games, write_game


def reported(
    record: GameRecord, depth: int = 4, asked_to_end: Callable[[], bool] = lambda: False
) -> GameReport:
    analyst = GameAnalyst(Engine(), lambda _: Limits(depth=depth), asked_to_end=asked_to_end)
    return GameReport(record, tuple(analyst.reports(record)))


def game(text: str) -> GameRecord:
    (record,) = read_games(text)
    return record


FOOL = game("1. f3 e5 2. g4 Qh4# 0-1")


def test_scores_are_whites_behind_the_move_and_the_movers_in_it() -> None:
    report = reported(FOOL)
    assert [move.side for move in report.moves] == ["white", "black", "white", "black"]
    blunder, mate = report.moves[2:]
    assert blunder.judgement.verdict is Verdict.ALLOWS_MATE
    assert (blunder.white.mate, blunder.played.mate) == (-1, -1)
    assert (mate.found.score.mate, mate.played.mate) == (1, 1)
    assert mate.white == Score(-30000, 0)
    assert mate.behind.outcome is not None
    assert [move.numbered for move in report.moves] == ["1. f3", "1... e5", "2. g4", "2... Qh4#"]


def test_a_mate_that_another_move_keeps_counts_that_move() -> None:
    slower = game('[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n\n1. Kf7 *')
    (move,) = reported(slower).moves
    assert move.found.score.mate == 1
    assert move.played.mate == 2
    assert move.judgement.verdict is Verdict.GOOD


def test_what_the_host_does_is_not_the_movers_fault() -> None:
    start = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"
    haunted = "4k3/pppp4/8/8/3q4/8/PPPPK3/8 b - - 0 1"
    for position, loses in ((None, False), (haunted, True)):
        record = GameRecord(Game(fen=start), (RecordedMove("e1e2", position=position),))
        (move,) = reported(record).moves
        assert (move.white.centipawns < -500) is loses
        assert move.judgement.loss < 0.1
        assert move.luck is None
    guilty = GameRecord(Game(fen="4k3/8/8/8/3q4/8/8/K2Q4 w - - 0 1"), (RecordedMove("a1b1"),))
    assert reported(guilty).moves[0].judgement.loss > 0.4


def test_draws_at_the_end_and_before_it() -> None:
    shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    *_, last = reported(game(f"{shuffle} 1/2-1/2"), depth=1).moves
    assert last.behind.outcome is not None
    assert (last.behind.outcome.termination, last.white) == (Termination.REPETITION, Score(0))
    unclaimed = reported(game(f"{shuffle} 5. e4 *"), depth=1).moves[-2]
    assert unclaimed.behind.outcome is None, "the game went on"
    assert unclaimed.behind.lines


def test_sides_are_summed_up() -> None:
    report = reported(FOOL)
    white, black = report.of("white"), report.of("black")
    assert (white.moves, black.moves) == (2, 2)
    assert sum(white.verdicts.values()) == sum(black.verdicts.values()) == 2
    assert white.accuracy is not None
    assert black.accuracy is not None
    assert white.accuracy < 60 < black.accuracy
    judged = [move.judgement.loss for move in report.moves if move.side == "white"]
    assert white.loss == pytest.approx(sum(judged) / 2)
    empty = GameReport(FOOL, ()).of("white")
    assert (empty.moves, empty.accuracy, empty.luck) == (0, None, None)


def test_forced_moves_say_nothing_about_a_side() -> None:
    forced = game('[FEN "7k/8/8/8/8/8/1q6/K7 w - - 0 1"]\n\n1. Kxb2 Kg8 *')
    report = reported(forced)
    assert report.moves[0].judgement.verdict is Verdict.FORCED
    assert (report.of("white").moves, report.of("white").accuracy) == (1, None)


def test_an_end_that_is_asked_for_leaves_whole_reports() -> None:
    searches = 0

    def enough() -> bool:
        nonlocal searches
        searches += 1
        return searches > 2

    report = reported(FOOL, asked_to_end=enough)
    assert not report.is_whole
    assert len(report.moves) < 4
    kept = annotated(report)
    assert len(kept.moves) == 4
    assert [move.evaluation is not None for move in kept.moves][: len(report.moves)] == [True] * len(
        report.moves
    )


def test_annotations() -> None:
    report = reported(FOOL, depth=6)
    f3, e5, g4, mate = annotated(report).moves
    assert g4.nags == (4,)
    assert g4.comment.startswith("Allows mate; best was ")
    assert g4.evaluation is not None
    assert g4.evaluation.mate == -1
    assert mate.evaluation is None
    assert e5.variations == ()
    assert len(g4.variations) == 1
    assert g4.variations[0][0].move == report.moves[2].found.best[0]
    assert isinstance(f3.evaluation, Evaluation)
    text = write_game(annotated(report))
    (again,) = read_games(text)
    assert write_game(again) == text
    assert annotated(report).headers["Annotator"].startswith("Tilefish ")


def test_the_curve_marks_what_was_wrong() -> None:
    report = reported(FOOL)
    drawing = ElementTree.fromstring(curve_svg(report, 640))
    name = "{http://www.w3.org/2000/svg}"
    assert drawing.get("width") == "640"
    wrong = [move for move in report.moves if move.judgement.is_wrong]
    marks = drawing.findall(f"{name}circle")
    assert len(marks) == len(wrong) > 0
    assert all(0 <= float(mark.get("cy", "")) <= HEIGHT for mark in marks)
    lowest = max(marks, key=lambda mark: float(mark.get("cy", "")))
    title = lowest.find(f"{name}title")
    assert title is not None
    assert title.text == "2. g4?? allows mate, #-1"


@pytest.mark.parametrize("text", ["*", '[White "<&>\x01"]\n\n1. e4 *'])
def test_a_curve_of_next_to_nothing(text: str) -> None:
    ElementTree.fromstring(curve_svg(reported(game(text), depth=1)))


def test_a_watched_search_ends_when_that_is_asked_for() -> None:
    class Counting(AnalysisWatcher):
        def __init__(self) -> None:
            self.infos: list[Info] = []

        def line_found(self, info: Info) -> None:
            self.infos.append(info)

    watcher = Counting()
    with Engine().analysis(Game("fragments"), Limits(infinite=True), 2) as analysis:
        result = analysis.watch(watcher, lambda: any(info.depth >= 3 for info in watcher.infos))
    assert len(result.lines) == 2
    assert result.lines[0].depth >= 3
    depths = [info.depth for info in watcher.infos if info.multipv == 1]
    assert depths == sorted(depths)
