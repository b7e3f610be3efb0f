"""The learning panel and one's own results in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.web.driver import Player

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
LEARNED = {
    f"{START}|e2e4": {"w": 5, "l": 2, "d": 1},
    f"{START}|d2d4": {"w": 9, "l": 2, "d": 0},
    f"{START}|g1f3": {"w": 0, "l": 1, "d": 1},
}


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """A file in the raw format."""
    file = tmp_path / "learned.json"
    file.write_text(json.dumps(LEARNED), encoding="utf-8")
    return file


def moves(player: Player) -> list[str]:
    """The moves in the panel, from top to bottom."""
    return player.page.locator("#learning-rows button").all_inner_texts()


def open_panel(player: Player) -> None:
    player.begin("chess")
    player.page.click("#learning summary")


def bring(player: Player, file: Path) -> None:
    """Imports a file, after all that was learned is forgotten."""
    player.page.click("#learning-reset")
    player.page.click("dialog[open] >> text=of all worlds")
    player.page.wait_for_selector("#learning-message:has-text('everything is forgotten')")
    player.page.wait_for_selector("#learning-empty:not([hidden])")
    player.page.set_input_files("#learning-file", file)
    player.page.wait_for_selector("#learning-message:has-text('3 moves of 1 position added to Chess')")
    player.page.wait_for_selector("#learning-rows button")


def test_table_is_filled_sorted_and_plays(player: Player, learned: Path) -> None:
    open_panel(player)
    bring(player, learned)
    assert moves(player) == ["d4", "e4", "Nf3"]
    assert player.page.inner_text("#learning-rows tr:first-child").split() == [
        "d4", "11", "81.8", "%", "9", "2", "0", "+46.7",
    ]  # fmt: skip
    player.page.click("#learning-head >> text=Bonus")
    assert moves(player) == ["d4", "e4", "Nf3"]
    player.page.click("#learning-head >> text=Bonus")
    assert moves(player) == ["Nf3", "e4", "d4"]
    assert player.page.get_attribute("#learning-head th:last-child", "aria-sort") == "ascending"
    player.page.click("#learning-head >> text=Move")
    assert moves(player) == ["d4", "e4", "Nf3"]
    player.page.click("#learning-rows >> text=e4")
    assert player.wait_for_moves(1) == ["e4"]
    player.page.wait_for_selector("#learning-empty:not([hidden])")
    player.page.click("#undo-button")
    player.page.wait_for_selector("#learning-rows button")


def test_export_is_what_was_imported(player: Player, learned: Path) -> None:
    open_panel(player)
    bring(player, learned)
    with player.page.expect_download() as download:
        player.page.click("#learning-raw")
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == LEARNED
    assert download.value.suggested_filename == "tilefish-chess.json"
    with player.page.expect_download() as download:
        player.page.click("#learning-export")
    exported = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert exported["positions"][START]["moves"]["e2e4"]["games"] == 8


def test_wrong_file_is_refused_as_text(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.json"
    file.write_text('{"<img src=x onerror=alert(1)>|e2e4": {"w": 1}}', encoding="utf-8")
    open_panel(player)
    player.page.set_input_files("#learning-file", file)
    player.page.wait_for_selector("#learning-message:has-text('the file:1:')")
    assert player.page.locator("#learning-message img").count() == 0
    player.complaints = [each for each in player.complaints if "400" not in each]


def test_switches_are_kept_for_all_pages(player: Player) -> None:
    open_panel(player)
    player.page.check("#learning-uses")
    player.page.check("#learning-records")
    other = player.page.context.new_page()
    other.goto(player.page.url)
    other.wait_for_selector("#learning-uses:checked", state="attached")
    other.wait_for_selector("#learning-records:checked", state="attached")
    player.page.uncheck("#learning-records")
    player.page.uncheck("#learning-uses")
    other.wait_for_selector("#learning-uses:not(:checked)", state="attached")


def test_results_are_in_the_lobby_and_can_be_forgotten(player: Player) -> None:
    player.begin("fragments", black="skill0")
    player.enter("c3")
    player.wait_for_moves(2)
    player.page.click("#resign-button")
    player.page.click("dialog[open] .options button")
    player.page.wait_for_selector("#rematch-button:not([hidden])")
    player.leave()
    row = player.page.wait_for_selector("#results-rows tr:has-text('Chess Fragments')")
    assert row is not None
    assert row.inner_text().split("\t") == ["Chess Fragments", "Tilefish, skill0", "0", "0", "1", "0"]
    player.page.click("#results-reset")
    player.page.click("dialog[open] >> text=Forget all results")
    player.page.wait_for_selector("#results", state="hidden")
