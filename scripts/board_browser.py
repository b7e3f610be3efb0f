"""Chromium at the page of `tilefish board`, and what is measured there."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from board_process import BoardProcess, used_share

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SETTLED = 45_000
"""Milliseconds after which a browser has done what it does after a page is loaded: half a minute later,
Chromium collects the garbage of that, which takes some 0.3 s of processor time."""
THOUGHT = 300
"""Milliseconds before each move: a person's pace, at which the server may let searches pause for each."""
_PROBE = """() => {
    addEventListener("pointerdown", (event) => { window.pressed = event.timeStamp; }, true);
    window.painted = null;
    window.answer = () => new Promise((done) => { window.painted = done; });
    const list = document.getElementById("move-list");
    let known = list.querySelectorAll("button").length;
    new MutationObserver(() => {
        const now = list.querySelectorAll("button").length;
        const isNew = now > known;
        known = now;
        if (!isNew) return;
        const pressed = window.pressed;
        requestAnimationFrame(() => requestAnimationFrame(() => {
            window.painted?.(performance.now() - pressed);
        }));
    }).observe(list, { childList: true, subtree: true });
}"""
"""Notes the time from the last press to the second frame after the list of moves has grown: the first has
painted the answer by then."""
_PAINTS = """async () => {
    const found = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
    while (found("first-contentful-paint") === null) await new Promise((done) => setTimeout(done, 5));
    return found("first-contentful-paint");
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the machine."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise RuntimeError("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def open_board(browser: Browser, board: BoardProcess, **context: object) -> Page:
    """The list of worlds, in a new window that knows nothing yet."""
    page = browser.new_context(**context).new_page()  # type: ignore[arg-type]
    page.goto(board.address)
    page.wait_for_selector("#lobby:not([hidden])")
    return page


def begin_game(page: Page, world: str, white: str = "me", black: str = "me", clock: str = "") -> None:
    """A new game from the list of worlds."""
    page.check(f"input[value={world}]", force=True)
    page.select_option("#new-white", white)
    page.select_option("#new-black", black)
    page.select_option("#new-clock", clock)
    page.click("#new-game-form button.strong")
    page.wait_for_selector("#game:not([hidden])")


# --- clicks ------------------------------------------------------------------------------------------------


def click_times(browser: Browser, board: BoardProcess, world: str, moves: int) -> list[float]:
    """Milliseconds from the press on a move's target to the painted answer, for moves by chance."""
    page, rng = open_board(browser, board, viewport={"width": 1200, "height": 900}), Random(moves)
    times: list[float] = []
    while len(times) < moves:
        begin_game(page, world)
        page.evaluate(_PROBE)
        while len(times) < moves and _click_move(page, rng):
            times.append(page.evaluate("window.answered"))
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        page.click("#leave-button")
        page.wait_for_selector("#lobby:not([hidden])")
    page.context.close()
    return times


def _click_move(page: Page, rng: Random) -> bool:
    """Clicks a move of two squares. Returns False if a dialog or the end of the game came up instead."""
    page.wait_for_timeout(THOUGHT)
    for _ in range(20):
        cells = page.locator(".movable")
        number = cells.count()
        if number == 0:
            return False
        cells.nth(rng.randrange(number)).click()
        targets = page.locator(".target")
        number = targets.count()
        if number:
            length = _moves(page)
            page.evaluate("() => { window.answered = window.answer(); }")
            targets.nth(rng.randrange(number)).click()
            if page.locator("dialog[open]").count():
                return False
            if page.locator(".target").count() and _moves(page) == length:  # a stone sequence goes on
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
                continue
            return True
    return False


def _moves(page: Page) -> int:
    return page.locator("#move-list button").count()


# --- lines, paint and idling -------------------------------------------------------------------------------


def reports_a_second(
    browser: Browser, board: BoardProcess, world: str, seconds: float
) -> tuple[float, float]:
    """How many reports of a running search reach the page in a second: in a game between engines, and in a
    live analysis of several lines."""
    page = browser.new_context().new_page()
    reports: list[float] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: _count_report(str(frame), reports)),
    )
    page.goto(board.address)
    page.wait_for_selector("#lobby:not([hidden])")
    page.check(f"input[value={world}]", force=True)
    page.click("#analyse-world")
    page.select_option(".live-count select", "5")
    page.click(".live-switch")
    live = _reports_in(page, reports, seconds)
    page.click(".live-switch")
    page.click("#close-analysis-button")
    page.wait_for_selector("#lobby:not([hidden])")
    begin_game(page, world, "full", "full")
    game = _reports_in(page, reports, seconds)
    page.context.close()
    return game, live


def _reports_in(page: Page, reports: list[float], seconds: float) -> float:
    """Reports in a second."""
    page.wait_for_timeout(1000)
    reports.clear()
    page.wait_for_timeout(1000 * seconds)
    return len(reports) / seconds


def _count_report(text: str, reports: list[float]) -> None:
    if json.loads(text)["type"] in ("thinking", "live"):
        reports.append(time.monotonic())


def paint_times(browser: Browser, board: BoardProcess, tries: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the request of the page to its first contents: in a window that knows nothing yet,
    and when it is loaded again."""
    cold, warm = [], []
    for _ in range(tries):
        page = browser.new_context().new_page()
        page.goto(board.address)
        cold.append(page.evaluate(_PAINTS))
        page.reload()
        warm.append(page.evaluate(_PAINTS))
        page.context.close()
    return cold, warm


def idle_shares(browser: Browser, board: BoardProcess, seconds: float) -> dict[str, float]:
    """The share of one core that the server and the whole browser use while nothing happens on the page."""
    page = browser.new_context().new_page()
    page.wait_for_timeout(SETTLED)
    # the browser and the program that drives it are the only children of this process besides the server
    shares = {"an empty page": used_share(seconds, os.getpid())}
    page.goto(board.address)
    page.wait_for_selector("#lobby:not([hidden])")
    page.wait_for_timeout(SETTLED)
    shares["the list of worlds"] = used_share(seconds, os.getpid())
    begin_game(page, "chess")
    page.wait_for_timeout(SETTLED)
    shares["a game"] = used_share(seconds, os.getpid())
    page.click("#leave-button")
    begin_game(page, "chess", clock="15:00+10")
    page.wait_for_timeout(SETTLED)
    shares["a game with clocks"] = used_share(seconds, os.getpid())
    page.context.close()
    return shares
