"""The view of an analysis in a browser: what a person does there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.driver import Player, running_board, wait_until

from tilefish.web.page import REQUESTS_A_SECOND

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute

PGN = """[Event "Club evening"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{A quiet start} 1. e4 e5 $1 2. Nf3 (2. f4 exf4 (2... d5 3. exd5)) (2. Bc4) 2... Nc6 $14 3. Bb5 a6 1-0
"""
DROP = """([text, name]) => {
    const data = new DataTransfer();
    if (name) data.items.add(new File([text], name));
    else data.setData("text/plain", text);
    for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
    }
}"""

PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""


HOLD = """async ([times, key]) => {
    window.asked = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).type === "go_to") window.asked.push(performance.now());
        send.call(this, text);
    };
    for (let time = 0; time < times; time++) {
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
}"""
"""Holds a key that is repeated fast, and keeps when the page asks for a place."""


class Analyst(Player):
    """A person at the view of an analysis."""

    def analyse(self, world: str = "chess", fen: str = "") -> None:
        """Begins an analysis from the lobby."""
        self.page.check(f"input[value={world}]", force=True)
        self.page.fill("#new-fen", fen)
        self.page.click("#analyse-world")
        self.page.wait_for_selector("#analysis:not([hidden])")

    def read(self, text: str) -> None:
        """Opens a text."""
        self.page.click("#import-button")
        self.page.fill("#import-field", text)
        self.page.click("#import-form .strong")

    def clipboard(self) -> str:
        """The text on the clipboard."""
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def play(self, *moves: str) -> None:
        """Types moves, and waits for each."""
        for move in moves:
            self.page.fill("#analysis-move-field", move)
            self.page.press("#analysis-move-field", "Enter")
            self.wait_for(move)

    def current(self) -> str:
        """The current move, as a screen reader reads it."""
        button = self.page.locator("#move-tree [aria-current]")
        return button.get_attribute("aria-label") or button.inner_text()

    def wait_for(self, move: str) -> None:
        """Waits until a move is the current one, and its position is shown."""
        found = self.page.locator("#move-tree [aria-current]", has_text=move)
        found.wait_for()
        self.page.wait_for_function(
            "move => document.querySelector('#analysis-status').textContent.includes(move)", arg=move
        )

    def tree(self) -> str:
        """The text of the tree on one line."""
        return " ".join(self.page.inner_text("#move-tree").split())

    def wait_for_tree(self, text: str) -> None:
        """Waits for a text of the tree."""
        self.page.wait_for_function(
            """text => document.querySelector("#move-tree").innerText.replace(/\\s+/g, " ").includes(text)""",
            arg=text,
        )

    def keys(self, *keys: str) -> None:
        """Presses keys where the tree has the focus."""
        self.page.focus("#move-tree [aria-current]")
        for key in keys:
            self.page.keyboard.press(key)


@pytest.fixture
def analyst(browser: Browser, address: str) -> Iterator[Analyst]:
    analyst = Analyst(browser, address, permissions=["clipboard-read", "clipboard-write"])
    yield analyst
    analyst.page.context.close()
    assert analyst.complaints == []


def test_moves_variations_and_keys(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.click("e2", "e4")
    analyst.wait_for("e4")
    analyst.drag("e7", "e5")
    analyst.wait_for("e5")
    analyst.page.keyboard.press("ArrowLeft")  # a pointer has put the focus on the board
    analyst.wait_for("e4")
    analyst.play("c5", "Nf3")
    assert analyst.tree() == "Start 1.e4 e5 1…c5 2.Nf3"
    analyst.keys("Home")
    assert analyst.current() == "Start"
    analyst.keys("ArrowRight", "ArrowRight")
    assert analyst.current() == "1… e5"
    analyst.keys("ArrowDown")
    assert analyst.current() == "1… c5"
    analyst.keys("End")
    assert analyst.current() == "2. Nf3"
    analyst.wait_for("Nf3")
    assert analyst.name("f3") == "f3, white knight"
    analyst.keys("ArrowLeft", "ArrowUp")
    analyst.wait_for("e5")
    assert analyst.name("e5") == "e5, black pawn"


def test_keys_walk_the_board_for_those_who_use_no_pointer(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.play("e4")
    analyst.page.keyboard.press("Tab")
    analyst.cell("a1").focus()
    analyst.page.keyboard.press("ArrowRight")
    assert analyst.current() == "1. e4"
    assert analyst.page.evaluate("document.activeElement.dataset.square") == "1"
    analyst.page.keyboard.press("Shift+ArrowLeft")
    assert analyst.current() == "Start"
    analyst.page.fill("#analysis-move-field", "e4")
    analyst.page.press("#analysis-move-field", "ArrowRight")
    assert analyst.current() == "Start"  # while typing, keys belong to the field


def test_annotations_and_promotion(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.play("e4", "e5")
    analyst.keys("ArrowLeft")
    analyst.wait_for("e4")
    analyst.play("c5")
    analyst.page.click("#move-tree [aria-current]", button="right")
    analyst.page.fill("#comment-field", "the {Sicilian} ")
    analyst.wait_for_tree("the (Sicilian)")
    assert analyst.page.input_value("#comment-field") == "the {Sicilian} "  # not changed while it is edited
    analyst.page.click("#move-glyphs >> text=!?")
    analyst.page.click("#position-glyphs >> text=∞")
    analyst.wait_for_tree("c5!?∞")
    assert analyst.current() == "1… c5!?∞, interesting move, unclear position"
    assert analyst.page.locator("#node-editor [aria-pressed=true]").all_inner_texts() == ["!?", "∞"]
    analyst.page.click("#main-line-button")
    analyst.wait_for_tree("1.e4 c5!?∞ the (Sicilian) 1…e5")
    assert analyst.page.is_disabled("#promote-button")
    analyst.page.click("#move-glyphs >> text=!?")
    analyst.wait_for_tree("c5∞")
    analyst.page.fill("#comment-field", "")
    analyst.page.press("#comment-field", "Tab")
    analyst.wait_for_tree("1.e4 c5∞ 1…e5")


def test_deleting(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.play("e4", "e5", "Nf3")
    analyst.page.click("#move-tree >> text=e5")
    analyst.wait_for("e5")
    analyst.page.click("#node-editor summary")
    analyst.page.click("#delete-button")
    analyst.page.click("dialog.chooser >> text=Cancel")
    assert analyst.tree() == "Start 1.e4 e5 2.Nf3"
    analyst.page.click("#delete-button")
    analyst.page.click("dialog.chooser .options button")
    analyst.wait_for("e4")
    assert analyst.tree() == "Start 1.e4"


def test_a_die_is_chosen_and_rolled(analyst: Analyst) -> None:
    analyst.analyse("exchange", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    analyst.click("d1", "d4")
    analyst.page.click("dialog.chooser >> text=Cancel")
    analyst.click("d1", "d4")
    face = analyst.page.locator("dialog.chooser .options button").nth(1)
    uci = face.locator("span").inner_text()
    face.click()
    analyst.wait_for(uci)
    assert "rook d4" in analyst.text("analysis-status")
    analyst.keys("ArrowLeft")
    analyst.page.wait_for_selector("#analysis-status:text-is('Start')")
    analyst.click("d1", "d4")
    analyst.page.click("dialog.chooser >> text=Roll")
    analyst.wait_for("d1xd4=")


def test_a_text_is_pasted_walked_and_copied(analyst: Analyst) -> None:
    analyst.read(PGN)
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    assert analyst.text("white-name") == "Ann"
    assert analyst.text("analysis-about") == "Club evening · 1-0"
    assert analyst.tree() == (
        "Start A quiet start 1.e4 e5! 2.Nf3 2.f4 exf4 2…d5 3.exd5 2.Bc4 2…Nc6+/= 3.Bb5 a6"
    )
    analyst.keys("End")
    analyst.wait_for("a6")
    analyst.page.click("#copy-fen")
    analyst.page.wait_for_selector("#analysis-status:text-is('Copied.')")
    assert analyst.clipboard() == "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    analyst.page.click("#copy-pgn")
    wait_until(analyst.page, lambda: analyst.clipboard().startswith("[Event"), "a PGN on the clipboard")
    copied = analyst.clipboard()
    assert "1. e4 e5 $1 2. Nf3 (2. f4 exf4 (2... d5 3. exd5)) (2. Bc4)" in " ".join(copied.split())
    with analyst.page.expect_download() as download:
        analyst.page.click("#download-pgn")
    assert download.value.suggested_filename.endswith(".pgn")
    assert download.value.path().read_text() == copied


def test_clocks_of_a_game_are_shown_and_asked_for(analyst: Analyst) -> None:
    page = analyst.page
    analyst.read("1. e4 {[%clk 0:04:57]} e5 {[%clk 0:05:00]} 2. Nf3 *")
    page.wait_for_selector("#move-tree button:has-text('Nf3')")
    page.fill("#analysis-move-field", "c")
    page.press("#analysis-move-field", "Enter")
    page.wait_for_selector("#analysis-status:has-text('no clock')")
    page.click("#move-tree button:has-text('Nf3')")
    page.wait_for_selector("#white-clock:has-text('4:57')")
    page.fill("#analysis-move-field", "c")
    page.press("#analysis-move-field", "Enter")
    page.wait_for_selector("#analysis-status:has-text('White 4:57, Black 5:00')")


def test_files_and_texts_are_dropped(analyst: Analyst) -> None:
    analyst.page.evaluate(DROP, [PGN, "games.pgn"])
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    assert analyst.tree().startswith("Start A quiet start 1.e4")
    analyst.page.evaluate(DROP, ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""])
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    analyst.page.wait_for_function("fen => document.querySelector('#fen-field').value === fen", arg=fen)
    assert analyst.tree() == "Start"
    analyst.page.evaluate(PASTE, "1. d4 d5")
    analyst.wait_for_tree("Start 1.d4 d5")
    analyst.page.wait_for_selector("#analysis-status:text-is('Start')")
    analyst.page.evaluate(DROP, ["hello", "x.txt"])
    analyst.page.wait_for_selector("#analysis-message:not(:empty)")
    assert "not a game" in analyst.text("analysis-message")


def test_a_file_is_opened_and_one_of_its_games_chosen(analyst: Analyst, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN + '\n[White "Cleo"]\n\n1. d4 d9 *\n')
    analyst.page.click("#import-button")
    with analyst.page.expect_file_chooser() as chooser:
        analyst.page.click("#import-open")
    chooser.value.set_files(path)
    analyst.page.wait_for_selector("dialog.chooser")
    analyst.page.fill("dialog.chooser input", "cleo")
    (found,) = analyst.page.locator("dialog.chooser .options button:visible").all_inner_texts()
    assert "Cleo" in found
    analyst.page.click("dialog.chooser .options button:visible")
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    assert analyst.text("analysis-problems").startswith("line 10: move 1 of black")
    analyst.keys("End")
    analyst.wait_for("d4")
    assert analyst.page.is_visible("#analysis-problems")
    assert analyst.tree() == "Start 1.d4"


def test_broken_texts_say_what_is_wrong(analyst: Analyst) -> None:
    analyst.read('[FEN "8/8"]\n\n1. e4')
    analyst.page.wait_for_selector("#import-problem:not(:empty)")
    assert analyst.text("import-problem").startswith("line 1: this game cannot begin")
    analyst.page.fill("#import-field", "1. e4 e9")
    analyst.page.click("#import-form .strong")
    analyst.page.wait_for_selector("#analysis-problems:not([hidden])")
    assert analyst.text("analysis-problems").startswith("line 1: move 1 of black")
    assert analyst.tree() == "Start 1.e4"


def test_a_link_opens_the_line_on_another_page(analyst: Analyst, address: str) -> None:
    analyst.analyse("fragments")
    analyst.play("c3", "b3")
    analyst.page.click("#copy-link")
    analyst.page.wait_for_selector("#analysis-status:text-is('Copied.')")
    link = analyst.clipboard()
    assert "#variant=fragments&moves=" in link
    fen = analyst.page.input_value("#fen-field")
    other = analyst.page.context.new_page()
    other.goto(link)
    other.wait_for_selector("#move-tree [aria-current]:has-text('b3')")
    assert other.input_value("#fen-field") == fen
    assert "#analysis=" in other.url
    other.goto(f"{address.split('?')[0]}#variant=nothing")
    other.wait_for_selector("#lobby-message:not(:empty)")
    assert "nothing" in other.inner_text("#lobby-message")
    other.close()


def test_an_own_world_is_linked_by_name(browser: Browser, tmp_path: Path) -> None:
    world = tmp_path / "my_world.toml"
    tiles = "\n".join(["........"] * 4 + [">" * 8] + ["........"] * 3)
    world.write_text(f'extends = "chess"\ntitle = "My world"\ntiles = """\n{tiles}\n"""\n')
    with running_board(tmp_path / "games", str(world)) as address:
        analyst = Analyst(browser, address)
        analyst.page.goto(f"{address.split('?')[0]}#variant=my_world&moves=e2e4")
        analyst.page.wait_for_selector("#move-tree [aria-current]:has-text('e4')")
        assert analyst.text("analysis-title") == "My world"
        assert "belt" in analyst.name("b4")
        analyst.page.context.close()
        assert analyst.complaints == []


def test_a_game_is_analysed_and_goes_on(analyst: Analyst) -> None:
    analyst.begin("chess", black="skill0")
    analyst.enter("e4")
    analyst.wait_for_moves(2)
    game = analyst.page.url
    analyst.page.click("#analyse-button")
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    assert len(analyst.page.locator("#move-tree button").all()) == 3
    analyst.keys("Home")
    analyst.wait_for("Start")
    analyst.play("d4")
    analyst.page.go_back()
    assert analyst.page.url == game
    assert len(analyst.wait_for_moves(2)) == 2
    analyst.enter("a3")
    analyst.wait_for_moves(4)


def test_two_pages_edit_one_analysis(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.play("e4")
    other = analyst.page.context.new_page()
    other.goto(analyst.page.url)
    other.wait_for_selector("#move-tree [aria-current]:has-text('e4')")
    analyst.play("e5")
    other.wait_for_selector("#move-tree >> text=e5")
    assert other.inner_text("#move-tree [aria-current]") == "1.e4"  # each page is where it was
    other.close()


def test_an_analysis_survives_a_server_that_is_killed(browser: Browser, tmp_path: Path) -> None:
    with running_board(tmp_path) as address:
        analyst = Analyst(browser, address)
        analyst.analyse("pirate_seas")
        analyst.click("e2", "e3")
        analyst.wait_for("e3")
        place = analyst.page.evaluate("location.hash")
    with running_board(tmp_path) as address:
        analyst.page.goto(address + place)
        analyst.wait_for_tree("1.e3")
        analyst.page.click("#close-analysis-button")
        analyst.page.click("#analysis-list li:first-child button:first-child")
        analyst.page.wait_for_selector("#analysis:not([hidden])")
        assert analyst.tree() == "Start 1.e3"
        analyst.page.click("#close-analysis-button")
        analyst.page.click("#analysis-list .remove")
        analyst.page.click("dialog.chooser .options button")
        analyst.page.wait_for_selector("#open-analyses", state="hidden")
    analyst.page.context.close()


def test_a_lost_connection_leads_back_to_the_same_move(browser: Browser, address: str) -> None:
    analyst = Analyst(browser, address)
    sockets: list[WebSocketRoute] = []
    received: list[str] = []

    def connect(socket: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            received.append(json.loads(text)["type"])
            socket.send(text)

        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    analyst.page.route_web_socket("**/socket", connect)
    analyst.page.reload()
    analyst.read(PGN)
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    analyst.page.click("#move-tree >> text=exd5")
    analyst.wait_for("exd5")
    other = Analyst(browser, address)
    other.page.goto(analyst.page.url)
    other.wait_for("exd5")
    other.page.click("#move-tree >> text=Bb5")
    other.wait_for("Bb5")
    received.clear()
    sockets[-1].close()
    # where the other page is, and where this one was
    wait_until(analyst.page, lambda: received.count("node") >= 2, "two places")
    analyst.wait_for("exd5")
    analyst.play("Qxd5")
    other.wait_for_tree("3.exd5 Qxd5")
    assert other.current().startswith("3. Bb5")
    for each in (analyst, other):
        each.page.context.close()
        assert each.complaints == []


def test_held_keys_ask_for_the_last_place_only(analyst: Analyst) -> None:
    knights = "Nf3 Nf6 Ng1 Ng8 " * 40
    analyst.read(knights)
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    analyst.page.focus("#move-tree [aria-current]")
    analyst.page.evaluate(HOLD, [160, "ArrowRight"])
    analyst.page.wait_for_selector("#analysis-status:has-text('80... Ng8. Draw')")
    assert analyst.text("connection") == ""
    asked = analyst.page.evaluate("window.asked")
    assert min(later - earlier for earlier, later in pairwise(asked)) > 1000 / REQUESTS_A_SECOND


def test_a_phone_has_no_sideways_scrolling(browser: Browser, address: str) -> None:
    analyst = Analyst(
        browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    analyst.read(PGN)
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    analyst.page.tap("#forward-button")
    analyst.wait_for("e4")
    analyst.page.tap("#node-editor summary")
    analyst.page.tap("#move-glyphs >> text=!!")
    analyst.wait_for_tree("e4!!")
    assert analyst.page.evaluate("document.documentElement.scrollWidth") == 390
    analyst.page.context.close()
    assert analyst.complaints == []


def test_edits_are_undone_and_headers_written(analyst: Analyst) -> None:
    analyst.read(PGN)
    analyst.page.wait_for_selector("#analysis:not([hidden])")
    before = analyst.tree()
    assert analyst.page.is_disabled("#undo-edit-button")
    analyst.keys("ArrowRight", "ArrowRight")
    analyst.wait_for("e5")
    analyst.page.click("#node-editor summary")
    analyst.page.click("#delete-button")
    analyst.page.click("dialog .options button")
    analyst.wait_for("e4")
    assert analyst.tree() == "Start A quiet start 1.e4"
    analyst.page.locator("#move-tree [aria-current]").press("Control+z")
    analyst.wait_for("e5")
    assert analyst.tree() == before
    analyst.page.locator("#announcer", has_text="Undone: the moves are back.").wait_for(state="attached")
    analyst.page.fill("#comment-field", "Solid")
    analyst.page.click("#undo-edit-button")  # also what was typed just now
    analyst.page.wait_for_function("() => document.querySelector('#undo-edit-button').disabled")
    assert analyst.tree() == before
    analyst.page.click("#header-editor summary")
    analyst.page.get_by_label("White", exact=True).fill("Bea")
    analyst.page.get_by_label("Date", exact=True).fill("yesterday")
    analyst.page.wait_for_function("() => document.querySelector('#header-message').textContent === ''")
    analyst.page.press("#header-fields input >> nth=0", "Tab")
    analyst.page.wait_for_selector("text=invalid Date")
    assert analyst.text("white-name") == "Bea"
    analyst.page.get_by_label("Date", exact=True).fill("2026.11.20")
    analyst.page.get_by_label("Date", exact=True).press("Tab")
    analyst.page.locator("#header-fields select").select_option("1/2-1/2")
    analyst.page.wait_for_selector("#analysis-about:has-text('2026.11.20 · 1/2-1/2')")
    assert analyst.text("header-message") == ""


def test_drawings_stay_with_their_moves(analyst: Analyst) -> None:
    analyst.analyse()
    analyst.play("e4")
    analyst.page.click("#pen-button")
    analyst.drag("d2", "d4")
    analyst.click("e5")
    analyst.page.wait_for_selector("#board .loop.drawn.green", state="attached")
    analyst.page.click("#pen-button")
    analyst.play("e5")
    assert analyst.page.locator("#board .drawn").count() == 0
    analyst.keys("ArrowLeft")
    analyst.wait_for("e4")
    assert "Circle on e5. Arrow from d2 to d4." in analyst.text("analysis-status")
    analyst.page.reload()
    analyst.wait_for("e4")
    shown = analyst.page.locator("#board .drawn").evaluate_all(
        "all => all.map((each) => each.className.baseVal)"
    )
    assert shown == ["mark loop drawn green", "arrow drawn green"]
    analyst.click("d7", "d5")  # a click does not wipe off what is kept
    analyst.wait_for("d5")
    analyst.keys("ArrowLeft")
    analyst.wait_for("e4")
    analyst.page.wait_for_selector("#board .arrow.drawn.green", state="attached")
    analyst.page.click("#copy-pgn")
    analyst.page.wait_for_selector("#analysis-status:has-text('Copied')")
    assert "{ [%csl Ge5] [%cal Gd2d4] }" in analyst.clipboard()
    analyst.page.keyboard.press("Control+z")
    analyst.page.wait_for_selector("#board .loop.drawn", state="detached")
    assert analyst.page.locator("#board .drawn").count() == 1
