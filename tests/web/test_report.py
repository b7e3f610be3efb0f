"""Reports on whole games, over messages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tilefish import Engine, Game
from tilefish.analysis.verdicts import Judgement, Verdict
from tilefish.books.book import open_book
from tilefish.learning.store import Store
from tilefish.pgn import record_of
from tilefish.rules.errors import InputError
from tilefish.web import report
from tilefish.web.boards import NOTED_DEPTH
from tilefish.web.learning_panel import LearningPanel
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.live import ReportProgress
from tilefish.web.processors import Processors
from tilefish.web.report import Reporter, _quality

from .conftest import Message, Page, Server

FOOL = ("f3", "e5", "g4", "Qh4#")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test needs strong verdicts."""
    monkeypatch.setattr(report, "SECONDS", {"quick": 0.02, "normal": 0.05, "thorough": 60})


def judged(page: Page, board: str, effort: str = "quick") -> tuple[Message, list[Message]]:
    """The last message of a report, and all moves."""
    page.send("report", board=board, effort=effort)
    moves: list[Message] = []
    while True:
        message = page.until("report")
        moves += message["moves"]
        assert message["done"] == len(moves)
        if message["state"] in ("done", "stopped"):
            return message, moves


def played(page: Page, variant: str, plies: int) -> Message:
    """A game of the first legal moves."""
    game = page.begin(variant)
    for _ in range(plies):
        if not game["position"]["moves"]:
            break
        game = page.play(game, game["position"]["moves"][-1]["uci"])
    return game


def test_a_game_is_judged_move_by_move(page: Page) -> None:
    game = page.begin()
    for move in FOOL:
        game = page.play(game, move)
    last, moves = judged(page, game["id"], "normal")
    assert (last["state"], last["done"], last["total"]) == ("done", 4, 4)
    assert [move["ply"] for move in moves] == [1, 2, 3, 4]
    assert [move["san"] for move in moves] == list(FOOL)
    assert (moves[2]["verdict"], moves[2]["quality"], moves[2]["sign"]) == ("allows mate", "blunder", "??")
    assert moves[2]["score"]["text"] == "#-1"
    assert moves[2]["best"]
    assert moves[3]["score"] == {"text": "0-1", "expected": 0}
    assert last["start"] is not None
    white, black = last["sides"]
    assert (white["side"], white["moves"], white["qualities"]["blunder"]) == ("white", 2, 1)
    assert (black["side"], black["moves"], black["luck"]) == ("black", 2, None)
    assert 0 <= white["accuracy"] < black["accuracy"] <= 100


@pytest.mark.parametrize(("variant", "has_dice"), [("ruined_overworld", False), ("exchange", True)])
def test_worlds_are_judged(page: Page, variant: str, has_dice: bool) -> None:
    game = played(page, variant, 4)
    last, moves = judged(page, game["id"])
    assert last["state"] == "done"
    assert [move["san"] for move in moves] == [move["san"] for move in game["history"]]
    assert all(0 <= move["score"]["expected"] <= 1 for move in moves)
    assert all((move["luck"] is not None) == (has_dice and "=" in move["san"]) for move in moves)


def test_the_luck_of_dice_is_counted(page: Page) -> None:
    game = page.begin("exchange", fen="4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    game = page.play(game, "d1xd4")
    last, (move,) = judged(page, game["id"])
    assert -1 <= move["luck"] <= 1
    white, black = last["sides"]
    assert white["luck"] == pytest.approx(move["luck"], abs=1e-4)
    assert (black["luck"], black["accuracy"]) == (None, None)


def test_a_report_is_stopped_and_keeps_what_is_judged(page: Page) -> None:
    game = page.begin()
    for move in FOOL:
        game = page.play(game, move)
    page.send("report", board=game["id"], effort="thorough")
    while page.until("report")["state"] != "judging":
        pass
    page.send("report_stop")
    while (last := page.until("report"))["state"] != "stopped":
        pass
    assert last["done"] < last["total"]
    assert judged(page, game["id"])[0]["state"] == "done"  # the engine is free again


def test_a_report_waits_for_another_one(server: Server) -> None:
    with server.page() as first, server.page() as second:
        game = played(first, "chess", 3)
        first.send("report", board=game["id"], effort="thorough")
        while first.until("report")["state"] != "judging":
            pass
        second.send("report", board=game["id"], effort="quick")
        assert second.until("report")["state"] == "waiting"
        second.send("report_stop")
        assert second.until("report")["state"] == "stopped"  # at once
        second.send("report", board=game["id"], effort="quick")
        assert second.until("report")["state"] == "waiting"
        first.send("report_stop")
        while second.until("report")["state"] != "done":
            pass


def test_leaving_ends_the_report(server: Server) -> None:
    with server.page() as page:
        game = played(page, "chess", 3)
        page.send("report", board=game["id"], effort="thorough")
        while page.until("report")["state"] != "judging":
            pass
    with server.page() as page:
        assert judged(page, game["id"])[0]["state"] == "done"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"board": "nothing"}, 'no game "nothing"'),
        ({"effort": "lazy"}, 'one of "quick"'),
        ({"board": 7}, "a text"),
        ({"seconds": 7}, "no field"),
    ],
)
def test_wrong_requests(page: Page, wrong: dict[str, object], complaint: str) -> None:
    game = played(page, "chess", 1)
    assert complaint in page.refusal("report", **{"board": game["id"], **wrong})


