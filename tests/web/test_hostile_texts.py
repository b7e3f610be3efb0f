"""Texts of strangers with markup in them are shown as texts: of worlds, engines, games and refusals."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.driver import Player, running_board

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IMAGE = "<img src=x onerror=hacked()>"
SCRIPT = "</style></script><script>hacked()</script>"
PICTURE = "<svg onload=hacked()><a href=javascript:hacked()>x</a></svg>"
NAME = "<img/src=x/onerror=hacked()>"
"""Of an engine: no spaces."""
WORLD = f'''
extends = "fragments"
title = "T {IMAGE}"
rules = """
R {SCRIPT} {PICTURE} &lt;b&gt;
"""
source = "S {IMAGE}"
'''
GAME = f"""[Event "E {IMAGE}"]
[White "W {SCRIPT}"]
[Black "B {PICTURE}"]
[Annotator "{IMAGE}"]
[Result "*"]

1. e4 {{ C {IMAGE} {SCRIPT} }} e5 $1 ( 1... d5 {{ V {PICTURE} }} ) 2. Nf3 *
"""
_WATCH = """() => {
    window.hacks = 0;
    window.hacked = () => { window.hacks += 1; };
    const bad = "img[src=x], body script, [onerror], [onload], a[href^='javascript']";
    window.found = [];
    new MutationObserver(() => {
        for (const each of document.querySelectorAll(bad)) window.found.push(each.outerHTML);
    }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture
def hostile(browser: Browser, tmp_path: Path) -> Iterator[Player]:
    """A person at a server with a world and an engine whose texts are hostile."""
    world = tmp_path / "hostile.toml"
    world.write_text(WORLD, encoding="utf-8")
    engine = f"cmd={sys.executable} name={NAME}"
    with running_board(tmp_path / "games", "--variant-path", str(world), "--engine", engine) as address:
        player = Player(browser, address)
        player.page.evaluate(_WATCH)
        yield player
        assert player.page.evaluate("window.hacks") == 0
        assert player.page.evaluate("window.found") == []
        player.page.context.close()
        assert player.complaints == []


def test_world_and_engine(hostile: Player) -> None:
    page = hostile.page
    hostile.begin("hostile")
    assert IMAGE in hostile.text("game-title")
    page.click("#about-game")
    page.wait_for_selector("#world-content .kind")
    assert SCRIPT in (page.text_content("#world-content") or "")
    assert IMAGE in page.inner_text("#world-dialog-title")
    page.click("#world-close")
    hostile.leave()
    assert NAME in (page.text_content("#new-black") or "")
    assert IMAGE in (page.text_content("#open-list") or "")


def test_refusals(hostile: Player) -> None:
    page = hostile.page
    hostile.begin("hostile")
    hostile.enter(IMAGE)
    page.wait_for_selector("#message:not(:empty)")
    assert "<img" in hostile.text("message")
    hostile.leave()
    page.fill("#new-fen", PICTURE)
    page.click("#new-game-form button.strong")
    page.wait_for_selector("#lobby-message:not(:empty)")
    assert "<svg" in hostile.text("lobby-message")


def test_games(hostile: Player) -> None:
    page = hostile.page
    page.click("#import-button")
    page.fill("#import-field", GAME)
    page.click("#import-form button.strong")
    page.wait_for_selector("#analysis:not([hidden])")
    page.wait_for_selector("#move-tree :text('C <img')")
    shown = page.inner_text("#analysis")
    for text in (f"C {IMAGE} {SCRIPT}", f"V {PICTURE}", f"W {SCRIPT}", f"B {PICTURE}"):
        assert text in shown, text
    page.click("#close-analysis-button")
    page.wait_for_selector("#open-analyses li")
    assert SCRIPT in page.inner_text("#open-analyses")
