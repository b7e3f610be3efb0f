"""Live analyses: over messages, and by the clock of a test."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import pairwise

import pytest
from starlette.websockets import WebSocketDisconnect

from tilefish import Engine, Game
from tilefish.engine.limits import Limits
from tilefish.rules.errors import InputError
from tilefish.web import live_requests
from tilefish.web.live_search import REPORT_SECONDS, SEARCH_SECONDS, LiveSearch
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.live import LiveReport, Place
from tilefish.web.page import Page as OpenedPage
from tilefish.web.processors import Processors

from .conftest import Message, Page, Server
from .fake_clock import FakeClock

MATED = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"


def look(page: Page, game: Message, node: int | None = None, **more: object) -> Message:
    """The first report with lines on a position of a game, by default the last."""
    place = {"board": game["id"], "node": game["ply"] if node is None else node}
    page.send("live", place=place, **more)
    while not (report := page.until("live"))["lines"] or report["place"] != place:
        pass
    return report


def test_lines_have_scores_moves_and_paths(page: Page) -> None:
    game = page.begin()
    report = look(page, game, lines=3)
    while len(report["lines"]) < 3:
        report = page.until("live")
    assert (report["state"], report["turn"], report["number"]) == ("searching", "white", 1)
    assert report["depth"] > 0
    assert report["nodes"] > 0
    assert report["outcome"] is None
    for line in report["lines"]:
        board = Game()
        for uci, san in zip(line["uci"], line["san"], strict=True):
            move = board.find_move(uci)
            assert board.san(move) == san
            board.push(move)
        assert len(line["path"]) == 2
        assert sum(line["chances"]) == 1000
        assert 0 <= line["score"]["expected"] <= 1
    assert report["score"] == report["lines"][0]["score"]


def test_scores_are_whites(page: Page) -> None:
    game = page.begin(fen="4k3/8/8/8/8/qq6/8/6K1 b - - 0 1")
    report = look(page, game)
    assert report["score"]["expected"] < 0.5
    assert report["score"]["text"][0] in "-#"


@pytest.mark.parametrize("variant", ["exchange", "ruined_overworld", "fear_factory"])
def test_worlds_are_analysed(page: Page, variant: str) -> None:
    game = page.begin(variant)
    report = look(page, game, lines=2)
    assert report["lines"][0]["uci"][0].partition("=")[0] in {
        move["uci"] for move in game["position"]["moves"]
    }


def test_it_stops_and_looks_at_another_position(page: Page) -> None:
    game = page.begin()
    game = page.play(game, "e4")
    look(page, game)
    report = look(page, game, node=0)
    assert report["place"]["node"] == 0
    page.send("live_stop")
    while page.until("live")["state"] != "stopped":
        pass
    page.send("live_stop")  # again is not a mistake
    page.send("open", game=game["id"])
    assert page.receive()["type"] == "game"  # and no more reports come


def test_a_game_that_is_over_has_a_result_and_no_lines(page: Page) -> None:
    game = page.begin(fen=MATED)
    page.send("live", place={"board": game["id"], "node": 0})
    report = page.until("live")
    assert (report["state"], report["lines"]) == ("done", [])
    assert report["outcome"]["winner"] == "white"
    assert report["score"]["expected"] == 1


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"lines": 0}, "from 1 to 5"),
        ({"lines": 6}, "from 1 to 5"),
        ({"lines": True}, "from 1 to 5"),
        ({"endless": 1}, "true or false"),
        ({"place": {"board": "nothing", "node": 0}}, 'no game "nothing"'),
        ({"place": {"board": "nothing"}}, "has no node"),
        ({"place": 7}, "an object"),
        ({"depth": 7}, "no field"),
    ],
)
def test_wrong_requests_change_nothing(page: Page, wrong: dict[str, object], complaint: str) -> None:
    game = page.begin()
    place = {"board": game["id"], "node": 0}
    assert complaint in page.refusal("live", **{"place": place, **wrong})
    assert "no position 7" in page.refusal("live", place={**place, "node": 7})
    page.send("open", game=game["id"])
    assert page.receive()["type"] == "game"


def test_two_pages_analyse_each_for_itself(server: Server) -> None:
    with server.page() as first, server.page() as second:
        game = first.begin()
        game = first.play(game, "e4")
        assert look(first, game, node=0)["place"]["node"] == 0
        assert look(second, game, node=1, lines=2)["place"]["node"] == 1
        assert first.until("live")["place"]["node"] == 0


def test_leaving_ends_the_search(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    engines: list[Engine] = []

    def new_engine() -> Engine:
        engines.append(Engine(1))
        return engines[-1]

    monkeypatch.setattr(server.lobby, "new_engine", new_engine)
    server.restart()
    with server.client:
        with server.page() as page:
            game = page.begin()
            look(page, game, endless=True)
        with server.page() as page:
            page.begin()  # the first one is gone by now
        (engine,) = engines
        engine.clear_hash()  # raises while a search runs


def test_only_some_pages_analyse_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_requests, "MOST_ANALYSES", 1)
    with server.page() as first, server.page() as second:
        game = first.begin()
        look(first, game)
        assert "switch the analysis of one off" in second.refusal(
            "live", place={"board": game["id"], "node": 0}
        )
        first.send("live_stop")
        while first.until("live")["state"] != "stopped":
            pass
        look(second, game)


def test_a_search_of_a_game_goes_first(server: Server) -> None:
    server.lobby.processors = Processors(1)
    server.restart()
    with server.client, server.page() as watcher, server.page() as player:
        game = watcher.begin()
        look(watcher, game, endless=True)
        other = player.begin(white="full", black="me", control="3600")
        while watcher.until("live")["state"] != "held":
            pass
        player.send("now", game=other["id"])
        while watcher.until("live")["state"] != "searching":
            pass


# --- previews ----------------------------------------------------------------------------------------------


def test_the_position_behind_a_line(page: Page) -> None:
    game = page.begin()
    place = {"board": game["id"], "node": 0}
    page.send("preview", place=place, moves=["e2e4", "e7e5"])
    preview = page.until("preview")
    assert preview["moves"] == ["e2e4", "e7e5"]
    assert preview["position"]["last"] == [52, 36]
    assert preview["position"]["moves"] == []
    assert {28, 36} <= {piece["square"] for piece in preview["position"]["pieces"]}
    assert "e7e4" in page.refusal("preview", place=place, moves=["e2e4", "e7e4"])
    assert "at most 64" in page.refusal("preview", place=place, moves=["e2e4"] * 65)


def test_of_many_previews_the_last_is_sent(page: Page) -> None:
    game = page.begin("exchange")
    place = {"board": game["id"], "node": 0}
    moves = [move["uci"] for move in game["position"]["moves"][:20]]
    for move in moves:
        page.send("preview", place=place, moves=[move])
    sent = 0
    while page.until("preview")["moves"] != [moves[-1]]:
        sent += 1
    assert sent < len(moves)


# --- by the clock of a test --------------------------------------------------------------------------------


class Desk:
    """A live search whose time the test sets."""

    def __init__(self, processors: Processors) -> None:
        self.clock = FakeClock()
        self.reports: list[tuple[float, LiveReport]] = []
        self.search = LiveSearch(lambda: Engine(1), processors, self.take, clock=self.clock)

    def take(self, answer: Answer) -> None:
        assert isinstance(answer, LiveReport)
        self.reports.append((self.clock.now, answer))

    @property
    def last(self) -> LiveReport:
        return self.reports[-1][1]


@pytest.fixture
def desk() -> Iterator[Desk]:
    opened = Desk(Processors(1))
    yield opened
    opened.search.close()


PLACE = Place("a game", 0)


def test_at_most_ten_reports_a_second_and_the_newest_is_sent(desk: Desk) -> None:
    desk.search.look(PLACE, Game(), 5, is_endless=True)
    for _ in range(8):
        desk.clock.wait()  # a line was found
        desk.clock.take_all()
        desk.clock.advance(0.013)
    desk.clock.advance(0.1)
    times = [time for time, _ in desk.reports]
    assert all(later - sooner > REPORT_SECONDS - 1e-9 for sooner, later in pairwise(times))
    assert 1 <= len(times) <= 1 + (times[-1] - times[0]) / REPORT_SECONDS
    assert len(desk.last.lines) == 5


def test_time_goes_on_while_no_line_is_found(desk: Desk) -> None:
    desk.search.look(PLACE, Game(), 1, is_endless=True)
    desk.clock.advance(3)
    assert 4 <= len(desk.reports) <= 31
    seconds = [report.seconds for _, report in desk.reports]
    assert seconds == sorted(set(seconds))


def test_the_time_of_a_pause_does_not_count(desk: Desk) -> None:
    desk.search.look(PLACE, Game(), 1, is_endless=True)
    running = desk.search._running
    assert running is not None
    desk.clock.advance(2)
    running.hold(True)
    desk.clock.advance(100)
    assert desk.last.state == "held"
    assert desk.last.seconds == 2
    running.hold(False)
    desk.clock.advance(1)
    assert desk.last.state == "searching"
    assert desk.last.seconds == 3


def test_a_search_that_is_stopped_says_so_once_and_leaves_nothing_behind(desk: Desk) -> None:
    desk.search.look(PLACE, Game(), 1, is_endless=False)
    desk.clock.wait()
    desk.search.switch_off()
    desk.clock.take_all()
    desk.clock.advance(1000)
    assert [report.state for _, report in desk.reports].count("stopped") == 1
    assert desk.last.state == "stopped"
    assert desk.clock.waiting == 0
    assert not desk.search.has_engine


def test_a_search_that_is_done_says_so(desk: Desk) -> None:
    """A single legal move is searched to the depth limit of the core, or a mate is found at once."""
    desk.search.look(PLACE, Game(fen="7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), 1, is_endless=False)
    while not desk.reports or desk.last.state == "searching":
        desk.clock.wait()
        desk.clock.advance(1)
    assert desk.last.state == "done"
    assert desk.last.lines[0].mate == 1
    assert desk.clock.waiting == 0


def test_a_search_ends_by_itself_unless_it_is_endless() -> None:
    limits: list[Limits] = []

    class Noting(Engine):
        def start(self, game: Game, given: Limits, **more: object) -> object:  # type: ignore[override]
            limits.append(given)
            return super().start(game, given, **more)  # type: ignore[arg-type]

    clock = FakeClock()
    search = LiveSearch(lambda: Noting(1), Processors(1), lambda _: None, clock=clock)
    for is_endless in (False, True):
        search.look(PLACE, Game(), 1, is_endless=is_endless)
    search.close()
    assert [(each.movetime, each.infinite) for each in limits] == [(SEARCH_SECONDS, False), (None, True)]


def test_a_search_that_cannot_begin_leaves_nothing_behind(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Engine, "start", fail)
    with pytest.raises(InputError, match="can't start new thread"):
        desk.search.look(PLACE, Game(), 1, is_endless=False)
    assert desk.clock.waiting == 0
    monkeypatch.undo()
    desk.search.look(PLACE, Game(), 1, is_endless=False)
    desk.clock.advance(1)
    assert desk.last.state == "searching"


class SlowConnection:
    """A connection whose other end does not read before the test lets it."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.sent: list[Message] = []

    async def accept(self) -> None: ...

    async def receive_text(self) -> str:
        await self.reads.wait()
        while len(self.sent) < 2:
            await asyncio.sleep(0)
        raise WebSocketDisconnect

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(text))


def test_a_page_that_reads_slowly_gets_the_newest_report() -> None:
    async def run() -> list[Message]:
        connection = SlowConnection()
        page = OpenedPage(connection, {})  # type: ignore[arg-type]
        talk = asyncio.create_task(page.run())
        await asyncio.sleep(0)
        page.send(Refused("", "first"))
        for depth in range(100):
            page.send_newest(_report(depth))
        connection.reads.set()
        await talk
        return connection.sent

    first, second = asyncio.run(run())
    assert first["text"] == "first"
    assert second["depth"] == 99


def _report(depth: int) -> LiveReport:
    return LiveReport(PLACE, "searching", depth, 0, 0, 0, 0.0, 0.0, "white", 1, None, (), None)
