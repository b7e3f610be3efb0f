"""The position editor, pictures, the world panel, the watched match and own worlds in a browser."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlparse
from xml.etree import ElementTree

import pytest

from tilefish import Library
from tilefish.pgn import read_games

from .driver import Player, running_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Download

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def edit(player: Player, world: str, fen: str = "") -> None:
    """Opens the editor from the lobby."""
    player.page.check(f"input[value={world}]", force=True)
    player.page.fill("#new-fen", fen)
    player.page.click("#edit-world")
    player.page.wait_for_selector("#editor:not([hidden]) .cell")


def wait_for_fen(player: Player, placement: str) -> str:
    """The FEN of the draft, once its pieces stand so."""
    player.page.wait_for_function(
        "placement => document.getElementById('editor-fen').value.split(' ')[0] === placement", arg=placement
    )
    return player.page.input_value("#editor-fen")


def drop(player: Player, tool: str, square: str) -> None:
    """Drags a piece from the palette to a square."""
    mouse = player.page.mouse
    box = player.page.locator(f"#palette input[value='{tool}']").locator("..").bounding_box()
    target = player.cell(square).bounding_box()
    assert box is not None
    assert target is not None
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    mouse.up()


# --- the editor ------------------------------------------------------------------------------------------


def test_a_position_is_made_with_the_mouse_and_played(player: Player) -> None:
    page = player.page
    edit(player, "chess")
    page.click("#draft-empty")
    wait_for_fen(player, "8/8/8/8/8/8/8/8")
    assert "white has no king" in player.text("editor-status")
    assert page.is_disabled("#play-draft")
    drop(player, "K", "e1")
    wait_for_fen(player, "8/8/8/8/8/8/8/4K3")
    page.locator("#palette input[value=k]").check(force=True)
    player.click("e8")
    wait_for_fen(player, "4k3/8/8/8/8/8/8/4K3")
    page.locator("#palette input[value=R]").check(force=True)
    player.click("h1")
    wait_for_fen(player, "4k3/8/8/8/8/8/8/4K2R")
    page.locator("#palette input[value=hand]").check(force=True)
    player.drag("e8", "d8")
    wait_for_fen(player, "3k4/8/8/8/8/8/8/4K2R")
    player.click("d8", "c8")
    wait_for_fen(player, "2k5/8/8/8/8/8/8/4K2R")
    page.get_by_label("White, h1").check()
    page.wait_for_function("() => document.getElementById('editor-fen').value.includes(' w K ')")
    page.select_option("#editor-turn", "black")
    page.wait_for_function("() => document.getElementById('editor-fen').value.includes(' b K ')")
    page.select_option("#editor-turn", "white")
    page.fill("#editor-fullmove", "30")
    page.press("#editor-fullmove", "Enter")
    page.wait_for_function("() => document.getElementById('editor-fen').value.endsWith(' w K - 0 30')")
    assert player.text("editor-status") == "This position is legal."
    named = parse_qs(urlparse(page.url).fragment)
    assert named == {"editor": ["chess"], "fen": ["2k5/8/8/8/8/8/8/4K2R w K - 0 30"]}
    page.click("#play-draft")
    page.wait_for_selector("#lobby:not([hidden])")
    page.select_option("#new-black", "me")
    page.click("#new-game-form button.strong")
    page.wait_for_selector("#game:not([hidden])")
    player.click("e1", "g1")
    assert player.wait_for_moves(1) == ["O-O"]


def test_a_position_is_made_with_keys_and_analysed(player: Player) -> None:
    page = player.page
    edit(player, "fragments")
    page.click("#draft-empty")
    wait_for_fen(player, "5/5/5/5/5")
    player.cell("a1").focus()
    keys = ["K", "Enter", "ArrowRight", "ArrowUp", "R", "Enter", "Escape", "Enter", "ArrowUp", "Enter"]
    for key in [*keys, "k", "ArrowUp", "ArrowUp", "Enter", "ArrowRight", "Enter", "ArrowLeft", "Delete"]:
        page.keyboard.press(key)
    wait_for_fen(player, "2k2/5/1R3/5/K4")
    for key in ("n", "p", "b", "m", "h"):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.ariaLabel").startswith("b5,")
    assert page.is_checked("#palette input[value=b]")
    assert player.name("c5").startswith("c5, black king")
    page.click("#undo-draft")
    wait_for_fen(player, "1kk2/5/1R3/5/K4")
    page.click("#undo-draft")
    wait_for_fen(player, "1k3/5/1R3/5/K4")
    assert "in check" in player.text("editor-status")
    page.select_option("#editor-turn", "black")
    page.wait_for_function("() => !document.getElementById('analyse-draft').disabled")
    page.focus("#analyse-draft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#analysis:not([hidden])")
    page.wait_for_function("() => document.querySelector('#fen-field').value.startsWith('1k3/5/1R3/5/K4 b')")
    page.click("#edit-analysis")
    page.wait_for_selector("#editor:not([hidden])")
    wait_for_fen(player, "1k3/5/1R3/5/K4")


def test_an_answer_does_not_overwrite_what_is_being_typed(player: Player) -> None:
    page = player.page
    edit(player, "chess")
    page.locator("#editor-fullmove").press_sequentially("7")  # behind the 1 that is there
    page.evaluate(
        "() => { const turn = document.getElementById('editor-turn');"
        " turn.value = 'black'; turn.dispatchEvent(new Event('change')); }"
    )
    page.wait_for_function("() => document.getElementById('editor-fen').value.includes(' b ')")
    typed = page.input_value("#editor-fullmove")
    assert typed in ("17", "71")
    page.press("#editor-fullmove", "Enter")
    page.wait_for_function(f"() => document.getElementById('editor-fen').value.endsWith(' {typed}')")


def test_void_is_painted_and_pieces_leave_the_board(player: Player) -> None:
    page = player.page
    edit(player, "chess")
    page.locator("#palette input[value='*']").check(force=True)
    player.drag("c4", "f4")
    page.wait_for_function("() => /\\*\\*\\*\\*/.test(document.getElementById('editor-fen').value)")
    wait_for_fen(player, "rnbqkbnr/pppppppp/8/8/2****2/8/PPPPPPPP/RNBQKBNR")
    assert player.name("d4") == "d4, empty, void"
    page.locator("#palette input[value='']").check(force=True)
    player.click("a2")
    wait_for_fen(player, "rnbqkbnr/pppppppp/8/8/2****2/8/1PPPPPPP/RNBQKBNR")
    page.click("#draft-mirror")
    wait_for_fen(player, "rnbqkbnr/1ppppppp/8/2****2/8/8/PPPPPPPP/RNBQKBNR")
    page.click("#draft-start")
    wait_for_fen(player, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")


def test_fighters_are_hurt(player: Player) -> None:
    page = player.page
    edit(player, "exchange")
    player.click("a1")
    page.get_by_label("Hit points", exact=True).fill("4")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('editor-fen').value.includes('hp:a1=4')")
    page.get_by_label("Ability rests").fill("2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('editor-fen').value.includes('cd:a1=2')")
    assert player.name("a1").startswith("a1, white rook, 4 of 13 hit points, ability rests 2 turns")
    page.get_by_label("Black: Royal Decrees left").fill("0")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('editor-fen').value.endsWith('fx:K')")


def test_wrong_texts_are_said_and_change_nothing(player: Player) -> None:
    page = player.page
    edit(player, "chess")
    page.fill("#editor-fen", "8/8 w")
    page.press("#editor-fen", "Enter")
    page.wait_for_selector("#editor-message:not(:empty)")
    assert "ranks" in player.text("editor-message")
    wait_for_fen(player, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    page.evaluate("location.hash = 'editor=nowhere&fen='")
    page.wait_for_selector("#lobby:not([hidden])")
    assert "nowhere" in player.text("lobby-message")


def test_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    player = Player(browser, address, **PHONE)
    edit(player, "losalamos")
    player.page.locator("#palette input[value='']").locator("..").tap()
    player.cell("d6").tap()
    wait_for_fen(player, "rnq1nr/pppppp/6/6/PPPPPP/RNQKNR")
    player.page.locator("#palette input[value=k]").locator("..").tap()
    player.cell("d4").tap()
    wait_for_fen(player, "rnq1nr/pppppp/3k2/6/PPPPPP/RNQKNR")
    width = player.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    player.page.context.close()
    assert player.complaints == []


# --- pictures --------------------------------------------------------------------------------------------


def saved(download: Download) -> bytes:
    return Path(download.path()).read_bytes()


def png_size(content: bytes) -> tuple[int, int]:
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_pictures_are_saved_as_svg_and_png(player: Player) -> None:
    page = player.page
    player.begin("pirate_seas")
    player.click("b1", "c3")
    player.wait_for_moves(1)
    page.click("#flip-button")
    player.cell("e2").click(button="right")
    page.click("#game-picture")
    page.wait_for_function("() => document.getElementById('picture').naturalWidth > 0")
    with page.expect_download() as svg:
        page.click("#download-svg")
    assert svg.value.suggested_filename == "pirate_seas-1.svg"
    drawn = ElementTree.fromstring(saved(svg.value))
    text = ElementTree.tostring(drawn, encoding="unicode")
    assert (text.count("#e0b400"), text.count("#15781b")) == (2, 1)
    labels = [label.text for label in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert labels[:8] == list("abcdefgh")
    with page.expect_download() as png:
        page.click("#download-png")
    assert png.value.suggested_filename == "pirate_seas-1.png"
    content = saved(png.value)
    assert png_size(content) == (960, 960)
    assert len(content) > 20_000
    page.click("#picture-close")
    page.click("#edit-game")
    page.wait_for_selector("#editor:not([hidden]) .cell")
    page.click("#draft-empty")
    wait_for_fen(player, "8/8/8/8/8/8/8/8")
    page.click("#draft-picture")
    page.wait_for_function("() => document.getElementById('picture').naturalWidth > 0")


def test_a_picture_is_copied(browser: Browser, address: str) -> None:
    player = Player(browser, address, permissions=["clipboard-read", "clipboard-write"])
    edit(player, "chess")
    player.page.click("#draft-picture")
    player.page.wait_for_function("() => document.getElementById('picture').naturalWidth > 0")
    player.page.click("#copy-png")
    player.page.wait_for_selector("#picture-note:not(:empty)")
    assert player.text("picture-note") == "Copied."
    size = player.page.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            return (await item.getType("image/png")).size;
        }"""
    )
    assert size > 10_000
    player.page.context.close()
    assert player.complaints == []


