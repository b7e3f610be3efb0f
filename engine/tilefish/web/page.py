"""`Page`: a page that is open. It reads requests, and sends answers and the worlds that these are about."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote
from tilefish.rules.model.variant import Variant
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.catalogue import parse_request
from tilefish.web.messages.requests import Request
from tilefish.web.messages.schema import text_of
from tilefish.web.position_view import board_world, world_id

REQUESTS_A_SECOND = 40
"""The most requests of one page, in the mean of the last seconds."""
_BURST = 120
MOST_UNSENT = 2000
"""The most messages that wait for a page that does not read. Then it is closed."""
MOST_WORLDS = 200
"""The most worlds that are kept for a page."""
POLICY_VIOLATION, TRY_AGAIN = 1008, 1013

_LOG = logging.getLogger(__name__)

Handler = Callable[["Page", Request], None]
Handlers = Mapping[type[Request], Handler]
"""What answers each type of request. A handler raises `InputError` for what is not possible."""


class Page:
    """A page. Those who keep it in a list add what removes it to `on_close`."""

    def __init__(self, connection: WebSocket, handlers: Handlers) -> None:
        self.on_close: dict[object, Callable[[], None]] = {}
        """What to do when the page is gone, by what it is about."""
        self._connection = connection
        self._handlers = handlers
        self._unsent: asyncio.Queue[Answer | type[Answer]] = asyncio.Queue(MOST_UNSENT)
        self._newest: dict[type[Answer], Answer] = {}
        """Answers of which only the newest is sent; their types wait in their place."""
        self._worlds: dict[str, Variant] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._budget = float(_BURST)
        self._counted = time.monotonic()

    async def run(self) -> None:
        """Talks to the page until it is closed."""
        await self._connection.accept()
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            for leave in tuple(self.on_close.values()):
                leave()
            self.on_close.clear()
            for task in (writer, *self._tasks):
                task.cancel()

    def send(self, answer: Answer) -> None:
        """Lets an answer wait until the page reads it."""
        self._put(answer)

    def send_newest(self, answer: Answer) -> None:
        """The same for a state that changes often: it takes the place of one that still waits."""
        kind = type(answer)
        if kind not in self._newest:
            self._put(kind)
        self._newest[kind] = answer

    def _put(self, unsent: Answer | type[Answer]) -> None:
        try:
            self._unsent.put_nowait(unsent)
        except asyncio.QueueFull:
            self._run(self._connection.close(TRY_AGAIN))

    def show_world(self, variant: Variant) -> None:
        """Sends a world, if the page does not have it. Answers with positions in it may follow."""
        if world_id(variant) not in self._worlds:
            if len(self._worlds) >= MOST_WORLDS:
                del self._worlds[next(iter(self._worlds))]  # it is sent again when it is needed
            self._worlds[world_id(variant)] = variant
            self.send(board_world(variant))

    def world(self, identity: str) -> Variant:
        """A world that the page has been shown. Raises `InputError`."""
        if identity not in self._worlds:
            raise InputError(f"there is no world {quote(identity)}")
        return self._worlds[identity]

    def answer_later(self, request: Request, answer: Awaitable[Answer]) -> None:
        """Sends an answer that takes time, or why there is none."""

        async def wait() -> None:
            self.send(await answer)

        self.work_later(request, wait())

    def work_later(self, request: Request, work: Awaitable[None]) -> None:
        """Does what takes time, or sends why it cannot be done."""

        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                self._refuse(request.type, error)

        self._run(guarded())

    def _refuse(self, about: str, error: Exception) -> None:
        """Says why a request is not answered. A defect of the program is logged, and ends nothing else."""
        if not isinstance(error, InputError):
            _LOG.exception("a request of a page has failed: %s", about, exc_info=error)
            error = InputError("the program has a defect here: its terminal says more")
        self.send(Refused(about, str(error)))

    def _run(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                unsent = await self._unsent.get()
                answer = self._newest.pop(unsent) if isinstance(unsent, type) else unsent
                await self._connection.send_text(text_of(answer))

    async def _read(self) -> None:
        while True:
            try:
                text = await self._connection.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):  # closed, or binary data
                return
            if not self._may_ask():
                await self._connection.close(POLICY_VIOLATION)
                return
            self._answer(text)

    def _may_ask(self) -> bool:
        """Whether the page keeps to the limit of requests."""
        now = time.monotonic()
        self._budget = min(self._budget + (now - self._counted) * REQUESTS_A_SECOND, _BURST)
        self._counted = now
        self._budget -= 1
        return self._budget >= 0

    def _answer(self, text: str) -> None:
        about = ""
        try:
            request = parse_request(text)
            about = request.type
            self._handlers[type(request)](self, request)
        except Exception as error:
            self._refuse(about, error)
