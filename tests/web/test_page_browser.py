"""The page in a browser: Playwright drives Chromium against a server of its own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.seeds import seeded
from tests.web.driver import Player, running_board
from tests.web.test_page import SCRIPTS

from tilefish import Library
from tilefish.engine.levels import level_groups

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLIES = 12
"""Of each random game."""
MOST_TRANSFERRED = 250_000
"""The size limit of the page: all that a browser gets until the first game is on the board."""
TRIES = 2000
"""How often is clicked for one move before it is too late for an answer."""


_CLICK = """([places, part]) => {
    for (const place of places) {
        const all = [...document.querySelectorAll(place)];
        if (!all.length) continue;
        all[Math.floor(part * all.length)].click();
        return;
    }
}"""
"""Clicks on one of the elements of the first place that has any."""


def play_by_chance(player: Player, random: Random, plies: int) -> None:
    """Clicks on what can be clicked, until the game has that number of moves or is over."""
    tries, ply = 0, -1
    while tries < TRIES:
        if player.state and (player.state["ply"] >= plies or player.state["outcome"]):
            return
        tries, ply = (tries + 1, ply) if player.state["ply"] == ply else (0, player.state["ply"])
        places = random.sample([".target", "#choices button", ".movable"], 3)
        player.page.evaluate(_CLICK, [["dialog[open] .options button", *places], random.random()])
        player.page.wait_for_timeout(15)
    pytest.fail(f"no {plies} moves: {player.moves()}")


@pytest.mark.parametrize("world", Library().names())
def test_every_world_is_played(player: Player, world: str) -> None:
    player.begin(world)
    play_by_chance(player, seeded("page", world), PLIES)
    assert len(player.wait_for_moves(player.state["ply"])) == player.state["ply"]
    assert not player.state["outcome"] or player.page.locator(".movable").count() == 0


def test_clicks_drags_keys_and_texts(player: Player) -> None:
    player.begin("chess")
    player.click("e2", "e4")
    player.wait_for_moves(1)
    assert player.name("e4") == "e4, white pawn"
    player.drag("e7", "e5")
    player.wait_for_moves(2)
    player.cell("g1").focus()
    player.choose_by_keyboard("g1", "f3")
    player.wait_for_moves(3)
    player.enter("Nc6")
    assert player.wait_for_moves(4) == ["e4", "e5", "Nf3", "Nc6"]
    assert "Nc6" in player.text("status")


@pytest.mark.parametrize("target", ["g1", "h1"])
def test_castling_is_clicked_in_two_ways(player: Player, target: str) -> None:
    player.begin("chess", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    player.click("e1", target)
    assert player.wait_for_moves(1) == ["O-O"]


def test_promotion_is_chosen(player: Player) -> None:
    player.begin("chess", fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    player.click("a7", "a8")
    player.page.click("dialog.chooser >> text=Cancel")
    assert player.moves() == []
    player.click("a7", "a8")
    player.page.click("dialog.chooser >> text=rook")
    assert player.wait_for_moves(1) == ["a8=R"]
    assert player.name("a8") == "a8, white rook"


def test_stone_sequence_goes_leg_by_leg_and_back(player: Player) -> None:
    player.begin("ruined_overworld")
    player.cell("e2").focus()
    player.choose_by_keyboard("e2", "e4", "f5")
    assert player.text("choices").startswith("e2 → e4 → f5")
    assert player.name("f6").endswith("legal target")
    player.page.keyboard.press("Escape")
    assert player.text("choices").startswith("e2 → e4\n")
    assert player.moves() == []
    player.choose_by_keyboard("e5", "e6")
    assert player.wait_for_moves(1) == ["e4-e5-e6"]


def test_fighters_move_attack_and_use_abilities(player: Player) -> None:
    player.begin("exchange", fen="4k3/8/8/3p4/2p5/1N6/8/4K3 w - - 0 1")
    assert player.name("b3") == "b3, white knight, 11 of 11 hit points"
    player.click("b3", "d4", "d5")
    (attack,) = player.wait_for_moves(1)
    assert attack.startswith("b3d4xd5=")
    player.click("e8")
    player.page.click("#choices >> text=Royal Decree")
    player.page.click("#choices >> text=Use it")
    assert player.wait_for_moves(2)[1] == "e8!"
    assert "royal decree" in player.name("e8")


def test_engine_answers_and_moves_are_taken_back(player: Player) -> None:
    player.begin("fragments", black="skill0")
    player.enter("c3")
    player.wait_for_moves(2)
    player.page.click("#undo-button")
    player.page.wait_for_selector("#move-list:not(:has(button))")


def test_hint_and_why(player: Player) -> None:
    player.begin("chess")
    player.page.click("#hint-button")
    player.page.wait_for_selector(".arrow.hint", state="attached")
    assert player.text("status").startswith("Hint: ")
    player.enter("e4")
    player.wait_for_moves(1)
    assert player.page.locator(".arrow.hint").count() == 0
    player.page.click("#move-list button")
    player.page.wait_for_selector("#explanation:not([hidden])")
    assert player.text("explanation-text")


def test_wrong_move_is_refused_and_another_can_be_made(player: Player) -> None:
    player.begin("chess")
    player.enter("e5")
    player.page.wait_for_selector("#message:not(:empty)")
    assert player.moves() == []
    player.click("e2", "e4")
    player.wait_for_moves(1)
    assert player.text("message") == ""


def test_result_is_said(player: Player) -> None:
    player.begin("chess")
    for number, move in enumerate(("f3", "e5", "g4", "Qh4#"), 1):
        player.enter(move)
        player.wait_for_moves(number)
    assert "checkmate" in player.text("status").lower()
    assert player.page.locator(".movable").count() == 0


def test_two_pages_show_one_game(player: Player, browser: Browser, address: str) -> None:
    player.begin("chess")
    other = player.page.context.new_page()
    other.goto(player.page.url)
    other.wait_for_selector("#game:not([hidden])")
    player.drag("e2", "e4")
    other.wait_for_selector("#move-list button")
    assert other.locator("#move-list button").all_inner_texts() == ["e4"]


def test_game_is_there_again_after_a_reload_and_in_the_lobby(player: Player) -> None:
    player.begin("chess")
    player.click("e2", "e4")
    player.wait_for_moves(1)
    player.page.reload()
    assert player.wait_for_moves(1) == ["e4"]
    player.leave()
    player.page.click("#open-list li:first-child button")
    player.page.wait_for_selector("#game:not([hidden])")
    assert player.moves() == ["e4"]


def test_game_survives_a_server_that_is_killed(browser: Browser, tmp_path: Path) -> None:
    with running_board(tmp_path) as address:
        player = Player(browser, address)
        player.begin("pirate_seas")
        player.click("e2", "e3")
        player.wait_for_moves(1)
        game = player.page.evaluate("location.hash")
    with running_board(tmp_path) as address:
        player.page.goto(address + game)
        assert player.wait_for_moves(1) == ["e3"]
        player.click("e7", "e6")
        player.wait_for_moves(2)
    player.page.context.close()


def test_lost_connection_is_told(browser: Browser, tmp_path: Path) -> None:
    with running_board(tmp_path) as address:
        player = Player(browser, address)
        player.begin("chess")
    player.page.wait_for_selector("#connection:not(:empty)")
    player.click("e2", "e4")
    assert player.text("message") == "There is no connection to the server."
    player.page.context.close()


def test_settings_are_kept(player: Player) -> None:
    player.page.click("#settings-button")
    player.page.select_option("#setting-theme", "contrast")
    player.page.check("#setting-letters")
    player.page.click("#settings-close")
    player.begin("chess")
    assert player.page.locator("#board .letter").count() == 32
    player.page.reload()
    player.page.wait_for_selector("#board .letter", state="attached")
    assert player.page.get_attribute("html", "data-theme") == "contrast"


def test_phone_has_no_sideways_scrolling(browser: Browser, address: str) -> None:
    player = Player(browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    player.begin("fear_factory")
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    player.cell("e2").tap()
    player.cell("e4").tap()
    assert player.wait_for_moves(1) == ["e4"]
    player.page.context.close()
    assert player.complaints == []


def test_nothing_moves_for_those_who_do_not_want_it(browser: Browser, address: str) -> None:
    player = Player(browser, address, reduced_motion="reduce")
    player.begin("chess")
    player.page.evaluate("""() => {
        window.animated = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.animated += 1;
            return animate.apply(this, given);
        };
    }""")
    player.click("e2", "e4")
    player.wait_for_moves(1)
    assert player.page.evaluate("window.animated") == 0
    player.page.context.close()


def test_a_game_is_deleted_in_the_lobby(player: Player) -> None:
    page = player.page
    player.begin("chess")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#game:not([hidden])")
    player.leave()
    games = page.locator("#open-list li").count()
    page.click("#open-list li:first-child .remove")
    page.click(".chooser .plain")  # no
    assert page.locator("#open-list li").count() == games
    page.click("#open-list li:first-child .remove")
    page.click(".chooser .options button")
    page.wait_for_function(
        "games => document.querySelectorAll('#open-list li').length === games - 1", arg=games
    )
    other.wait_for_selector("#lobby-message:has-text('no such game')")
    for each in (page, other):
        assert each.locator("#open-list li").count() == games - 1
        each.reload()
        each.wait_for_selector("#lobby:not([hidden])")
        assert each.locator("#open-list li").count() == games - 1
    other.close()


def test_a_game_is_saved_as_a_file(player: Player) -> None:
    player.begin("chess")
    player.enter("e4")
    player.wait_for_moves(1)
    with player.page.expect_download() as download:
        player.page.click("#game-pgn")
    assert "1. e4" in download.value.path().read_text()


def test_levels_are_listed_by_what_they_are(player: Player) -> None:
    for side in ("white", "black"):
        groups = player.page.locator(f"#new-{side} optgroup")
        listed = {
            group.get_attribute("label"): [
                option.get_attribute("value") for option in group.locator("option").all()
            ]
            for group in groups.all()
        }
        assert listed == level_groups()
    assert player.page.input_value("#new-black") == "easy"


def test_the_page_is_small_on_its_way(browser: Browser, address: str) -> None:
    """All scripts and styles, and the messages with the drawings of a world, as they are sent and with their
    headers. The pictures of the lobby are as many as there are worlds: `test_access.py` limits each."""
    context = browser.new_context()
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, list[int]] = {}

    def arrived(event: dict[str, Any]) -> None:
        sizes.setdefault(kinds[event["requestId"]], []).append(event["encodedDataLength"])

    def received(event: dict[str, Any]) -> None:
        sizes.setdefault("WebSocket", []).append(len(event["response"]["payloadData"].encode()))

    network.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    network.on("Network.loadingFinished", arrived)
    network.on("Network.webSocketFrameReceived", received)
    page.goto(address)
    page.click("#new-game-form button.strong")
    page.wait_for_selector("#game:not([hidden])")
    page.wait_for_load_state("networkidle")
    context.close()
    sizes.pop("Image", None)
    assert len(sizes["Script"]) == len(SCRIPTS)
    assert {kind for kind, found in sizes.items() if sum(found) > 1000} == {
        *("Document", "Stylesheet", "Script", "WebSocket")
    }
    assert sum(map(sum, sizes.values())) <= MOST_TRANSFERRED
