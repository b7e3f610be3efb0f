"""axe-core finds nothing wrong with any view, dialog or theme."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.axe import axe_source, violations
from tests.web.driver import Player, running_board
from tests.web.test_watched_file import game

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def source() -> str:
    return axe_source()


def test_lobby(player: Player, source: str) -> None:
    assert violations(player.page, source) == []


def test_settings(player: Player, source: str) -> None:
    player.page.click("#settings-button")
    assert violations(player.page, source) == []


@pytest.mark.parametrize("world", ["chess", "exchange", "ruined_overworld"])
def test_game(player: Player, source: str, world: str) -> None:
    player.begin(world, black="skill0", clock="5:00+3")
    assert violations(player.page, source) == []
    player.enter({"chess": "e4", "exchange": "e2e4", "ruined_overworld": "e3"}[world])
    player.wait_for_moves(1)
    player.cell("d2").click()
    assert violations(player.page, source) == []


def test_reasons_and_hint(player: Player, source: str) -> None:
    player.begin("chess")
    player.page.click("#hint-button")
    player.page.wait_for_selector(".arrow.hint", state="attached")
    player.enter("e4")
    player.wait_for_moves(1)
    player.page.click("#why-button")
    player.page.wait_for_selector("#explanation:not([hidden])")
    assert violations(player.page, source) == []


def test_dialog_of_promotion(player: Player, source: str) -> None:
    player.begin("chess", fen="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    player.click("a7", "a8")
    player.page.wait_for_selector("dialog[open]")
    assert violations(player.page, source) == []


def test_question_before_resigning_and_result(player: Player, source: str) -> None:
    player.begin("chess")
    player.page.click("#resign-button")
    assert violations(player.page, source) == []
    player.page.click("dialog[open] .options button")
    player.page.wait_for_selector("#rematch-button:not([hidden])")
    assert violations(player.page, source) == []


def test_letters_instead_of_pictures(player: Player, source: str) -> None:
    player.page.click("#settings-button")
    player.page.check("#setting-letters")
    player.page.click("#settings-close")
    player.begin("exchange")
    assert violations(player.page, source) == []


@pytest.mark.parametrize("world", ["chess", "exchange"])
def test_editor_with_its_dialogs(player: Player, source: str, world: str) -> None:
    page = player.page
    page.check(f"input[value={world}]", force=True)
    page.click("#edit-world")
    page.wait_for_selector("#editor:not([hidden]) .cell")
    player.click("a1")
    assert violations(page, source) == []
    page.click("#draft-empty")
    page.wait_for_selector("#editor-status.wrong")
    assert violations(page, source) == []
    page.click("#about-draft")
    page.wait_for_selector(".kind img[src]")
    assert violations(page, source) == []
    page.click("#world-close")
    page.click("#draft-picture")
    page.wait_for_selector("#picture[src]")
    assert violations(page, source) == []


def test_watched_match(source: str, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "match.pgn"
    path.write_text(game(1) + game(2))
    with running_board(tmp_path / "games", "--watch", str(path)) as address:
        player = Player(browser, address)
        player.page.wait_for_selector("#watch .cell[aria-label*=king]")
        assert violations(player.page, source) == []
        player.page.context.close()
        assert player.complaints == []


def test_phone(source: str, browser: Browser, address: str) -> None:
    player = Player(browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    assert violations(player.page, source) == []
    player.begin("chess")
    assert violations(player.page, source) == []
    player.page.context.close()


def test_learning_panel(player: Player, source: str, tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    file.write_text(json.dumps({f"{start}|e2e4": {"w": 5}, f"{start}|d2d4": {"l": 1}}), encoding="utf-8")
    player.begin("chess")
    player.page.click("#learning summary")
    assert violations(player.page, source) == []
    player.page.set_input_files("#learning-file", file)
    player.page.wait_for_selector("#learning-rows tr:nth-child(2)")
    assert violations(player.page, source) == []
    player.page.click("#learning-reset")
    assert violations(player.page, source) == []
    player.page.click("dialog[open] >> text=of all worlds")
    player.page.wait_for_selector("#learning-empty:not([hidden])")


def test_own_results(player: Player, source: str) -> None:
    player.begin("fragments", black="skill0")
    player.enter("c3")
    player.wait_for_moves(2)
    player.page.click("#resign-button")
    player.page.click("dialog[open] .options button")
    player.page.wait_for_selector("#rematch-button:not([hidden])")
    player.leave()
    player.page.wait_for_selector("#results:not([hidden])")
    assert violations(player.page, source) == []


def test_analysis(player: Player, source: str) -> None:
    player.begin("chess")
    for number, move in enumerate(("e4", "e5", "Nf3"), 1):
        player.enter(move)
        player.wait_for_moves(number)
    player.page.click("#analyse-button")
    player.page.wait_for_selector("#move-tree button >> nth=2")
    assert violations(player.page, source) == []
    player.page.click("#node-editor summary")
    assert violations(player.page, source) == []
    player.page.click("#import-other")
    assert violations(player.page, source) == []


def test_annotations_and_texts(player: Player, source: str) -> None:
    page = player.page
    page.click("#import-button")
    page.fill("#import-field", "1. e4 *\n\n1. d4 (1. c4 $2 {x} c5) 1... d9 *")
    assert violations(page, source) == []
    page.click("#import-form .strong")
    page.wait_for_selector("dialog.chooser input")
    assert violations(page, source) == []
    page.click("dialog.chooser .options button >> nth=1")
    page.wait_for_selector("#analysis-problems:not([hidden])")
    page.click("#move-tree >> text=c4")
    page.click("#node-editor summary")
    assert violations(page, source) == []


def test_live_lines_report_and_overlay(player: Player, source: str) -> None:
    page = player.page
    page.evaluate("location.hash = 'variant=chess&moves=f2f3,e7e5,g2g4'")
    page.wait_for_selector("#move-tree button >> nth=2")
    page.select_option(".live-count select", "2")
    page.click(".live-switch")
    page.wait_for_selector(".live-lines li:nth-child(2):not([hidden])")
    page.select_option("#report .report-bar select", "quick")
    page.click("#report .report-bar button")
    page.wait_for_selector(".report-state:has-text('All moves are judged')")
    page.keyboard.press("F2")
    page.wait_for_selector(".overlay")
    page.locator(".live-lines button").first.focus()
    page.wait_for_selector("#live-lines .mini-board:not([hidden])")
    assert violations(page, source) == []
    page.keyboard.press("F2")


def test_game_of_engines(player: Player, source: str) -> None:
    player.begin("chess", white="full", black="full")
    player.page.wait_for_selector("#game-insight .graph-line", state="attached")
    assert violations(player.page, source) == []


def test_engine_lines_graph_and_overlay(player: Player, source: str) -> None:
    player.begin("chess")
    for number, move in enumerate(("e4", "e5", "Nf3"), 1):
        player.enter(move)
        player.wait_for_moves(number)
    player.page.click("#analyse-button")
    player.page.wait_for_selector("#move-tree button >> nth=2")
    player.page.click("#live-lines button >> nth=0")
    player.page.wait_for_selector(".arrow", state="attached")
    player.page.keyboard.press("F2")
    assert violations(player.page, source) == []
    player.page.click("#report button >> nth=0")
    player.page.wait_for_selector("#report table")
    assert violations(player.page, source) == []
    player.page.keyboard.press("F2")


def test_position_editor(player: Player, source: str) -> None:
    player.page.click("#edit-world")
    player.page.wait_for_selector("#editor:not([hidden])")
    assert violations(player.page, source) == []


@pytest.mark.parametrize("world", ["exchange", "twisted_carnival"])
def test_world_panel(player: Player, source: str, world: str) -> None:
    player.page.check(f"input[value={world}]", force=True)
    player.page.click("#about-world")
    player.page.wait_for_selector("#world-dialog[open] svg, #world-dialog[open] img")
    assert violations(player.page, source) == []


def test_picture(player: Player, source: str) -> None:
    player.begin("chess")
    player.page.click("#game-picture")
    player.page.wait_for_selector("#picture-dialog[open]")
    assert violations(player.page, source) == []


def test_engines_play_and_are_held(player: Player, source: str) -> None:
    player.begin("chess", white="full", black="full")
    player.wait_for_moves(1)
    player.page.click("#pause-button")
    player.page.wait_for_selector("#step-button:not([hidden])")
    assert violations(player.page, source) == []
