"""A server without a network and pages that talk to it; a browser at a server of its own.

A test in the browser waits for what it looks at, however late that comes. To see whether it does:
`pytest tests/web --late 400` makes every part of what browser and server send arrive up to 400 ms later.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tests.seeds import seeded
from tests.web.driver import Player, running_board
from tests.web.late import LateNetwork

from tilefish.books.book import Book
from tilefish.engine.engine import Engine
from tilefish.match.players import Entrant
from tilefish.play.players import Cast
from tilefish.rules.files.library import Library
from tilefish.rules.model.variant import Variant
from tilefish.web.access import Access
from tilefish.web.adviser import Adviser
from tilefish.web.analyses import ANALYSES_FOLDER, Analyses
from tilefish.web.endings import Endings
from tilefish.web.learning_panel import LearningPanel
from tilefish.web.lobby import Lobby
from tilefish.web.results import Results
from tilefish.web.server import create_app
from tilefish.web.watched_file import WatchedFile
from tilefish.web.worlds import Worlds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ProxySettings

PORT = 8642
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first of these that is installed is taken. Without windows, Chromium needs half the processor time."""
PATIENCE = 120
"""Seconds for a message."""
Message = dict[str, Any]


class Page:
    """A page that is open."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._reader = ThreadPoolExecutor(1)
        self.worlds: dict[str, Message] = {}
        """The worlds of all positions so far."""
        self.games: set[str] = set()
        """The games so far."""

    def send(self, kind: str, **fields: object) -> None:
        self._socket.send_json({"type": kind, **fields})

    def send_text(self, text: str) -> None:
        self._socket.send_text(text)

    def receive(self) -> Message:
        """The next message. A test that waits for one that never comes fails."""
        waiting = self._reader.submit(self._socket.receive_json)
        try:
            message: Message = waiting.result(PATIENCE)
        except TimeoutError:
            pytest.fail("the server sends nothing more")
        if message["type"] == "world":
            self.worlds[message["id"]] = message
        elif message["type"] == "game":
            self.games.add(message["id"])
        return message

    def until(self, kind: str) -> Message:
        """The next message of a kind. Others before it are skipped, but for refusals."""
        while (message := self.receive())["type"] != kind:
            assert message["type"] != "refused", message
        return message

    def refusal(self, kind: str, **fields: object) -> str:
        """What is wrong with a request."""
        self.send(kind, **fields)
        while (message := self.receive())["type"] != "refused":
            pass
        text: str = message["text"]
        return text

    def begin(self, variant: str = "chess", white: str = "me", black: str = "me", **more: str) -> Message:
        """A new game. What is still said of others is skipped."""
        before = set(self.games)
        self.send("new", variant=variant, white=white, black=black, **more)
        while (game := self.until("game"))["id"] in before:
            pass
        return game

    def play(self, game: Message, move: str) -> Message:
        """The game after a move."""
        self.send("move", game=game["id"], ply=game["ply"], move=move)
        return self.until("game")


class Server:
    """A server in this process."""

    def __init__(
        self,
        folder: Path | None = None,
        own: Variant | None = None,
        watched: Path | None = None,
        library: Library | None = None,
        entrants: tuple[Entrant, ...] = (),
    ) -> None:
        self.complaints: list[str] = []
        self.access = Access("127.0.0.1", PORT, token="the-token")
        self.learning = LearningPanel((folder or Path("no such folder")) / "learned", self.complaints.append)
        self.results = Results(folder, self.complaints.append)
        self.results.restore()
        worlds = Worlds(library or Library(), own)
        self.lobby = Lobby(
            worlds,
            Cast(hash_megabytes=1, seed=1, memory=self.learning.near, entrants=entrants),
            folder,
            self.complaints.append,
            searches=2,
            changed=Endings(self.learning, self.results).note,
        )
        self.lobby.restore()
        self.analyses = Analyses(worlds, folder and folder / ANALYSES_FOLDER, self.complaints.append)
        self.analyses.restore()
        self.file = None if watched is None else WatchedFile(watched)
        self.restart()

    def restart(self, book: Book | None = None) -> None:
        """Begins anew with the same games and analyses."""
        adviser = Adviser(Engine(1))
        app = create_app(
            self.lobby, self.analyses, adviser, self.access, self.learning, self.results, self.file, book
        )
        self.client = TestClient(app, base_url=ORIGIN)

    def cookies(self) -> dict[str, str]:
        return {"cookie": f"{self.access.cookie}={self.access.token}"}

    @contextmanager
    def page(self, **headers: str) -> Iterator[Page]:
        """A page after its greeting."""
        every = {"origin": ORIGIN, "host": HOST, **self.cookies(), **headers}
        with self.client.websocket_connect("/socket", headers=every) as socket:
            page = Page(socket)
            assert page.receive()["type"] == "hello"
            yield page


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that saves nothing."""
    running = Server()
    with running.client:
        yield running


@pytest.fixture
def page(server: Server) -> Iterator[Page]:
    """A page of that server."""
    with server.page() as opened:
        yield opened


@pytest.fixture(scope="module")
def proxy(request: pytest.FixtureRequest) -> Iterator[ProxySettings | None]:
    """What makes messages late, if that is wanted."""
    longest = request.config.getoption("--late") / 1000
    if not longest:
        yield None
        return
    with LateNetwork(longest, seeded("late")).running() as address:
        yield {"server": address, "bypass": "<-loopback>"}


@pytest.fixture(scope="module")
def browser(proxy: ProxySettings | None) -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"], proxy=proxy)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_board(tmp_path_factory.mktemp("games")) as address:
        yield address


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Player]:
    player = Player(browser, address)
    yield player
    player.page.context.close()
    assert player.complaints == []
