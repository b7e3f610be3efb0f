"""Analyses on the page, over messages and HTTP alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs

import pytest

from tilefish import Game
from tilefish.game.game import adapted_variant
from tilefish.pgn import Evaluation, MoveTree, read_games
from tilefish.pgn.tree import MOST_NODES
from tilefish.rules.files.library import Library
from tilefish.web import analyses as analyses_module
from tilefish.web.imports import MOST_IMPORTED, TextReader
from tilefish.web.text_routes import MOST_BYTES

from .conftest import ORIGIN, Message, Page, Server

BUNDLED = Library().names()
FIGHT = "4k3/8/8/8/3r4/8/8/8 w - - 0 1".replace("8/8/8 w", "8/8/3QK3 w")
ANNOTATED = '[White "Ann"]\n[Black "Bob"]\n\n{start} 1. e4 $1 {best} e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *'


class Analysis:
    """An analysis as a page has it."""

    def __init__(self, page: Page, state: Message) -> None:
        self.page = page
        self.id: str = state["id"]
        self.state = state
        self.nodes = {node["id"]: node for node in state["nodes"]}
        self.root = state["nodes"][0]["id"]
        self.shown = page.until("node")

    def ask(self, kind: str, node: int, **fields: object) -> None:
        self.page.send(kind, analysis=self.id, node=node, **fields)

    def refusal(self, kind: str, node: int, **fields: object) -> str:
        return self.page.refusal(kind, analysis=self.id, node=node, **fields)

    def take(self) -> None:
        """Takes the next change of the tree."""
        changed = self.page.until("nodes")
        self.nodes.update({node["id"]: node for node in changed["nodes"]})
        if changed["deleted"] is not None:
            self._drop(changed["deleted"])

    def _drop(self, node: int) -> None:
        for child in self.nodes.pop(node)["children"]:
            if child in self.nodes:
                self._drop(child)

    def play(self, node: int, move: str, **fields: object) -> int:
        """The new node behind a move."""
        self.ask("add_move", node, move=move, **fields)
        self.take()
        self.shown = self.page.until("node")
        number: int = self.shown["node"]
        return number

    def go_to(self, node: int) -> Message:
        self.ask("go_to", node)
        self.shown = self.page.until("node")
        return self.shown

    def find(self, san: str) -> int:
        (number,) = [node["id"] for node in self.nodes.values() if node["san"] == san]
        return int(number)

    def pgn(self, server: Server) -> str:
        answer = server.client.get(f"/pgn/{self.id}", headers=server.cookies())
        assert answer.status_code == 200
        assert answer.headers["content-disposition"] == f'attachment; filename="tilefish-{self.id}.pgn"'
        return " ".join(answer.text.split("\n\n", 1)[1].split())


def begin(page: Page, variant: str = "chess", **more: object) -> Analysis:
    page.send("analyse", variant=variant, **more)
    return Analysis(page, page.until("analysis"))


def post(server: Server, text: str | bytes, query: Mapping[str, str], **headers: str) -> Any:
    every = {"origin": ORIGIN, **server.cookies(), **headers}
    return server.client.post("/import", content=text, params=query, headers=every)


def read(server: Server, text: str, **query: str) -> Message:
    """What the server finds in a text."""
    answer = post(server, text, query)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    assert found["type"] == "imported", found
    return found


def fault(server: Server, text: str, **query: str) -> str:
    """What is wrong with a text."""
    answer = post(server, text, query)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["type"], answer.json()["about"]) == ("refused", "import")
    return str(answer.json()["text"])


def opened(page: Page, identity: str) -> Analysis:
    page.send("open_analysis", analysis=identity)
    return Analysis(page, page.until("analysis"))


# --- undoing and headers -----------------------------------------------------------------------------------


def test_edits_are_undone_and_pages_hear_of_it(server: Server, page: Page) -> None:
    answer = read(server, ANNOTATED)
    board = opened(page, answer["analysis"])
    assert board.state["undo"] is None
    e4 = board.find("e4")
    before = board.pgn(server)
    board.go_to(e4)
    for kind, fields in (("glyph", {"nag": 1}), ("comment", {"text": ""}), ("delete_move", {})):
        board.ask(kind, e4, **fields)
        board.take()
    assert set(board.nodes) == {board.root}
    page.until("node")
    for kind in ("delete", "comment", "glyph"):
        with server.page() as other:
            assert opened(other, board.id).state["undo"] == kind
        page.send("undo_edit", analysis=board.id)
        board.take()
        if kind == "delete":
            assert page.until("node")["node"] == e4  # it is shown again
    assert board.pgn(server) == before
    assert "nothing to undo" in page.refusal("undo_edit", analysis=board.id)


def test_headers_are_edited_and_in_the_pgn(server: Server, page: Page) -> None:
    board = begin(page)
    page.send("header", analysis=board.id, name="White", value="  Ann <b>\n ")
    changed = page.until("headers")
    assert (changed["headers"]["White"], changed["undo"]) == ("Ann <b>", "header")
    page.send("header", analysis=board.id, name="Result", value="1-0")
    page.until("headers")
    text = server.client.get(f"/pgn/{board.id}", headers=server.cookies()).text
    assert '[White "Ann <b>"]' in text
    assert text.endswith("1-0\n\n")
    assert "expected" in page.refusal("header", analysis=board.id, name="Result", value="won")
    assert "follows from" in page.refusal("header", analysis=board.id, name="FEN", value="x")
    assert "at most 200" in page.refusal("header", analysis=board.id, name="Event", value="x" * 201)
    page.send("undo_edit", analysis=board.id)
    assert page.until("headers")["headers"]["White"] == "Ann <b>"
    (entry,) = server.analyses.entries()
    assert entry.players == "Ann <b> – ?"


@pytest.mark.parametrize("variant", ["chess", "fragments"])
def test_drawings_belong_to_their_moves(server: Server, page: Page, variant: str) -> None:
    board = begin(page, variant)
    move = board.play(board.root, board.shown["position"]["moves"][0]["uci"])
    for node, origin, target in ((move, 0, 9), (move, 3, 3), (board.root, 1, 2)):
        board.ask("draw_shape", node, colour="red", origin=origin, target=target)
        board.take()
    drawn = [{"colour": "red", "origin": 3, "target": 3}, {"colour": "red", "origin": 0, "target": 9}]
    assert board.nodes[move]["shapes"] == drawn
    name = Game(variant).variant.square_name
    assert board.pgn(server).count(f"[%csl R{name(3)}] [%cal R{name(0)}{name(9)}]") == 1
    again = opened(
        page, read(server, server.client.get(f"/pgn/{board.id}", headers=server.cookies()).text)["analysis"]
    )
    assert [node["shapes"] for node in again.nodes.values()] == [
        [{"colour": "red", "origin": 1, "target": 2}], drawn
    ]  # fmt: skip
    board.ask("clear_shapes", move)
    board.take()
    assert (board.nodes[move]["shapes"], board.state["undo"]) == ([], None)
    if variant != "chess":
        assert "no such square" in board.refusal("draw_shape", move, colour="red", origin=63, target=63)


# --- the same line again ----------------------------------------------------------------------------------


LINK: dict[str, Any] = {"variant": "chess", "moves": ["e4", "e5"]}


def test_a_link_that_is_opened_again_goes_on_with_its_analysis(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page:
        board = begin(page, **LINK)
        server.analyses.board(board.id).evaluate([(board.find("e4"), Evaluation(30, None, 20))])
        board.take()  # an engine's evaluation is no change of a person
        board.go_to(board.root)
        again = begin(page, **LINK)
        assert (again.id, again.shown["node"]) == (board.id, board.find("e5"))
        assert begin(page, "chess").id != board.id
    server = Server(tmp_path)
    with server.client, server.page() as page:
        again = begin(page, **LINK)
        assert again.id == board.id
        page.send("header", analysis=again.id, name="Event", value="Mine")
        page.until("headers")
        other = begin(page, **LINK)
        assert other.id != board.id
        other.ask("glyph", other.find("e4"), nag=1)
        other.take()
    server = Server(tmp_path)
    with server.client, server.page() as page:
        assert begin(page, **LINK).id not in (board.id, other.id)
        assert len(server.analyses.entries()) == 4


def test_a_line_whose_file_is_damaged_begins_anew(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.client, server.page() as page:
        board = begin(page, **LINK)
    server = Server(tmp_path)
    (tmp_path / "analyses" / f"{board.id}.json").write_text("{}")
    with server.client, server.page() as page:
        assert begin(page, **LINK).id != board.id


def test_analyses_that_were_not_changed_are_dropped_first(
    page: Page, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses_module, "MOST_ANALYSES", 3)
    mine = begin(page)
    mine.play(mine.root, "e4")
    first, second = (begin(page, moves=[move]) for move in ("d4", "c4"))
    for board in (first, second):
        page.send("close_analysis", analysis=board.id)
        page.until("analyses")
    third = begin(page, moves=["b4"])
    assert {entry.id for entry in server.analyses.entries()} == {mine.id, second.id, third.id}
    page.send("open_analysis", analysis=second.id)
    page.until("node")
    assert "already" in page.refusal("analyse", variant="chess", moves=["a4"])  # pages show all of them


# --- moves --------------------------------------------------------------------------------------------------


def test_a_line_with_variations_is_played_and_walked(server: Server, page: Page) -> None:
    board = begin(page)
    assert (board.state["variant"], board.state["title"]) == ("chess", "Chess")
    assert board.shown["position"]["fen"] == Game().fen()
    assert (board.shown["turn"], board.shown["status"]) == (None, "")
    e4 = board.play(board.root, "e2e4")
    assert board.shown["turn"]["path"] == [12, 28]
    assert board.shown["position"]["last"] == [12, 28]
    assert [event["kind"] for event in board.shown["turn"]["events"]] == ["moved"]
    e5 = board.play(e4, "e5")
    c5 = board.play(e4, "c5")
    assert board.nodes[e4]["children"] == [e5, c5]
    assert (board.nodes[c5]["number"], board.nodes[c5]["side"], board.nodes[c5]["uci"]) == (
        1,
        "black",
        "c7c5",
    )
    assert board.pgn(server) == "1. e4 e5 (1... c5) *"
    assert board.go_to(board.root)["position"]["turn"] == "white"
    board.ask("add_move", board.root, move="e4")
    assert page.receive()["node"] == e4  # it is followed, and nothing has changed
    assert board.go_to(c5)["status"] == "1... c5"


@pytest.mark.parametrize("variant", BUNDLED)
def test_every_bundled_variant_can_be_analysed(server: Server, page: Page, variant: str) -> None:
    board = begin(page, variant)
    node = board.root
    for _ in range(3):
        moves = board.shown["position"]["moves"]
        node = board.play(node, moves[-1]["uci"], roll=True)
        board.play(board.nodes[node]["parent"], moves[0]["uci"], roll=True)
        board.go_to(node)
    (record,) = read_games(server.client.get(f"/pgn/{board.id}", headers=server.cookies()).text)
    assert record.start.variant.name == variant
    assert {move["san"] for move in board.nodes.values()} == {
        each.san for each in MoveTree.of(record).nodes()
    }


def test_what_is_wrong_with_requests(page: Page) -> None:
    board = begin(page)
    e4 = board.play(board.root, "e4")
    assert "legal" in board.refusal("add_move", board.root, move="e2e5")
    assert "no longer in the tree" in board.refusal("go_to", 77)
    assert "is not a whole number" in board.refusal("go_to", -1)
    assert "start cannot be deleted" in board.refusal("delete_move", board.root)
    assert "main line already" in board.refusal("promote", e4)
    assert "from 1 to 255" in board.refusal("glyph", e4, nag=0)
    assert "belong to moves" in board.refusal("glyph", board.root, nag=1)
    assert "at most 10000 letters" in board.refusal("comment", e4, text="x" * 10_001)
    assert "appear" in board.refusal("host", e4)
    assert 'no open analysis "x"' in page.refusal("go_to", analysis="x", node=0)
    assert 'no analysis "x"' in page.refusal("open_analysis", analysis="x")
    assert 'no analysis "../x"' in page.refusal("delete_analysis", analysis="../x")
    assert 'no game "x"' in page.refusal("analyse_game", game="x")
    assert board.go_to(e4)["node"] == e4


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ({"variant": "nothing"}, 'unknown variant "nothing"'),
        ({"variant": "../../etc/passwd"}, "unknown variant"),
        ({"variant": "chess.toml"}, "unknown variant"),
        ({"variant": "chess", "fen": "8/8"}, "8/8"),
        ({"variant": "chess", "world": "8/8"}, "8"),
        ({"variant": "chess", "pieces": "r:"}, "moves are empty"),
        ({"variant": "chess", "moves": ["e2e4", "e2e4"]}, "e2e4"),
        ({"variant": "chess", "moves": ["e2e4"] * 1001}, "at most 1000"),
        ({"variant": "chess", "moves": "e2e4"}, "list"),
    ],
)
def test_analyses_that_cannot_begin(server: Server, page: Page, wish: dict[str, Any], complaint: str) -> None:
    text = page.refusal("analyse", **wish)
    assert complaint in text
    assert "/home" not in text
    assert str(Path(__file__).parents[2]) not in text
    assert server.analyses.entries() == ()


def test_a_page_must_open_an_analysis_before_it_edits(server: Server, page: Page) -> None:
    board = begin(page)
    with server.page() as other:
        assert "open the analysis first" in other.refusal("go_to", analysis=board.id, node=0)


# --- annotations and the order of variations ----------------------------------------------------------------


def test_comments_glyphs_and_promotion(server: Server, page: Page) -> None:
    board = begin(page, moves=["e2e4", "e7e5"])
    assert board.shown["node"] == board.find("e5")
    c5 = board.play(board.find("e4"), "c5")
    board.ask("comment", c5, text="  the {Sicilian} [%fen 8/8/8/8/8/8/8/8 w - -]\n")
    board.take()
    board.ask("glyph", c5, nag=1)
    board.take()
    board.ask("glyph", c5, nag=14)
    board.take()
    assert (board.nodes[c5]["comment"], board.nodes[c5]["nags"]) == ("the (Sicilian)", [1, 14])
    board.ask("promote", c5)
    board.take()
    assert board.nodes[board.find("e4")]["children"] == [c5, board.find("e5")]
    assert board.pgn(server) == "1. e4 c5 $1 $14 { the (Sicilian) } (1... e5) *"
    board.ask("glyph", c5, nag=1)
    board.take()
    board.ask("comment", c5, text="")
    board.take()
    assert board.pgn(server) == "1. e4 c5 $14 (1... e5) *"


def test_a_deep_variation_becomes_the_main_line(server: Server, page: Page) -> None:
    board = opened(page, read(server, ANNOTATED)["analysis"])
    board.ask("promote", board.find("d5"), to_main=True)
    board.take()
    assert board.pgn(server).startswith("{ start } 1. e4 $1 { best } 1... c5 (1... e5 2. Nf3) 2. c3 (2. Nf3)")


def test_deleting_moves_other_pages_back(server: Server, page: Page) -> None:
    board = begin(page, moves=["e2e4", "e7e5", "g1f3"])
    with server.page() as other:
        seen = opened(other, board.id)
        assert seen.shown["node"] == board.find("Nf3")
        board.ask("delete_move", board.find("e5"))
        board.take()
        assert page.until("node")["node"] == board.find("e4")
        seen.take()
        assert other.until("node")["node"] == seen.find("e4")
        assert len(seen.nodes) == len(board.nodes) == 2
        seen.play(seen.find("e4"), "d5")
        board.take()
        assert {node["san"] for node in board.nodes.values()} == {"", "e4", "d5"}


# --- dice and hosts -----------------------------------------------------------------------------------------


def test_the_face_of_a_die_is_chosen_or_rolled(page: Page) -> None:
    board = begin(page, "exchange", fen=FIGHT)
    board.ask("add_move", board.root, move="d1xd4")
    question = page.until("choose_face")
    assert (question["node"], question["move"]) == (board.root, "d1xd4")
    assert sum(face["chance"] for face in question["faces"]) == pytest.approx(1)
    face = question["faces"][0]
    assert "rook d4" in face["text"]
    chosen = board.play(board.root, face["uci"])
    assert board.nodes[chosen]["uci"] == face["uci"]
    assert face["text"] in board.shown["status"]
    board.ask("add_move", board.root, move="d1xd4", roll=True)
    assert page.until("node")["status"].startswith("1. d1xd4=")


def test_the_host_acts_where_pieces_appear(server: Server, page: Page) -> None:
    assert not begin(page).state["has_host"]
    board = begin(page, "twisted_carnival")
    assert board.state["has_host"]
    for _ in range(60):
        moves = board.shown["position"]["moves"]
        if not moves:
            pytest.fail("the game has ended before anything appeared")
        node = board.play(board.shown["node"], moves[len(moves) // 2]["uci"])
        board.ask("host", node)
        if (answer := page.receive())["type"] == "nodes":
            break
        assert answer["text"] == "nothing appears here"
    (hosted,) = answer["nodes"]
    assert hosted["is_hosted"]
    assert "appears on" in hosted["comment"]
    position = page.until("node")["position"]
    assert f"[%fen {position['fen']}]" in board.pgn(server)
    assert "once" in board.refusal("host", node)


# --- links, games, lists ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wish",
    [
        {"variant": "chess", "moves": ["e2e4", "c7c5"]},
        {"variant": "Chess960", "fen": "rkbnqrnb/pppppppp/8/8/8/8/PPPPPPPP/RKBNQRNB w KQkq - 0 1"},
        {"variant": "chess", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": ["e2e4"]},
        {"variant": "chess", "world": "8/8/8/8/4o3/8/8/8", "pieces": "r:RN", "moves": ["e2e3"]},
        {"variant": "exchange", "fen": FIGHT, "moves": ["d1xd4=3"]},
        {"variant": "fragments"},
        {"variant": "ruined_overworld", "moves": ["e2e4,e4e3,e3e4", "a7a6"]},
        {"variant": "ruined_overworld", "moves": ["a2a3,a7a6,e2e4,e4e3,e3e4,h7h6"]},
    ],
)
def test_a_link_opens_the_same_line(page: Page, wish: dict[str, Any]) -> None:
    board = begin(page, **wish)
    words = {name: values[0] for name, values in parse_qs(board.shown["link"]).items()}
    again = begin(page, **{**words, "moves": words.get("moves", "").split()})
    assert again.shown["position"] == board.shown["position"]
    assert again.shown["link"] == board.shown["link"]
    assert words["variant"] == wish["variant"]


def test_a_link_begins_where_the_host_changed_the_position(server: Server, page: Page) -> None:
    text = "1. e4 {[%fen 4k3/8/8/8/8/8/8/R3K3 b - - 0 1]} Ke7 *"
    board = opened(page, read(server, text)["analysis"])
    link = board.go_to(board.find("Ke7"))["link"]
    assert link == "variant=chess&fen=4k3%2F8%2F8%2F8%2F8%2F8%2F8%2FR3K3+b+-+-+0+1&moves=e8e7"


def test_a_game_is_analysed_while_it_goes_on(server: Server, page: Page) -> None:
    game = page.begin()
    game = page.play(game, "e4")
    page.send("analyse_game", game=game["id"])
    board = Analysis(page, page.until("analysis"))
    assert board.shown["node"] == board.find("e4")
    assert board.state["headers"]["Event"] == "Casual game"
    board.play(board.find("e4"), "e5")
    assert page.play(game, "c5")["history"][-1]["san"] == "c5"
    assert board.pgn(server).startswith("1. e4 e5")


def test_own_worlds_are_found_by_name(page: Page) -> None:
    own = adapted_variant("chess", world="8/8/8/8/>>>>>>>>/8/8/8")
    server = Server(own=own)
    with server.client, server.page() as page:
        board = begin(page, own.name)
        assert board.shown["position"]["fen"] == Game(own).fen()
        found = read(server, f'[Variant "{own.name}"]\n\n1. e4 *')
        page.send("open_analysis", analysis=found["analysis"])
        worlds = {page.until("analysis")["variant"], own.name}
        assert len(worlds) == 1


def test_the_list_of_analyses(server: Server, page: Page) -> None:
    first, second = begin(page), begin(page, "fragments")
    page.send("close_analysis", analysis=second.id)
    entries = page.until("analyses")["analyses"]
    assert [(entry["id"], entry["title"], entry["moves"]) for entry in entries] == [
        (second.id, second.state["title"], 0),
        (first.id, "Chess", 0),
    ]
    with server.page() as other:
        assert other.until("analyses")["analyses"] == entries
        other.send("delete_analysis", analysis=first.id)
        assert [entry["id"] for entry in other.until("analyses")["analyses"]] == [second.id]
    assert page.until("analysis_closed")["analysis"] == first.id
    assert "no open analysis" in first.refusal("go_to", 0)


def test_the_number_of_analyses_is_limited(
    server: Server, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses_module, "MOST_ANALYSES", 2)
    begin(page)
    begin(page, moves=["e2e4"])
    assert "2 analyses already" in page.refusal("analyse", variant="chess", moves=["d2d4"])
    assert "2 analyses already" in fault(server, "1. e4")


# --- saving -------------------------------------------------------------------------------------------------


def test_analyses_survive_the_server(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        board = opened(page, read(first, ANNOTATED)["analysis"])
        board.play(board.find("d5"), "exd5")
        before, pgn = board.nodes, board.pgn(first)
    second = Server(tmp_path)
    with second.client, second.page() as page:
        board = opened(page, board.id)
        assert sorted(node["san"] for node in board.nodes.values()) == sorted(
            node["san"] for node in before.values()
        )
        assert board.pgn(second) == pgn
        assert board.state["headers"]["White"] == "Ann"
        page.send("delete_analysis", analysis=board.id)
        page.until("analyses")
    assert list(tmp_path.glob("analyses/*")) == []
    assert first.complaints == second.complaints == []


def test_idle_analyses_wait_in_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses_module, "MOST_LOADED", 2)
    server = Server(tmp_path)
    with server.client:
        with server.page() as page:
            firsts = (
                "e2e4",
                "d2d4",
                "c2c4",
                "g1f3",
                "b1c3",
                "a2a3",
            )  # the same one would go on with its analysis
            boards = [begin(page, moves=[first]) for first in firsts]
            assert len(server.analyses.boards) == 6  # all of them are shown
        with server.page() as page:
            begin(page)
            assert len(server.analyses.boards) <= 4
            assert opened(page, boards[0].id).shown["position"]["turn"] == "black"


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b'{"version": 1, "summary": 7}'])
def test_a_damaged_file_is_left_out_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "analyses" / "0123456789abcdef.json"
    path.parent.mkdir()
    path.write_bytes(content)
    server = Server(tmp_path)
    with server.client, server.page() as page:
        begin(page)
    assert path.read_bytes() == content
    (complaint,) = server.complaints
    assert path.name in complaint


def test_an_analysis_whose_moves_are_damaged_is_refused(tmp_path: Path) -> None:
    first = Server(tmp_path)
    with first.client, first.page() as page:
        board = begin(page, moves=["e2e4"])
    path = tmp_path / "analyses" / f"{board.id}.json"
    saved = json.loads(path.read_text())
    second = Server(tmp_path)
    with second.client, second.page() as page:
        path.write_text(json.dumps({**saved, "pgn": "1. e4 e9"}))
        assert "e9" in page.refusal("open_analysis", analysis=board.id)
        path.write_text(json.dumps({**saved, "pgn": 7}))
        assert "damaged" in page.refusal("open_analysis", analysis=board.id)
        path.unlink()
        assert "damaged" in page.refusal("open_analysis", analysis=board.id)


# --- texts --------------------------------------------------------------------------------------------------


def test_one_game_is_opened_at_once(server: Server, page: Page) -> None:
    found = read(server, ANNOTATED)
    assert (found["games"], found["problems"], found["is_cut"]) == ([], [], False)
    board = opened(page, found["analysis"])
    assert board.shown["node"] == board.root
    assert board.nodes[board.root]["comment"] == "start"
    e4 = board.nodes[board.find("e4")]
    assert (e4["comment"], e4["nags"]) == ("best", [1])
    assert board.pgn(server) == ("{ start } 1. e4 $1 { best } 1... e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 *")


def test_several_games_are_to_choose_from(server: Server, page: Page) -> None:
    text = '[White "A"]\n[Date "2026.??.??"]\n\n1. e4 e5 1-0\n\n[Variant "fragments"]\n\n*\n\n1. d4 d9 *'
    found = read(server, text)
    assert found["analysis"] is None
    assert [(game["number"], game["players"], game["moves"]) for game in found["games"]] == [
        (1, "A – ?", 2),
        (2, "", 0),
        (3, "", 1),
    ]
    assert [game["result"] for game in found["games"]] == ["1-0", "*", "*"]
    (problem,) = found["problems"]
    assert problem.startswith("line 10: ")
    first = read(server, text, game="1")
    assert first["problems"] == []
    assert len(opened(page, first["analysis"]).nodes) == 3
    third = read(server, text, game="3")
    assert third["problems"] == [problem]
    assert len(opened(page, third["analysis"]).nodes) == 2
    assert "no game 4" in fault(server, text, game="4")
    for number in ("0", "-1", "x", "١", "9" * 9):
        assert "whole number" in fault(server, text, game=number)


def test_a_position_is_opened(server: Server, page: Page) -> None:
    fen = Game("fragments").fen()
    board = opened(page, read(server, f"  {fen}\n", variant="fragments")["analysis"])
    assert (board.state["variant"], board.shown["position"]["fen"]) == ("fragments", fen)
    assert "rank" in fault(server, "9/9/9/9/9/9/9/9 w - - 0 1")
    bare = opened(page, read(server, "1. c3 c4", variant="fragments")["analysis"])
    assert bare.state["variant"] == "fragments"
    for text in (Game().fen(), "1. e4 e5 2. Nf3"):  # not of this world, but of chess
        assert opened(page, read(server, text, variant="exchange")["analysis"]).state["variant"] == "chess"
    assert opened(page, read(server, ANNOTATED, variant="fragments")["analysis"]).state["variant"] == "chess"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no text"),
        (" \n ", "no text"),
        ("hello", "not a game"),
        ("1/2-1/2", ""),
        ('[Variant "../../etc/passwd"]\n\n1. e4', "line 1: this game cannot begin"),
        ('[Variant "/etc/passwd.toml"]\n\n1. e4', "line 1: this game cannot begin"),
        ('[FEN "8/8"]\n\n1. e4', "line 1: this game cannot begin"),
        ('[World "8/8"]\n\n1. e4', "line 1: this game cannot begin"),
        ("<html>" * 1000, "not a game"),
    ],
)
def test_texts_without_a_game(server: Server, text: str, complaint: str) -> None:
    if text == "1/2-1/2":
        assert read(server, text)["analysis"]  # an empty game
        return
    found = fault(server, text)
    assert complaint in found
    assert len(found) < 3000
    assert str(Path(__file__).parents[2]) not in found


def test_what_can_be_read_of_a_broken_game_is_kept(server: Server, page: Page) -> None:
    found = read(server, "1. e4 e5 2. Ke3 Nc6 (2... Nf6) *")
    (problem,) = found["problems"]
    assert problem.startswith("line 1: move 2 of white")
    board = opened(page, found["analysis"])
    assert board.pgn(server) == "1. e4 e5 *"
    many = read(server, "1. e4 d9 *\n" * 15)["problems"]
    assert (len(many), many[-1]) == (11, "and 5 more errors")


def test_old_files_are_decoded(server: Server, page: Page) -> None:
    answer = post(server, '[White "Müller"]\n\n1. e4 *'.encode("latin-1"), {})
    board = opened(page, answer.json()["analysis"])
    assert board.state["headers"]["White"] == "Müller"


def test_texts_are_limited(server: Server) -> None:
    assert "at most 2 MB" in fault(server, "x" * (MOST_BYTES + 1))
    many = read(server, "1. e4 *\n" * (MOST_IMPORTED + 5))
    assert many["is_cut"]
    assert len(many["games"]) == MOST_IMPORTED
    assert "1. e4" not in fault(server, '[FEN "8/8"]\n\n1. e4 *\n' * 3000)
    knights = "Nf3 Nf6 Ng1 Ng8 " * (MOST_NODES // 4 + 1)
    assert f"at most {MOST_NODES} moves" in fault(server, knights)


def test_a_text_of_a_megabyte_is_read(server: Server, page: Page) -> None:
    game = '[White "Ann"]\n\n' + "1. e4 {x} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n\n"
    text = game * ((1 << 20) // len(game))
    games = read(server, text)["games"]
    assert len(games) == MOST_IMPORTED
    comment = "1. e4 {" + "long words " * 90_000 + "} e5 *"
    board = opened(page, read(server, comment)["analysis"])
    assert len(board.nodes[board.find("e4")]["comment"]) > 90_000


def test_reading_does_not_hold_the_other_pages(
    server: Server, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a large text is read in a thread, moves are answered."""
    board = begin(page)
    is_read, may_end = Event(), Event()
    original = TextReader.read

    def slowly(*given: Any) -> Any:
        is_read.set()
        assert may_end.wait(60)  # the loop must answer meanwhile
        return original(*given)

    monkeypatch.setattr(TextReader, "read", slowly)
    thread = Thread(target=post, args=(server, "1. e4 e5 *", {}))
    thread.start()
    assert is_read.wait(60)
    for move in ("e4", "d4", "c4"):
        board.play(board.root, move)
    may_end.set()
    thread.join()
    assert len(server.analyses.entries()) == 2


