"""Games on the page, played over messages alone."""

from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tilefish import Engine, Game
from tilefish.game.game import adapted_variant
from tilefish.rules.files.library import Library
from tilefish.rules.text.fen import parse_fen
from tilefish.web.lobby import MOST_AWAKE, MOST_LOADED
from tilefish.web.thinking import ChosenMove, Thinker

from .conftest import Page, Server

BUNDLED = Library().names()


def test_two_persons_play_to_mate(page: Page) -> None:
    game = page.begin()
    for move in ("f3", "e5", "g2g4"):
        game = page.play(game, move)
    page.send("move", game=game["id"], ply=3, move="Qh4")
    moved, game = page.until("moved"), page.until("game")
    assert (moved["san"], moved["path"], moved["status"]) == (
        "Qh4#",
        [59, 31],
        "2... Qh4#. Black wins: checkmate (0-1)",
    )
    assert game["outcome"] == {"text": "Black wins: checkmate (0-1)", "winner": "black"}
    assert (game["position"]["moves"], game["position"]["check"], game["position"]["last"]) == (
        [],
        4,
        [59, 31],
    )
    assert [played["san"] for played in game["history"]] == ["f3", "e5", "g4", "Qh4#"]
    assert "over" in page.refusal("move", game=game["id"], ply=4, move="a3")


@pytest.mark.parametrize("variant", BUNDLED)
def test_every_bundled_variant_can_be_played(page: Page, variant: str) -> None:
    """Four plies against the quickest engine, each move as the page would choose it."""
    game = page.begin(variant, black="skill0")
    board = Game(variant)
    assert len(page.worlds[game["position"]["world"]]["tiles"]) == board.variant.files * board.variant.ranks
    assert {piece["square"] for piece in game["position"]["pieces"]} == set(board.setup().pieces)
    for _ in range(4):
        assert {move["uci"] for move in game["position"]["moves"]} == set(
            map(str, Game(variant, game["position"]["fen"]).legal_moves)
        )
        game = page.play(game, game["position"]["moves"][0]["uci"])
        while game["outcome"] is None and game["position"]["turn"] == "black":
            game = page.until("game")
        if game["outcome"] is not None:
            break
    parse_fen(board.variant, game["position"]["fen"])


def test_castling_can_be_chosen_in_two_ways(page: Page) -> None:
    game = page.begin(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    paths = [move["path"] for move in game["position"]["moves"] if move["uci"] == "e1g1"]
    assert sorted(paths) == [[4, 6], [4, 7]]
    assert page.play(game, "e1g1")["history"][0]["san"] == "O-O"


def test_stone_sequences_have_all_their_squares(page: Page) -> None:
    game = page.begin("ruined_overworld")
    for piece in game["position"]["pieces"]:
        assert piece["sprite"] in page.worlds[game["position"]["world"]]["sprite"]
    assert all(len(move["path"]) in (2, 4) for move in game["position"]["moves"])


def test_fights_show_hit_points_and_roll_dice(page: Page) -> None:
    game = page.begin("exchange", fen="4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    queen = next(piece for piece in game["position"]["pieces"] if piece["kind"] == "queen")
    assert queen["hp"]["now"] == queen["hp"]["most"] > 0
    page.send("move", game=game["id"], ply=0, move="d1xd4")
    moved = page.until("moved")
    hurt = [event for event in moved["events"] if event["kind"] in ("hurt", "killed")]
    assert [(event["square"], event["sprite"]) for event in hurt] == [(27, "b3")] or not hurt
    assert moved["uci"].startswith("d1xd4=")
    assert "rook d4 loses" in moved["status"] or "rook d4 falls" in moved["status"]


def test_attacks_say_what_can_be_expected(page: Page) -> None:
    game = page.begin("exchange", fen="4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    odds = {move["uci"]: move["odds"] for move in game["position"]["moves"]}
    assert odds["d1d2"] == ""
    percent, _, damage = odds["d1xd4"].partition("% to kill, ")
    assert 0 <= int(percent) <= 100
    assert float(damage.split()[0]) > 0


def test_what_the_world_does_is_told() -> None:
    belts = adapted_variant("chess", world="8/8/8/8/>>>>>>>>/8/8/8")
    server = Server(own=belts)
    with server.client, server.page() as page:
        game = page.begin(fen="4k3/8/8/8/R6n/8/8/4K3 w - - 0 1")
        assert page.worlds[game["position"]["world"]]["tiles"][24] == "belt to the right"
        page.send("move", game=game["id"], ply=0, move="Kd1")
        events = [
            (event["kind"], event["square"], event["target"]) for event in page.until("moved")["events"]
        ]
    assert events == [("moved", 4, 3), ("fell", 31, None), ("carried", 24, 25)]


def test_wrong_moves_change_nothing(page: Page) -> None:
    game = page.begin()
    assert "legal" in page.refusal("move", game=game["id"], ply=0, move="e2e5")
    assert "position has changed" in page.refusal("move", game=game["id"], ply=7, move="e2e4")
    assert 'no game "nothing"' in page.refusal("open", game="nothing")
    page.send("open", game=game["id"])
    assert page.until("game")["ply"] == 0


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"variant": "nothing"}, 'no variant "nothing"'),
        ({"variant": "../../etc/passwd"}, "no variant"),
        ({"variant": "chess.toml"}, "no variant"),
        ({"white": "grandma"}, "grandma"),
        ({"control": "soon"}, "soon"),
        ({"fen": "8/8"}, "8/8"),
    ],
)
def test_games_that_cannot_begin(page: Page, wrong: dict[str, str], complaint: str) -> None:
    assert complaint in page.refusal("new", **{"variant": "chess", "white": "me", "black": "me", **wrong})


