"""The learning file and own results, as a page asks for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import HOST, ORIGIN, Message, Page, Server

from tilefish import Library
from tilefish.learning.store import Store
from tilefish.web.learning_panel import MOST_BYTES, LearningPanel
from tilefish.web.position_view import world_id


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Server]:
    """A server with a folder."""
    running = Server(tmp_path)
    with running.client:
        yield running


def play(page: Page, *moves: str, **seats: str) -> Message:
    """A game of chess with these moves."""
    game = page.begin(**seats)
    for move in moves:
        game = page.play(game, move)
    return game


def learned(page: Page, game: Message) -> Message:
    """What is learned of the position of a game."""
    position = game["position"]
    page.send("ask_learned", world=position["world"], fen=position["fen"])
    return page.until("learned")


def headers(server: Server) -> dict[str, str]:
    return {"origin": ORIGIN, "host": HOST, **server.cookies()}


FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def switch_on(page: Page) -> None:
    page.send("switch_learning", uses=True, records=True)
    while not (message := page.until("learning"))["records"]:
        pass
    assert message == {"type": "learning", "uses": True, "records": True, "text": ""}


def test_the_last_switching_counts(tmp_path: Path) -> None:
    server = Server(tmp_path)
    wanted = [(True, True), (True, False), (False, False)]
    with server.client, server.page() as page:
        assert not page.until("learning")["uses"]  # as it is at first
        for uses, records in wanted:
            page.send("switch_learning", uses=uses, records=records)
        answers = [page.until("learning") for _ in wanted]
    assert [(answer["uses"], answer["records"]) for answer in answers] == wanted


def test_finished_game_is_learned_from_and_shown(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        switch_on(page)
        play(page, *FOOLS_MATE)
    second = Server(tmp_path)
    with second.client, second.page() as page:
        shown = learned(page, page.begin())
        assert shown["moves"] == [
            {
                "uci": "f2f3",
                "san": "f3",
                "games": 1,
                "winrate": 0.0,
                "wins": 0,
                "losses": 1,
                "draws": 0,
                "bonus": -20.0,
            }
        ]
        assert shown["problem"] == ""


def test_nothing_is_recorded_unless_it_is_switched_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page:
        play(page, *FOOLS_MATE)
        assert learned(page, page.begin())["moves"] == []
    assert not (tmp_path / "learned").exists()


def test_switches_reach_all_pages(kept: Server) -> None:
    with kept.page() as page, kept.page() as other:
        assert other.until("learning")["uses"] is False
        switch_on(page)
        assert other.until("learning")["uses"] is True


def test_asking_of_worlds_that_were_not_shown_is_refused(kept: Server) -> None:
    chess = world_id(Library().load("chess"))
    with kept.page() as page:
        assert "no world" in page.refusal("ask_learned", world=chess, fen="")
        assert "no world" in page.refusal("forget_learned", world="../../etc/passwd")
        game = page.begin()
        assert "placement" in page.refusal("ask_learned", world=game["position"]["world"], fen="nonsense")


def test_export_import_and_reset(kept: Server, tmp_path: Path) -> None:
    with kept.page() as page:
        game = page.begin()
        learned(page, game)
        place = f"/learned/{game['position']['world']}"
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        file = json.dumps({f"{fen}|e2e4": {"w": 5, "l": 2, "d": 1}})
        added = kept.client.post(place, content=file, headers=headers(kept))
        assert (added.status_code, added.text) == (200, "1 move of 1 position added to Chess")
        assert page.until("learning")["text"] == added.text
        (move,) = learned(page, game)["moves"]
        assert (move["san"], move["games"], move["bonus"]) == ("e4", 8, 25.0)
        raw = kept.client.get(f"{place}?format=raw", headers=headers(kept))
        assert json.loads(raw.text) == json.loads(file)
        assert raw.headers["content-disposition"] == 'attachment; filename="tilefish-chess.json"'
        readable = kept.client.get(place, headers=headers(kept))
        assert json.loads(readable.text)["meta"]["variant"] == "chess"
        page.send("forget_learned", world=game["position"]["world"])
        assert page.until("learning")["text"] == "what was learned of Chess is forgotten"
        assert learned(page, game)["moves"] == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the file:1: this is not JSON"),
        (b"\xff\xff", "not text in UTF-8"),
        (b'{"8/8/8/8/8/8/8/8 w - -|e2e4": {"w": 1}}', "the file:1: "),
        (b'{"meta": {"rules": "0000", "variant": "<script>"}, "positions": {}}', "the rules of"),
        (b'{"' + b"x" * 5000 + b'": {"w": 1}}', "the file:1: "),
    ],
    ids=range(5),
)
def test_wrong_file_is_refused_with_its_line(kept: Server, content: bytes, complaint: str) -> None:
    with kept.page() as page:
        game = page.begin()
        learned(page, game)
        refused = kept.client.post(
            f"/learned/{game['position']['world']}", content=content, headers=headers(kept)
        )
        assert refused.status_code == 400
        assert complaint in refused.text
        assert len(refused.text) < 1000
        assert learned(page, game)["moves"] == []


def test_file_that_is_too_large_is_refused_before_it_is_read(kept: Server) -> None:
    with kept.page() as page:
        game = page.begin()
        learned(page, game)
        parts = (b" " * (1 << 20) for _ in range((MOST_BYTES >> 20) + 1))
        refused = kept.client.post(
            f"/learned/{game['position']['world']}", content=parts, headers=headers(kept)
        )
        assert (refused.status_code, refused.text) == (400, "a file has at most 32 MB")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_routes_are_guarded(kept: Server, method: str) -> None:
    place = "/learned/0123456789abcdef"
    assert kept.client.request(method, place, headers={"host": HOST, "origin": ORIGIN}).status_code == 403
    assert kept.client.request(method, place, headers=headers(kept) | {"host": "evil:1"}).status_code == 421
    strange = kept.client.request(method, place, headers=headers(kept))
    assert strange.status_code in (400, 404)
    assert "no world" in strange.text
    if method == "POST":
        foreign = headers(kept) | {"origin": "http://evil"}
        assert kept.client.post(place, content=b"{}", headers=foreign).status_code == 403


def results(page: Page) -> list[Message]:
    page.send("ask_results")
    rows: list[Message] = page.until("results")["rows"]
    return rows


def row(level: str, **counts: int) -> Message:
    return {"variant": "chess", "level": level, "wins": 0, "draws": 0, "losses": 0, "helped": 0, **counts}


def test_result_counts_once_with_its_help(kept: Server) -> None:
    with kept.page() as page:
        game = page.begin(black="skill0")
        page.send("resign", game=game["id"])
        page.until("game")
        assert results(page) == []  # no move was made
        helped = page.begin(white="skill0", black="me")
        while helped["position"]["turn"] == "white":
            helped = page.until("game")
        helped = page.play(helped, helped["position"]["moves"][0]["uci"])
        while helped["position"]["turn"] == "white":
            helped = page.until("game")
        page.send("undo", game=helped["id"])
        page.send("resign", game=helped["id"])
        while page.until("game")["outcome"] is None:
            pass
        assert results(page) == [row("skill0", losses=1, helped=1)]
        page.send("undo", game=helped["id"])
        page.send("resign", game=helped["id"])
        assert results(page) == [row("skill0", losses=1, helped=1)]


def test_only_games_of_one_person_against_an_engine_count(kept: Server) -> None:
    with kept.page() as page:
        play(page, *FOOLS_MATE)
        assert results(page) == []


def test_results_are_there_after_a_restart_and_can_be_forgotten(tmp_path: Path) -> None:
    for _ in range(2):
        server = Server(tmp_path)
        with server.client, server.page() as page:
            game = page.begin(black="skill0")
            game = page.play(game, "e4")
            page.send("resign", game=game["id"])
            while page.until("game")["outcome"] is None:
                pass
    server = Server(tmp_path)
    with server.client, server.page() as page:
        assert results(page) == [row("skill0", losses=2)]
        page.send("forget_results", variant="exchange")
        assert page.until("results")["rows"] == [row("skill0", losses=2)]
        page.send("forget_results", variant="chess")
        assert page.until("results")["rows"] == []


def test_help_is_saved_with_the_game(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page:
        game = page.begin(black="skill0")
        page.send("hint", game=game["id"])
        page.until("hint")
        page.play(game, "e4")
        page.until("game")
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.send("open", game=game["id"])
        page.until("game")
        page.send("resign", game=game["id"])
        while page.until("game")["outcome"] is None:
            pass
        assert results(page) == [row("skill0", losses=1, helped=1)]


def test_switches_are_remembered(tmp_path: Path) -> None:
    async def turn_on() -> None:
        panel = LearningPanel(tmp_path / "learned", print, remembers=tmp_path / "switches")
        assert not panel.uses
        await panel.switch(uses=True, records=False)
        await panel.close()

    async def see() -> tuple[bool, bool]:
        panel = LearningPanel(tmp_path / "learned", print, remembers=tmp_path / "switches")
        await panel.close()
        return panel.uses, panel.records

    asyncio.run(turn_on())
    assert asyncio.run(see()) == (True, False)
    with Store(tmp_path / "learned"):
        pass
    (tmp_path / "switches").write_text("[" * 10_000, encoding="utf-8")
    assert asyncio.run(see()) == (False, False)