def test_a_game_is_saved_as_pgn(server: Server, page: Page) -> None:
    game = page.play(page.play(page.begin(), "e4"), "c5")
    answer = server.client.get(f"/pgn/game/{game['id']}", headers=server.cookies())
    assert answer.headers["content-disposition"] == f'attachment; filename="tilefish-{game["id"]}.pgn"'
    (record,) = read_games(answer.text)
    assert [move.move for move in record.moves] == ["e2e4", "c7c5"]
    assert record.headers["Result"] == "*"


def test_who_may_send_and_get_texts(server: Server, page: Page) -> None:
    board = begin(page)
    cookies = server.cookies()
    assert post(server, "1. e4", {}, origin="http://evil.example").status_code == 403
    assert post(server, "1. e4", {}, cookie="x=y").status_code == 403
    assert post(server, "1. e4", {}, host="evil.example").status_code == 421
    answer = server.client.post("/import", content="1. e4", headers=cookies)
    assert answer.status_code == 403  # no origin
    assert server.client.get("/import", headers=cookies).status_code == 405
    assert server.client.get(f"/pgn/{board.id}").status_code == 403
    game = page.begin()["id"]
    assert server.client.get(f"/pgn/game/{game}").status_code == 403
    for name in ("x", "..%2f..%2fetc%2fpasswd", board.id):
        assert server.client.get(f"/pgn/game/{name}", headers=cookies).status_code == 404
    for name in ("x", "..%2f..%2fetc%2fpasswd", game):
        assert server.client.get(f"/pgn/{name}", headers=cookies).status_code == 404
    assert fault(server, "1. e4", variant="../chess").startswith("there is no variant")
    assert len(server.analyses.entries()) == 1


def test_too_many_texts_at_once_are_refused(server: Server) -> None:
    server.analyses._waiting = analyses_module.MOST_WAITING
    assert "too many texts" in fault(server, "1. e4")
    server.analyses._waiting = 0
    assert read(server, "1. e4")["analysis"]