def test_take_back_and_resign(page: Page) -> None:
    game = page.begin(black="skill0")
    assert "no move to take back" in page.refusal("undo", game=game["id"])
    page.play(game, "e4")
    game = page.until("game")
    assert game["ply"] == 2
    page.send("undo", game=game["id"])
    game = page.until("game")
    assert (game["ply"], game["position"]["turn"]) == (0, "white")
    page.send("resign", game=game["id"])
    assert page.until("game")["outcome"]["winner"] == "black"
    page.send("undo", game=game["id"])
    assert page.until("game")["outcome"] is None


def test_a_search_reports_plays_at_once_and_is_paused(page: Page) -> None:
    game = page.begin("chess", white="full", black="full", control="3600")
    assert page.until("thinking")["line"]["depth"] > 0
    page.send("now", game=game["id"])
    assert page.until("moved")["side"] == "white"
    page.send("pause", game=game["id"], on=True)
    while not (state := page.until("game"))["paused"]:
        pass
    assert not state["thinking"]
    assert state["clocks"]["running"] is None
    assert "no engine is thinking" in page.refusal("now", game=game["id"])
    page.send("pause", game=game["id"], on=False)
    assert page.until("thinking")["line"]["nodes"] > 0


def test_an_engine_that_waits_for_a_processor_can_be_hurried(page: Page) -> None:
    games = [page.begin("chess", white="full", control="3600")["id"] for _ in range(3)]  # of two processors
    page.send("now", game=games[2])
    page.send("now", game=games[0])
    moved = {page.until("moved")["game"] for _ in range(2)}
    assert moved == {games[0], games[2]}


def begin_slow(server: Server, page: Page) -> str:
    """A game between engines, whose moves take a day each, and whose first engine is to move."""
    game: str = page.begin(white="full", black="full")["id"]
    page.send("pause", game=game, on=True)
    while not (state := page.until("game"))["paused"]:
        pass
    assert not state["thinking"]
    server.lobby.game(game).pace = 24 * 3600
    page.send("pause", game=game, on=False)
    assert page.until("game")["thinking"]
    return game


