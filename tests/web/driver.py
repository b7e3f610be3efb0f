"""A browser at the page of `tilefish board`, for tests: what a person does and sees there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.requests import Data, is_answer, is_request

from board_process import BoardProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, WebSocketRoute


@contextmanager
def running_board(folder: Path, *arguments: str) -> Iterator[str]:
    """A server of its own, and the address that it prints. It is killed in the end."""
    with BoardProcess(folder, *arguments) as board:
        yield board.address


PATIENCE = 120_000
"""Milliseconds in which something must be there, on a busy machine."""
_GAP = 20
"""Milliseconds between two looks."""


def wait_until(page: Page, is_there: Callable[[], bool], what: str) -> None:
    """Waits for what no selector can name. After a number of looks the test fails."""
    for _ in range(PATIENCE // _GAP):
        if is_there():
            return
        page.wait_for_timeout(_GAP)
    pytest.fail(f"never seen: {what}")


class Player:
    """A person at the page. What the browser complains about, and every message that does not fit the schema,
    is in `complaints`."""

    def __init__(self, browser: Browser, address: str, **context: object) -> None:
        self.page: Page = browser.new_context(**context).new_page()  # type: ignore[arg-type]
        self.page.context.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.worlds: dict[str, Data] = {}
        """The worlds that the server has sent, by their identities."""
        self.state: Data = {}
        """The last game that the server has sent."""
        self.page.on("websocket", self._watch)
        self.page.goto(address)
        self.page.wait_for_selector("main:not([hidden])")

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._check(json.loads(text), is_request))
        socket.on("framereceived", lambda text: self._receive(json.loads(text)))

    def _check(self, message: Data, is_right: Callable[[Data], bool]) -> None:
        if not is_right(message):
            self.complaints.append(f"a message does not fit the schema: {message}")

    def _receive(self, message: Data) -> None:
        self._check(message, is_answer)
        if message["type"] == "world":
            self.worlds[message["id"]] = message
        elif message["type"] == "game":
            self.state = message

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def begin(
        self, world: str, *, white: str = "me", black: str = "me", fen: str = "", clock: str = ""
    ) -> None:
        """Begins a game from the lobby."""
        self.page.check(f"input[value={world}]", force=True)
        self.page.select_option("#new-white", white)
        self.page.select_option("#new-black", black)
        self.page.select_option("#new-clock", clock)
        self.page.fill("#new-fen", fen)
        self.page.click("#new-game-form button.strong")
        self.page.wait_for_selector("#game:not([hidden])")

    def leave(self) -> None:
        """Goes back to the lobby."""
        self.page.click("#leave-button")
        self.page.wait_for_selector("#lobby:not([hidden])")

    def cell(self, square: str) -> Locator:
        """The cell of a square, found by the name that a screen reader reads."""
        return self.page.locator(f'[role=gridcell][aria-label^="{square},"]')

    def name(self, square: str) -> str:
        """The accessible name of a square."""
        return self.cell(square).get_attribute("aria-label") or ""

    def click(self, *squares: str) -> None:
        """Clicks on squares, one after the other."""
        for square in squares:
            self.cell(square).click()

    def drag(self, origin: str, target: str) -> None:
        """Drags from square to square with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self.middle(origin))
        mouse.down()
        mouse.move(*self.middle(target), steps=4)
        mouse.up()

    def middle(self, square: str) -> tuple[float, float]:
        box = self.cell(square).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def walk_to(self, square: str) -> None:
        """Walks to a square of an 8 by 8 board with the arrow keys."""
        here = int(self.page.evaluate("document.activeElement.dataset.square"))
        right = ord(square[0]) - ord("a") - here % 8
        up = int(square[1]) - 1 - here // 8
        for key, times in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(times):
                self.page.keyboard.press(key)

    def choose_by_keyboard(self, *squares: str) -> None:
        """Chooses squares with arrow keys and Enter."""
        for square in squares:
            self.walk_to(square)
            self.page.keyboard.press("Enter")

    def enter(self, text: str) -> None:
        """Types a move or a command."""
        self.page.fill("#move-field", text)
        self.page.press("#move-field", "Enter")

    def moves(self) -> list[str]:
        """The moves of the game."""
        return self.page.locator("#move-list button").all_inner_texts()

    def wait_for_moves(self, number: int) -> list[str]:
        """The moves of the game, once there are that many."""
        self.page.locator("#move-list button").nth(number - 1).wait_for()
        return self.moves()

    def text(self, name: str) -> str:
        """The text of the element with that id."""
        return self.page.inner_text(f"#{name}")


class HeldAnswers:
    """What the server sends to a page, which gets it when a test lets it. The page is loaded again for it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._socket: WebSocketRoute | None = None
        self._waiting: list[str | bytes] = []
        self.is_held = False
        page.route_web_socket("**/socket", self._connect)
        page.reload()
        page.wait_for_selector("main:not([hidden])")

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        self._waiting.clear()
        socket.connect_to_server().on_message(self._take)

    def _take(self, text: str | bytes) -> None:
        self._waiting.append(text)
        if not self.is_held:
            self.let_through()

    def wait_for(self, kind: str, times: int = 1) -> None:
        """Waits until answers of a kind are there."""

        def are_there() -> bool:
            return [json.loads(text)["type"] for text in self._waiting].count(kind) >= times

        wait_until(self._page, are_there, f"{times} answers of the type {kind}")

    def let_through(self, last: str = "") -> None:
        """Lets what waits through, up to the first answer of a kind."""
        assert self._socket is not None
        while self._waiting:
            text = self._waiting.pop(0)
            self._socket.send(text)
            if json.loads(text)["type"] == last:
                return

    def cut(self) -> None:
        """Cuts the connection, and what waits with it."""
        assert self._socket is not None
        self._waiting.clear()
        self._socket.close()

    def put_first(self, kind: str) -> None:
        """Puts the answers of a kind before the others that wait."""
        self._waiting.sort(key=lambda text: json.loads(text)["type"] != kind)

    def release(self) -> None:
        """Lets everything through from now on."""
        self.is_held = False
        self.let_through()
