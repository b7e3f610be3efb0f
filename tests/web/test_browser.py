"""The page in a real browser: Debian's Chromium, driven by Playwright. Nothing may be said on its console."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
PATIENCE = 60_000
"""Milliseconds: a loaded machine may be slow."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: apt-get install chromium")


class Program:
    """`tilefish board` as a user starts it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tilefish", "board", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--folder", str(folder)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        self.address = found[0]

    def end(self, number: int = signal.SIGINT) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(tmp_path)
    yield running
    assert running.end() in (0, -signal.SIGKILL)


@pytest.fixture
def page(browser: Browser, program: Program) -> Iterator[Page]:
    """The lobby."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    said: list[str] = []
    opened.on("console", lambda message: said.append(_text_of(message)))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(program.address)
    yield opened
    context.close()
    assert [text for text in said if "ERR_CONNECTION_REFUSED" not in text] == []  # the server is killed


def _text_of(message: ConsoleMessage) -> str:
    return f"{message.type}: {message.text}"


def begin(page: Page, title: str, white: str = "Me", black: str = "Tilefish, skill0") -> None:
    """Begins a game from the lobby."""
    page.get_by_role("radio", name=re.compile(f"^{title}")).check(force=True)
    page.get_by_label("White").select_option(label=white)
    page.get_by_label("Black").select_option(label=black)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("gridcell").first).to_be_visible()


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def moves_played(page: Page, count: int) -> None:
    """Waits for a number of moves in the list of moves."""
    expect(page.locator("#move-list button")).to_have_count(count)


def test_a_game_by_mouse(page: Page) -> None:
    begin(page, "Chess 8")
    for ply, (origin, target) in enumerate([("e2", "e4"), ("d2", "d4")]):
        square(page, origin).click()
        square(page, target).click()
        moves_played(page, 2 * ply + 2)
    expect(square(page, "e4")).to_have_accessible_name(re.compile("^e4, white pawn|^e4, black"))
    page.get_by_role("button", name="Take back").click()
    moves_played(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_text("Black wins").first).to_be_visible()


def test_a_game_by_drag(page: Page) -> None:
    begin(page, "Chess Fragments 5", black="Me")
    square(page, "a2").drag_to(square(page, "a3"))
    moves_played(page, 1)


def test_a_game_by_keyboard(page: Page) -> None:
    begin(page, "Chess 8", black="Me")
    square(page, "e2").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    moves_played(page, 1)
    page.get_by_label("Move or command").fill("e5")
    page.keyboard.press("Enter")
    moves_played(page, 2)
    expect(page.get_by_role("status").filter(has_text="e5").first).to_be_visible()


def test_a_fight_shows_hit_points_and_dice(page: Page) -> None:
    page.get_by_label("Other position").fill("4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1")
    begin(page, "Exchange 8", black="Me")
    expect(square(page, "d4")).to_have_accessible_name(re.compile("black rook, 13 of 13 hit points"))
    square(page, "d1").click()
    square(page, "d4").click()
    expect(page.locator("#move-list button").first).to_have_text(re.compile(r"d1xd4=[1-6]"))


def test_a_stone_sequence_leg_by_leg(page: Page) -> None:
    page.get_by_label("Other position").fill("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")
    begin(page, "Ruined Overworld 8", black="Me")
    for name in ("c3", "e4", "d5", "f6"):
        square(page, name).click()
    moves_played(page, 1)
    expect(square(page, "f6")).to_have_accessible_name(re.compile("white knight"))


def test_two_tabs_and_a_server_that_is_killed(page: Page, program: Program, tmp_path: Path) -> None:
    begin(page, "Chess 8", black="Me")
    twin = page.context.new_page()
    twin.set_default_timeout(PATIENCE)
    twin.goto(page.url)
    expect(twin.get_by_role("gridcell")).to_have_count(64)
    square(page, "e2").click()
    square(page, "e4").click()
    moves_played(twin, 1)
    program.end(signal.SIGKILL)
    again = Program(tmp_path)
    try:
        twin.goto(f"{again.address}{page.url[page.url.index('#') :]}")
        moves_played(twin, 1)
        expect(square(twin, "e4")).to_have_accessible_name(re.compile("white pawn"))
    finally:
        assert again.end() == 0
