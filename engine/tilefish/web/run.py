"""Starts the server: a socket, the application and uvicorn, which runs until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

import uvicorn

from tilefish.books.book import open_book
from tilefish.engine.engine import Engine
from tilefish.play.players import Cast
from tilefish.rules.errors import InputError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.web.access import Access
from tilefish.web.adviser import Adviser
from tilefish.web.analyses import ANALYSES_FOLDER, Analyses
from tilefish.web.endings import Endings
from tilefish.web.folder_lock import locked
from tilefish.web.large_blocks import give_back_at_once
from tilefish.web.learning_panel import LEARNING_SWITCHES, LearningPanel
from tilefish.web.lobby import Lobby
from tilefish.web.messages.requests import MOST_BYTES
from tilefish.web.results import Results
from tilefish.web.server import create_app
from tilefish.web.watched_file import WatchedFile
from tilefish.web.worlds import Worlds

_BACKLOG = 128
_SECONDS_OF_A_DATE = 1.0
"""How long the date in answers stays the same."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The command line's words. `own` is a variant of one's own; `searches` is the most that run at once;
    `learns` switches learning on, else it is as it was when the server ended; `watched`
    is a PGN file that another program writes; reports on games know the moves of the `book`."""

    library: Library
    own: Variant | None
    cast: Cast
    adviser: Engine
    folder: Path | None
    host: str
    port: int
    searches: int
    learns: bool
    learn_file: Path | None
    watched: Path | None = None
    book: Path | None = None


def serve(settings: Settings, started: Callable[[str], None], complain: Callable[[str], None]) -> None:
    """Serves until an interrupt. Calls `started` with the address once the page can be opened. Raises
    `InputError` for an address or a folder that cannot be used."""
    give_back_at_once()
    with locked(settings.folder):
        _serve(settings, started, complain)


def _serve(settings: Settings, started: Callable[[str], None], complain: Callable[[str], None]) -> None:
    folder = settings.folder
    book = None if settings.book is None else open_book(settings.book)
    worlds = Worlds(settings.library, settings.own)
    results = Results(folder, complain)
    learning = LearningPanel(
        settings.learn_file,
        complain,
        uses=settings.learns,
        records=settings.learns,
        remembers=folder and folder / LEARNING_SWITCHES,
    )
    settings.adviser.memory = learning.near
    cast = replace(settings.cast, memory=learning.near)
    endings = Endings(learning, results)
    lobby = Lobby(worlds, cast, folder, complain, settings.searches, changed=endings.note)
    lobby.restore()
    results.restore()
    analyses = Analyses(worlds, folder and folder / ANALYSES_FOLDER, complain)
    analyses.restore()
    listener = _listener(settings.host, settings.port)
    watched = None if settings.watched is None else WatchedFile(settings.watched)
    access = Access(settings.host, listener.getsockname()[1])
    config = uvicorn.Config(
        create_app(lobby, analyses, Adviser(settings.adviser), access, learning, results, watched, book),
        log_level="warning",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # it takes longer than sending to this machine
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with listener, suppress(KeyboardInterrupt):  # uvicorn raises it again when it has ended
        _Server(config, lambda: started(access.address)).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it has started, and sleeps while nothing happens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started
        self._loop: asyncio.AbstractEventLoop | None = None
        self._exit = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._say_started()

    async def main_loop(self) -> None:
        """Waits for the end. That of uvicorn looks ten times a second whether it has come."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):  # renews the date of answers
            with suppress(TimeoutError):
                await asyncio.wait_for(self._exit.wait(), _SECONDS_OF_A_DATE)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._exit.set)


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        why = error.strerror or str(error)
        raise InputError(
            f"cannot listen at {quote(host)}, port {port}: {why}; --port 0 takes a free one"
        ) from error
