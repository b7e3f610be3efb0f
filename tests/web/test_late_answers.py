"""Answers that come late do not undo what the person has done meanwhile, and show nothing that is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.web.driver import HeldAnswers, Player


@pytest.fixture
def held(player: Player) -> HeldAnswers:
    return HeldAnswers(player.page)


def edit(player: Player, world: str) -> None:
    """Opens the editor from the lobby."""
    player.page.check(f"input[value={world}]", force=True)
    player.page.click("#edit-world")
    player.page.wait_for_selector("#editor:not([hidden]) .cell")


def wait_for_fen(player: Player, part: str) -> None:
    found = "part => document.getElementById('editor-fen').value.includes(part)"
    player.page.wait_for_function(found, arg=part)


def test_the_state_of_a_fighter_is_set_field_by_field(player: Player, held: HeldAnswers) -> None:
    page = player.page
    edit(player, "exchange")
    player.click("a1")
    held.is_held = True
    points, rest = page.get_by_label("Hit points", exact=True), page.get_by_label("Ability rests")
    points.fill("4")
    points.press("Tab")
    rest.press_sequentially("2")
    held.wait_for("draft")
    held.let_through()
    assert rest.input_value().strip("0") == "2"
    assert page.evaluate("document.activeElement.value").strip("0") == "2"
    rest.fill("1")
    rest.press("Tab")
    player.cell("b1").focus()
    held.release()
    wait_for_fen(player, "hp:a1=4 cd:a1=1")
    assert points.input_value() == "4"


def test_every_undo_of_the_editor_counts(player: Player, held: HeldAnswers) -> None:
    page = player.page
    edit(player, "chess")
    page.locator("#palette input[value='']").check(force=True)
    for square, placement in (("a2", "1PPPPPPP"), ("b2", "2PPPPPP"), ("c2", "3PPPPP")):
        player.click(square)
        wait_for_fen(player, f"/{placement}/")
    held.is_held = True
    page.click("#undo-draft")
    page.click("#undo-draft")
    held.release()
    wait_for_fen(player, "/1PPPPPPP/")
    page.click("#undo-draft")
    wait_for_fen(player, "/PPPPPPPP/")


def test_moves_that_are_typed_early_are_played(player: Player, held: HeldAnswers) -> None:
    page = player.page
    page.check("input[value=chess]", force=True)
    held.is_held = True
    page.click("#analyse-world")
    held.wait_for("node")
    held.let_through("analysis")
    for move in ("e4", "e5", "Nf3"):
        page.fill("#analysis-move-field", move)
        page.press("#analysis-move-field", "Enter")
    held.release()
    page.wait_for_selector("#move-tree [aria-current]:has-text('Nf3')")
    assert " ".join(page.inner_text("#move-tree").split()) == "Start 1.e4 e5 2.Nf3"


def test_news_of_a_game_that_was_left_are_not_the_next_game(player: Player, held: HeldAnswers) -> None:
    page = player.page
    player.begin("chess", black="skill0")
    held.is_held = True
    player.enter("e4")
    held.wait_for("game", 2)
    player.leave()
    page.check("input[value=fragments]", force=True)
    page.click("#new-game-form button.strong")
    held.wait_for("game", 3)
    held.release()
    page.wait_for_selector("#game:not([hidden])")
    assert player.text("game-title") == "Chess Fragments"
    assert player.moves() == []


def test_a_picture_is_saved_when_it_is_there(player: Player, held: HeldAnswers) -> None:
    page = player.page
    player.begin("fragments")
    held.is_held = True
    page.click("#game-picture")
    for name in ("download-svg", "copy-svg", "download-png", "copy-png"):
        assert page.is_disabled(f"#{name}")
    held.release()
    with page.expect_download() as download:
        page.click("#download-svg")
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<svg")


def watch(player: Player, element: str, attribute: str) -> None:
    """Notes every value of an attribute of an element from now on, or every text of it."""
    player.page.evaluate(
        """([id, attribute]) => {
            const element = document.getElementById(id);
            const read = () => (attribute ? element.getAttribute(attribute) : element.textContent);
            window.seen = [];
            const observer = new MutationObserver(() => read() && window.seen.push(read()));
            observer.observe(element, { attributes: true, childList: true });
        }""",
        [element, attribute],
    )


def seen(player: Player) -> list[str]:
    """What was noted."""
    found: list[str] = player.page.evaluate("window.seen")
    return found


def test_a_world_that_was_closed_is_not_shown_in_the_next_dialog(player: Player, held: HeldAnswers) -> None:
    page = player.page
    watch(player, "world-dialog-title", "")
    held.is_held = True
    for number, world in enumerate(("chess", "exchange", "fragments"), 1):
        page.check(f"input[value={world}]", force=True)
        page.click("#about-world")
        held.wait_for("world-panel", number)
        page.click("#world-close")
    page.click("#about-world")
    held.wait_for("world-panel", 4)
    for _ in range(3):
        held.let_through("world-panel")
    assert player.text("world-content") == ""
    held.release()
    page.wait_for_selector("#world-content .kind")
    assert seen(player) == ["Chess Fragments"]


def test_a_world_is_asked_for_again_after_a_lost_connection(player: Player, held: HeldAnswers) -> None:
    page = player.page
    page.check("input[value=fragments]", force=True)
    held.is_held = True
    page.click("#about-world")
    held.wait_for("world-panel")
    held.cut()
    page.wait_for_selector("#world-problem:not(:empty)")
    held.release()
    page.wait_for_selector("#connection:empty", state="attached")
    page.click("#world-close")
    page.click("#about-world")
    page.wait_for_selector("#world-content .kind")
    assert player.text("world-problem") == ""


def test_a_picture_that_was_closed_is_not_shown_in_the_next_dialog(player: Player, held: HeldAnswers) -> None:
    page = player.page
    player.begin("fragments")
    watch(player, "picture", "src")
    held.is_held = True
    page.click("#game-picture")
    held.wait_for("picture")
    page.click("#picture-close")
    page.click("#flip-button")
    page.click("#game-picture")
    held.wait_for("picture", 2)
    held.let_through("picture")
    assert page.is_disabled("#download-svg")
    held.release()
    page.wait_for_selector("#download-svg:not([disabled])")
    assert len(seen(player)) == 1


def test_what_was_learned_is_asked_again_after_a_change(
    player: Player, held: HeldAnswers, tmp_path: Path
) -> None:
    """The page has asked before the change, and gets that answer after the news of it."""
    page = player.page
    file = tmp_path / "learned.json"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    file.write_text(json.dumps({f"{start}|e2e4": {"w": 5}}), encoding="utf-8")
    player.begin("chess")
    page.click("#learning summary")
    page.wait_for_selector("#learning-empty:not([hidden])")
    page.click("#learning summary")
    held.is_held = True
    page.click("#learning summary")
    held.wait_for("learned")
    page.set_input_files("#learning-file", file)
    held.wait_for("learning")
    held.put_first("learning")
    held.release()
    page.wait_for_selector("#learning-rows button")