# --- the world panel -------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", Library().names())
def test_every_world_panel_is_whole(player: Player, world: str) -> None:
    page = player.page
    variant = Library().load(world)
    page.check(f"input[value={world}]", force=True)
    page.click("#about-world")
    page.locator(".kind").nth(len(variant.kinds) - 1).wait_for()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#world-content img')].every(i => i.complete)"
    )
    sizes = page.locator("#world-content img").evaluate_all("all => all.map(i => [i.naturalWidth, i.alt])")
    assert all(width for width, _ in sizes)
    assert sum(not words for _, words in sizes) == len(set(variant.tiles))  # their names stand beside them
    assert page.locator(".kind").count() == len(variant.kinds)
    assert page.evaluate("document.getElementById('world-dialog').scrollWidth") <= page.evaluate(
        "document.getElementById('world-dialog').clientWidth"
    )
    page.keyboard.press("Escape")
    page.wait_for_selector("#world-dialog", state="hidden")


def test_a_piece_is_moved_on_its_diagram(player: Player) -> None:
    page = player.page
    page.check("input[value=volcanic_wasteland]", force=True)
    page.click("#about-world")
    rook = page.locator(".kind").filter(has_text="R · rook")
    image = rook.locator("img")
    rook.get_by_label("From").select_option(label="c3")
    page.wait_for_function("() => document.querySelectorAll('.kind img')[3].alt.startsWith('From c3 ')")
    assert "c4" not in (image.get_attribute("alt") or "").replace("From c3", "")
    image.scroll_into_view_if_needed()
    image.evaluate("image => image.decode()")
    box = image.bounding_box()
    assert box is not None
    unit = box["width"] / 892
    page.mouse.click(box["x"] + (46 + 50) * unit, box["y"] + box["height"] - (46 + 50) * unit)
    page.wait_for_function("() => document.querySelectorAll('.kind img')[3].alt.startsWith('From a1 ')")
    assert rook.get_by_label("From").input_value() == "0"
    rook.get_by_label("From").select_option(label="c4")
    page.wait_for_selector("#world-problem:not(:empty)")
    assert "no piece can stand there" in player.text("world-problem")
    assert rook.get_by_label("From").input_value() == "0"
    page.get_by_label("Shown for").select_option("black")
    page.wait_for_function("() => document.querySelectorAll('.kind img')[0].alt.includes('d1')")