def test_an_engine_that_waits_for_the_pace_plays_at_once(
    server: Server, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin_slow(server, page)

    async def choose(self: Thinker, player: object, position: Game, *_: object) -> ChosenMove:
        return ChosenMove(position.legal_moves[0], None)  # nothing is searched: only the pace is waited for

    monkeypatch.setattr(Thinker, "choose", choose)
    for _ in range(3):
        page.send("now", game=game)
        page.until("moved")


def test_an_engine_that_is_hurried_does_not_wait_for_the_pace(server: Server, page: Page) -> None:
    game = begin_slow(server, page)
    page.until("thinking")
    page.send("now", game=game)
    page.until("moved")


def test_a_fast_game_reports_no_more_often_than_a_slow_one(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefish.web.thinking.REPORT_SECONDS", 3600.0)
    page.begin("fragments", white="skill0", black="skill0")
    kinds: list[str] = []
    while kinds.count("moved") < 4:
        kinds.append(page.receive()["type"])
    assert kinds.count("thinking") <= 1


def test_hints_and_reasons(page: Page) -> None:
    game = page.begin(fen="4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1")
    page.send("hint", game=game["id"])
    hint = page.until("hint")
    assert (hint["san"], hint["line"]["squares"], hint["ply"]) == ("Nxd5", [18, 35], 0)
    page.play(game, "Nxd5")
    page.send("why", game=game["id"], ply=1)
    why = page.until("why")
    assert "takes d5" in why["text"]
    assert 35 in why["path"]
    assert "there is no move 2" in page.refusal("why", game=game["id"], ply=2)


def test_hints_and_reasons_that_come_too_late_are_not_sent(page: Page) -> None:
    game = page.begin()
    page.send("hint", game=game["id"])
    game = page.play(game, "e4")
    page.send("why", game=game["id"], ply=1)
    page.send("undo", game=game["id"])
    assert page.until("game")["ply"] == 0
    page.play(game | {"ply": 0}, "d4")
    page.send("why", game=game["id"], ply=1)
    assert page.receive()["path"] == [11, 27]


def test_the_flag_falls_without_a_request(page: Page) -> None:
    game = page.begin(control="0.2")
    assert game["clocks"]["running"] == "white"
    assert page.until("game")["outcome"]["text"].startswith("Black wins on time")


def test_two_pages_see_the_same_game(server: Server) -> None:
    with server.page() as first, server.page() as second:
        game = first.begin()
        second.send("open", game=game["id"])
        assert second.until("game")["position"]["fen"] == game["position"]["fen"]
        first.play(game, "e4")
        assert second.until("moved")["san"] == "e4"
        second.send("close", game=game["id"])
        assert second.refusal("open", game="x")
        first.send("undo", game=game["id"])
        first.until("game")
        second.send("open", game=game["id"])
        assert second.receive()["type"] == "game"


def test_a_game_is_deleted_for_all(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page, server.page() as other:
        kept, game = page.begin(), page.begin(black="full")["id"]
        other.send("open", game=game)
        other.until("game")
        page.send("move", game=game, ply=0, move="e4")  # the engine thinks
        page.send("delete_game", game=game)
        assert page.until("closed")["game"] == other.until("closed")["game"] == game
        for kind in ("open", "resign", "delete_game"):
            assert "no game" in other.refusal(kind, game=game)
        assert 'no game "../x"' in page.refusal("delete_game", game="../x")
        other.send("close", game=game)
        page.play(kept, "e4")
    assert [path.stem for path in tmp_path.glob("*.json")] == [kept["id"]]
    assert server.complaints == []


def test_what_a_deleted_game_waited_for_does_not_save_it_again(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page:
        identity = page.begin()["id"]
        game = server.lobby.games[identity]
        page.send("delete_game", game=identity)
        page.until("closed")
        server.lobby._save(game)
    assert list(tmp_path.glob("*.json")) == []


def test_a_flood_ends_the_connection(server: Server) -> None:
    def flood() -> None:
        with server.page() as page:
            for _ in range(1000):
                page.send_text("{}")
            for _ in range(1000):
                page.receive()

    with pytest.raises(WebSocketDisconnect):
        flood()


def test_games_survive_the_server(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        game = page.begin("pirate_seas", control="600+5")
        game = page.play(game, game["position"]["moves"][0]["uci"])
    second = Server(tmp_path)
    with second.client, second.page() as page:
        page.send("open", game=game["id"])
        restored = page.until("game")
        assert (restored["position"]["fen"], restored["history"]) == (
            game["position"]["fen"],
            game["history"],
        )
        assert restored["clocks"]["white"] == pytest.approx(605, abs=5)
        assert restored["players"] == game["players"]
        page.play(restored, restored["position"]["moves"][0]["uci"])
    assert second.complaints == []


def test_a_continued_game_with_a_clock_waits_for_the_person(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        game = page.begin(black="skill0", control="600")
    second = Server(tmp_path)
    with second.client, second.page() as page:
        page.send("open", game=game["id"])
        game = page.until("game")
        assert (game["paused"], game["clocks"]["running"]) == (True, None)
        page.send("move", game=game["id"], ply=0, move="e4")
        assert [page.until("moved")["side"] for _ in range(2)] == ["white", "black"]


def test_an_engine_that_cannot_search_holds_the_game(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Engine, "start", fail)
    page.send("new", variant="chess", white="me", black="skill0")
    game = page.until("game")
    assert "can't start new thread" in page.refusal("move", game=game["id"], ply=0, move="e4")
    assert page.until("game")["paused"]
    monkeypatch.undo()
    page.send("pause", game=game["id"], on=False)
    assert page.until("moved")["side"] == "black"


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"\xff", b'{"version": 1, "seats": {}, "pgn": 7}', b'{"pgn": ""}']
)
def test_a_damaged_file_is_left_out_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "0123456789abcdef.json"
    path.write_bytes(content)
    server = Server(tmp_path)
    with server.client, server.page() as page:
        page.begin()
    assert path.read_bytes() == content
    assert len(server.complaints) == 1
    assert path.name in server.complaints[0]


def test_games_that_no_page_shows_wait_in_their_files(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client:
        with server.page() as page:
            games = [page.begin(black="skill0") for _ in range(MOST_LOADED + 4)]
            assert len(server.lobby.games) == len(games)  # all of them are shown
        with server.page() as page:
            page.begin()
            assert len(server.lobby.games) <= MOST_LOADED + 1
            page.send("open", game=games[0]["id"])
            assert page.until("game")["id"] == games[0]["id"]


def test_texts_of_strangers_stay_texts(page: Page) -> None:
    text = page.refusal("new", variant="<script>alert(1)</script>")
    assert "<script>" in text  # JSON: the page shows it as text


def test_engines_that_wait_for_long_rest_and_play_on(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    rested: list[Engine] = []
    rest = Engine.rest

    def noted(engine: Engine) -> None:
        rested.append(engine)
        rest(engine)

    monkeypatch.setattr(Engine, "rest", noted)
    games = [page.begin(black="skill0") for _ in range(MOST_AWAKE + 2)]
    assert len(rested) == 2
    page.send("move", game=games[0]["id"], ply=0, move="e4")
    assert [page.until("moved")["side"] for _ in range(2)] == ["white", "black"]