def test_games_without_moves_and_very_long_ones_are_refused(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = page.begin()
    assert "no moves" in page.refusal("report", board=game["id"])
    monkeypatch.setattr(report, "MOST_MOVES", 0)
    game = page.play(game, "e4")
    assert "too long" in page.refusal("report", board=game["id"])


def test_an_engine_that_cannot_search_is_reported(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    game = played(page, "chess", 2)
    monkeypatch.setattr(Engine, "start", fail)
    assert "can't start new thread" in page.refusal("report", board=game["id"])
    assert page.until("report")["state"] == "stopped"
    assert "can't start new thread" in page.refusal("live", place={"board": game["id"], "node": 0})


def test_an_analysis_gets_glyphs_evaluations_and_better_lines(page: Page) -> None:
    page.send("analyse", variant="chess", moves=["f3", "e5", "g4", "Qh4#"])
    state = page.until("analysis")
    last, _ = judged(page, state["id"], "normal")
    nodes = {node["san"]: node for node in page.until("nodes")["nodes"]}
    assert last["state"] == "done"
    assert nodes["g4"]["nags"] == [4]
    assert nodes["g4"]["evaluation"]["mate"] == -1
    assert nodes["g4"]["evaluation"]["expected"] == 0
    assert nodes["g4"]["comment"].startswith("Allows mate; best was ")
    assert len(nodes["e5"]["children"]) == 2  # the move that was played, and the better one


def test_the_main_line_may_change_meanwhile(page: Page) -> None:
    page.send("analyse", variant="chess", moves=["f3", "e5", "g4"])
    state = page.until("analysis")
    by_move = {node["san"]: node["id"] for node in state["nodes"]}
    page.send("report", board=state["id"], effort="thorough")
    while page.until("report")["state"] != "judging":
        pass
    page.send("delete_move", analysis=state["id"], node=by_move["e5"])
    page.until("nodes")
    page.send("report_stop")
    while page.until("report")["state"] != "stopped":
        pass
    page.send("open_analysis", analysis=state["id"])
    assert {node["san"] for node in page.until("analysis")["nodes"]} == {"", "f3"}


def test_live_analysis_notes_its_result_in_the_tree(page: Page) -> None:
    page.send("analyse", variant="chess", moves=["e4"])
    state = page.until("analysis")
    node = next(node["id"] for node in state["nodes"] if node["san"] == "e4")
    page.send("live", place={"board": state["id"], "node": node})
    while page.until("live")["depth"] < NOTED_DEPTH:
        pass
    page.send("live_stop")
    (changed,) = page.until("nodes")["nodes"]
    assert changed["id"] == node
    assert changed["evaluation"]["depth"] >= NOTED_DEPTH


@pytest.mark.parametrize(
    ("verdict", "loss", "quality"),
    [
        (Verdict.FORCED, 0, "forced"),
        (Verdict.ONLY, 0, "only"),
        (Verdict.BEST, 0, "best"),
        (Verdict.GOOD, 0.05, "good"),
        (Verdict.INACCURACY, 0.1, "inaccuracy"),
        (Verdict.MISTAKE, 0.2, "mistake"),
        (Verdict.BLUNDER, 0.5, "blunder"),
        (Verdict.MISSED_MATE, 0.02, "inaccuracy"),
        (Verdict.ALLOWS_MATE, 0.02, "good"),
        (Verdict.ALLOWS_MATE, 0.9, "blunder"),
    ],
)
def test_qualities(verdict: Verdict, loss: float, quality: str) -> None:
    assert _quality(Judgement(verdict, loss)) == quality


def test_moves_of_the_book_and_learned_ones_are_counted(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    path = tmp_path / "book.epd"
    path.write_text(f"{start} bm f2f3;\n")
    monkeypatch.setattr(
        server.learning, "known", lambda game, games: {"e7e5"} if game.turn == "black" else set()
    )
    server.restart(open_book(path))
    with server.client, server.page() as page:
        game = page.begin()
        for move in FOOL:
            game = page.play(game, move)
        last, moves = judged(page, game["id"])
    assert [move["origin"] for move in moves] == ["book", "learned", "calculated", "calculated"]
    assert [(side["book"], side["learned"]) for side in last["sides"]] == [(1, 0), (0, 1)]


def test_what_finished_games_taught_is_known(tmp_path: Path) -> None:
    learning = LearningPanel(tmp_path / "learned", lambda text: None, uses=True)
    assert learning.known(Game(), 2) == set()
    game = Game()
    for move in FOOL:
        game.play(move)
    with Store(tmp_path / "learned") as store:
        store.record(game)
        assert learning.known(Game(), 2) == set()
        store.record(game)
    assert learning.known(Game(), 2) == {"f2f3"}
    assert LearningPanel(tmp_path / "learned", lambda text: None).known(Game(), 1) == set()


def test_a_learning_file_that_cannot_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise InputError("it is damaged")

    complaints: list[str] = []
    learning = LearningPanel(tmp_path / "learned", complaints.append, uses=True)
    monkeypatch.setattr(Store, "at", fail)
    assert learning.known(Game(), 1) == set()
    assert complaints == ["nothing is learned from: it is damaged"]


def test_a_report_that_is_stopped_before_it_begins_ends() -> None:
    async def run() -> list[Answer]:
        sent: list[Answer] = []
        reporter = Reporter(lambda: Engine(1), Processors(1))
        game = Game()
        game.play("e4")
        job = reporter.begin("a game", record_of(game), "quick", sent.append, lambda annotations: None)
        job.stop()
        await reporter.close()
        await asyncio.sleep(0)
        return sent

    states = [message.state for message in asyncio.run(run()) if isinstance(message, ReportProgress)]
    assert states == ["waiting", "stopped"]