# --- a match that is watched -----------------------------------------------------------------------------


@pytest.fixture
def watching(browser: Browser, tmp_path: Path) -> Iterator[tuple[Player, Path]]:
    path = tmp_path / "match.pgn"
    with running_board(tmp_path / "games", "--watch", str(path)) as address:
        player = Player(browser, address)
        yield player, path
        player.page.context.close()
        assert player.complaints == []


def test_a_real_match_is_watched(watching: tuple[Player, Path]) -> None:
    player, path = watching
    page = player.page
    assert "no match.pgn yet" in player.text("watch-status")
    command = [sys.executable, "-m", "tilefish", "match", "--engine", "skill0", "--engine", "skill1"]
    command += ["--variant", "losalamos", "--games", "2", "--nodes", "50", "--pgn", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    games = list(read_games(path.read_text(encoding="utf-8")))
    page.wait_for_function("() => document.querySelectorAll('#watch-list li').length === 2")
    assert page.locator("#watch-standings tr").count() == 3
    assert {game.headers["White"] for game in games} == {"skill0", "skill1"}
    page.wait_for_selector("#watch .cell[aria-label*=king]")
    page.locator("#watch-list button").last.click()
    page.wait_for_selector("#watch-list li:last-child [aria-current]")
    page.wait_for_function("() => document.getElementById('watch-move').textContent.startsWith('Ply 0 ')")
    page.click("#watch-last")
    plies = len(games[0].moves)
    page.wait_for_function(
        f"() => document.getElementById('watch-move').textContent.startsWith('Ply {plies} of ')"
    )
    assert games[0].result in player.text("watch-move")
    page.click("#watch-analyse")
    page.wait_for_selector("#analysis:not([hidden])")
    page.wait_for_function(f"() => document.querySelectorAll('#move-tree button').length >= {plies}")


# --- own worlds ------------------------------------------------------------------------------------------


def rewrite(path: Path, text: str, times: tuple[int, int]) -> None:
    """Writes a file at once, as a good editor does: an empty file would be a world, too."""
    whole = path.with_suffix(".part")
    whole.write_text(text)
    os.utime(whole, times)
    whole.replace(path)


def test_an_own_world_is_edited_while_it_is_shown(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "my_world.toml"
    text = 'extends = "chess"\ntitle = "My World"\ntiles = "8/8/8/3%4/8/8/8/8"\n'
    path.write_text(text)
    with running_board(tmp_path / "games", str(path)) as address:
        player = Player(browser, address)
        page = player.page
        page.wait_for_selector("#game:not([hidden]) .cell")  # it begins there at once
        assert player.name("d5") == "d5, empty, lava"
        rewrite(path, text.replace("%", "~"), (1, 1))
        page.wait_for_selector("#worlds-notice:not(:empty)")
        assert player.name("d5") == "d5, empty, lava"
        player.leave()
        player.begin("my_world")
        assert player.name("d5") == "d5, empty, water"
        rewrite(path, text + "nonsense = <b>1</b>\n", (2, 2))
        page.wait_for_function(
            "() => document.getElementById('worlds-notice').textContent.includes('my_world.toml:4')"
        )
        assert page.locator("#worlds-notice b").count() == 0
        player.leave()
        player.begin("my_world")
        assert player.name("d5") == "d5, empty, water"
        page.context.close()
        assert player.complaints == []


def test_a_world_with_changes_goes_through_the_editor(player: Player, address: str) -> None:
    page = player.page
    page.goto(f"{address.partition('#')[0]}#variant=chess&world=8/8/8/3~~3/8/8/8/8&pieces=n:NN")
    page.wait_for_selector("#analysis:not([hidden]) #move-tree button")
    assert player.name("d5") == "d5, empty, water"
    page.click("#edit-analysis")
    page.wait_for_selector("#editor:not([hidden])")
    assert player.name("d5") == "d5, empty, water"
    player.cell("a2").focus()
    page.keyboard.press("Delete")
    page.wait_for_selector('[role=gridcell][aria-label="a2, empty"]')
    page.reload()
    page.wait_for_selector('[role=gridcell][aria-label="a2, empty"]')
    assert player.name("d5") == "d5, empty, water"
    page.click("#play-draft")
    page.wait_for_selector("#lobby:not([hidden])")
    assert "board 8/8/8/3~~3/8/8/8/8 · pieces n:NN" in player.text("new-changes")
    page.select_option("#new-black", "me")
    page.click("#new-game-form button.strong")
    page.wait_for_selector("#game:not([hidden])")
    assert (player.name("d5"), player.name("a2")) == ("d5, empty, water", "a2, empty")
    page.click("#edit-game")
    page.wait_for_selector("#editor:not([hidden])")
    assert player.name("d5") == "d5, empty, water"
    page.click("#analyse-draft")
    page.wait_for_selector("#analysis:not([hidden]) #move-tree button")
    assert (player.name("d5"), player.name("a2")) == ("d5, empty, water", "a2, empty")
