"""Live lines, evaluation bar, graph, report and the search overlay in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.driver import Player, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

MOVES = "f2f3,e7e5,g2g4"
LONG_LINE = (
    "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7,f1e1,b7b5,a4b3,d7d6,c2c3,e8g8,h2h3,c6a5,b3c2,c7c5"
)
"""A thorough report takes two seconds a move: it is not done when a test stops it."""
_HIDDEN = """() => {
    const all = [...document.querySelectorAll("main:not([hidden]) :is(button, input, select, summary, a)")];
    return all.filter((each) => each.checkVisibility()).filter((each) => {
        each.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = each.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".overlay");
    }).map((each) => each.id || each.textContent);
}"""
"""What the overlay covers of all that can be clicked, when it is scrolled to."""


def analyse(player: Player, moves: str = MOVES, variant: str = "chess") -> None:
    """Opens an analysis at the end of a line."""
    player.page.evaluate("(words) => (location.hash = words)", f"variant={variant}&moves={moves}")
    player.page.wait_for_selector("#analysis:not([hidden])")
    player.page.wait_for_selector("#move-tree button")


def switch_on(player: Player, lines: int) -> None:
    """Switches the live analysis on, and waits for its lines."""
    player.page.select_option(".live-count select", str(lines))
    player.page.click(".live-switch")
    player.page.wait_for_selector(f".live-lines li:nth-child({lines}):not([hidden])")


def focus_long_lines(player: Player) -> None:
    """Focuses the first move of the first line, so that the lines stay, once two lines have several moves:
    what the transposition table ends early has one alone."""
    page = player.page
    rows = [page.locator(f".live-lines li:nth-child({number}) button:visible") for number in (1, 2)]

    def are_long() -> bool:
        rows[0].first.focus()
        if all(row.count() > 1 for row in rows):
            return True
        page.evaluate("document.activeElement.blur()")
        return False

    wait_until(page, are_long, "two lines of several moves")


def tree(player: Player) -> list[str]:
    return player.page.locator("#move-tree button").all_inner_texts()


def test_lines_are_shown_previewed_and_played(player: Player) -> None:
    page = player.page
    analyse(player)
    switch_on(player, 2)
    assert page.get_attribute(".live-switch", "aria-pressed") == "true"
    assert "depth" in page.inner_text(".live-figures")
    assert page.locator(".arrow.line").count() == 2
    first = page.locator(".live-lines li:first-child button")
    assert first.first.inner_text() == "2… Qh4#"
    first.first.hover()
    page.wait_for_selector("#live-lines .mini-board:not([hidden]) .piece", state="attached")
    assert page.locator("#live-lines .mini-board .piece").count() == 32
    assert page.inner_text("#live-lines .mini-board figcaption") == "Qh4#"
    first.first.click()
    page.wait_for_selector("#analysis-turn:has-text('Black wins')")
    assert any("Qh4#" in move for move in tree(player))
    assert page.locator("#live-lines .mini-board:not([hidden])").count() == 0
    assert page.locator(".arrow.line").count() == 0


def test_lines_are_walked_by_keyboard_and_stay_meanwhile(player: Player) -> None:
    page = player.page
    analyse(player, "e2e4")
    switch_on(player, 3)
    focus_long_lines(player)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    focused = page.evaluate("document.activeElement.textContent")
    lines = page.inner_text(".live-lines")
    figures = page.inner_text(".live-figures")
    page.wait_for_selector("#live-lines .mini-board:not([hidden])")
    wait_until(page, lambda: page.inner_text(".live-figures") != figures, "a later depth or number of nodes")
    assert page.inner_text(".live-lines") == lines
    assert page.locator(".live-lines button[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_selector("#move-tree button:nth-of-type(4)")
    assert focused.split()[-1] in tree(player)[3]


def test_a_hidden_page_stops_and_goes_on(player: Player) -> None:
    page = player.page
    analyse(player, "e2e4")
    switch_on(player, 1)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.wait_for_selector(".live-figures:has-text('stopped')")
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: false, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.wait_for_selector(".live-figures:not(:has-text('stopped'))")


def test_it_goes_on_after_a_lost_connection(player: Player) -> None:
    page = player.page
    routes: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        routes.append(socket)

    page.route_web_socket("**/socket", route)
    page.reload()
    page.wait_for_selector("#lobby:not([hidden])")
    analyse(player, LONG_LINE)
    switch_on(player, 1)
    page.select_option("#report .report-bar select", "thorough")
    page.click("#report .report-bar button")
    page.wait_for_selector("#report .report-bar button:has-text('Stop')")
    routes[-1].close()
    page.wait_for_selector(".report-state:has-text('Stopped')")
    page.wait_for_selector(".live-lines li:first-child:not([hidden])")
    assert len(routes) == 2
    assert page.get_attribute(".live-switch", "aria-pressed") == "true"


def test_it_is_switched_off_and_the_number_of_lines_is_kept(player: Player) -> None:
    page = player.page
    analyse(player)
    switch_on(player, 4)
    page.click(".live-switch")
    assert page.locator(".live-lines li:not([hidden])").count() == 0
    page.reload()
    page.wait_for_selector("#move-tree button")
    assert page.input_value(".live-count select") == "4"
    assert page.get_attribute(".live-switch", "aria-pressed") == "false"


def test_bar_has_a_name_and_a_value_and_turns_with_the_board(player: Player) -> None:
    page = player.page
    analyse(player)
    switch_on(player, 1)
    bar = page.get_by_role("meter", name="Evaluation")
    assert "White can expect" in (bar.get_attribute("aria-valuetext") or "")
    assert int(bar.get_attribute("aria-valuenow") or "100") < 50
    page.click("#turn-board-button")
    page.wait_for_selector(".value-bar.flipped")
    page.click(".live-switch")
    page.click("#first-button")  # the live analysis has noted its result, but not here
    page.wait_for_selector(".value-bar.unknown")


def test_the_report_fills_tree_graph_and_table(player: Player) -> None:
    page = player.page
    analyse(player, f"{MOVES},d8h4")
    page.select_option("#report .report-bar select", "quick")
    page.click("#report .report-bar button")
    page.wait_for_selector(".report-state:has-text('All moves are judged')")
    page.wait_for_selector("#move-tree button:has-text('g4??')")
    assert page.locator("#report .blunder").inner_text().split() == ["Blunders", "1", "–"]
    assert page.locator(".graph-mark.blunder").count() == 1
    slider = page.get_by_role("slider", name="Evaluation of the game")
    assert slider.get_attribute("aria-valuenow") == "4"
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#analysis-status:has-text('2. g4')")
    assert (slider.get_attribute("aria-valuetext") or "").endswith("blunder")
    assert page.inner_text("#report .report-move").startswith("g4??: allows mate")
    page.keyboard.press("Home")
    page.wait_for_selector("[role=slider][aria-valuenow='0']")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("#analysis-status:has-text('1... e5')")


def test_a_report_is_stopped(player: Player) -> None:
    page = player.page
    analyse(player, LONG_LINE)
    page.select_option("#report .report-bar select", "thorough")
    page.click("#report .report-bar button")
    page.wait_for_selector("#report .report-bar button:has-text('Stop')")
    assert page.locator("progress:not([hidden])").get_attribute("aria-label") == "Moves judged"
    page.click("#report .report-bar button")
    page.wait_for_selector(".report-state:has-text('Stopped')")
    assert page.inner_text("#report .report-bar button") == "Judge the game"


def test_engines_that_play_show_bar_graph_and_overlay(player: Player) -> None:
    page = player.page
    player.begin("chess", white="full", black="full")
    page.keyboard.press("F2")
    overlay = page.locator(".overlay")
    assert overlay.get_attribute("aria-live") == "off"
    player.wait_for_moves(2)
    page.wait_for_selector("#game-insight .graph-line", state="attached")
    assert page.get_by_role("meter", name="Evaluation").is_visible()
    rows = overlay.inner_text()
    assert all(word in rows for word in ("Turn", "Limit", "Depth", "Nodes", "Table", "Last"))
    page.click("#pause-button")
    page.wait_for_selector(".overlay[data-state=paused]")
    page.locator("#game-insight [role=slider]").focus()
    page.keyboard.press("Home")
    page.wait_for_selector("#game-insight .mini-board:not([hidden])")
    page.keyboard.press("F2")
    assert not overlay.is_visible()


@pytest.mark.parametrize("size", [(1280, 800), (900, 800), (390, 844)])
def test_the_overlay_hides_nothing_for_good(player: Player, size: tuple[int, int]) -> None:
    page = player.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.keyboard.press("F2")
    player.begin("exchange", black="skill0")
    assert page.is_visible(".overlay")
    assert page.evaluate(_HIDDEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    analyse(player)
    assert page.is_visible(".overlay")
    assert page.evaluate(_HIDDEN) == []


def test_a_person_sees_no_evaluation_before_the_end(player: Player) -> None:
    page = player.page
    player.begin("chess", black="skill0")
    player.enter("e4")
    player.wait_for_moves(2)
    player.enter("a3")
    player.wait_for_moves(4)
    assert page.locator(".value-bar:not([hidden])").count() == 0
    assert page.locator("#game-insight .graph").is_hidden()
    page.keyboard.press("F2")
    page.wait_for_selector(".overlay[data-state=waiting]")
    page.click("#resign-button")
    page.click("dialog.chooser .options button")
    page.wait_for_selector(".overlay[data-state=stopped]")
    page.wait_for_selector("#game-insight .graph")
    page.keyboard.press("F2")


def test_fights_are_analysed(player: Player) -> None:
    page = player.page
    analyse(player, "e2e4", "exchange")
    switch_on(player, 2)
    page.locator(".live-lines li:first-child button").first.hover()
    page.wait_for_selector("#live-lines .mini-board:not([hidden]) .hp-bar", state="attached")
    page.click(".live-switch")


def test_a_finished_game_is_judged_in_its_view(player: Player) -> None:
    page = player.page
    page.keyboard.press("F2")
    player.begin("chess")
    for number, move in enumerate(("f3", "e5", "g4"), 1):
        player.enter(move)
        player.wait_for_moves(number)
    assert page.inner_text(".overlay-state") == "waiting for you"
    assert page.is_hidden("#game-insight .report-panel")
    player.enter("Qh4")
    page.wait_for_selector(".overlay[data-state=stopped]")
    page.select_option("#game-insight .report-panel select", "quick")
    page.click("#game-insight .report-panel button")
    page.wait_for_selector("#game-insight .report-state:has-text('All moves are judged.')")
    assert page.locator("#game-insight .report-panel tr").count() > 2
    page.click("#undo-button")  # the game goes on: it is not judged any more
    page.wait_for_selector("#game-insight .report-panel", state="hidden")


def test_the_battle_log_is_seen_beside_the_board(player: Player) -> None:
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    player.begin("exchange", fen="4k3/8/8/3r4/3Q4/8/8/4K3 w - - 0 1")
    player.enter("d4xd5")
    page.wait_for_selector("#battle-list li")
    box = page.locator("#battle-list").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.wait_for_selector("#battle:not([hidden])")
    assert page.is_hidden("#battle-list")
    page.click("#battle summary")
    assert page.is_visible("#battle-list li")
