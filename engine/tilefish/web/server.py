"""The server: the page, its files, and one WebSocket for each page that is open."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilefish.rules.errors import InputError
from tilefish.web.access import Access, SafeHeaders
from tilefish.web.adviser import Adviser
from tilefish.web.board_game import BoardGame
from tilefish.web.lobby import Lobby
from tilefish.web.messages import (
    CloseGame,
    Data,
    Explain,
    GameRequest,
    GiveHint,
    MakeMove,
    MoveNow,
    NewGame,
    OpenGame,
    Pause,
    Request,
    Resign,
    TakeBack,
    parse_request,
    refusal,
)
from tilefish.web.position_view import preview

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
REQUESTS_A_SECOND = 40
"""The most requests of one page, in the mean of the last seconds."""
_BURST = 120
MOST_PAGES = 64
"""The most pages that are open at once."""
MOST_UNSENT = 2000
"""The most messages that wait for a page that does not read."""
_POLICY_VIOLATION, _TRY_AGAIN = 1008, 1013
_WRONG_TOKEN = "This address needs the token that tilefish board has printed: open the whole address."


def create_app(lobby: Lobby, adviser: Adviser, access: Access) -> Starlette:
    """The application, to be run by a server of one process."""
    pages: set[_Page] = set()
    static = _static_files()

    async def index(request: HttpRequest) -> Response:
        token = request.query_params.get("token")
        if token is not None and access.is_token(token):
            welcome = RedirectResponse("/", status_code=303)
            welcome.set_cookie(access.cookie, access.token, httponly=True, samesite="strict")
            return welcome
        return _guarded(request, access) or static["index.html"]

    async def file(request: HttpRequest) -> Response:
        found = static.get(request.path_params["name"])  # a name in a table, never a path
        return _guarded(request, access) or found or PlainTextResponse("not found", 404)

    async def picture(request: HttpRequest) -> Response:
        refused = _guarded(request, access)
        if refused is not None:
            return refused
        try:
            variant = lobby.variant(request.path_params["name"])
        except InputError as error:
            return PlainTextResponse(str(error), 404)
        return Response(preview(variant), media_type="image/svg+xml")

    async def socket(connection: WebSocket) -> None:
        headers = connection.headers
        is_ours = access.knows_host(headers) and access.knows_origin(headers)
        if not (is_ours and access.is_known(connection.cookies)):
            await connection.close(_POLICY_VIOLATION)
            return
        if len(pages) >= MOST_PAGES:
            await connection.close(_TRY_AGAIN)
            return
        page = _Page(connection, lobby, adviser)
        pages.add(page)
        try:
            await page.run()
        finally:
            pages.discard(page)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await lobby.close()
        adviser.close()

    return Starlette(
        routes=[
            Route("/", index),
            Route("/static/{name}", file),
            Route("/preview/{name}", picture),
            WebSocketRoute("/socket", socket),
        ],
        middleware=[Middleware(SafeHeaders)],
        lifespan=lifespan,
    )


def _guarded(request: HttpRequest, access: Access) -> Response | None:
    """The answer to a request that may not be answered."""
    if not access.knows_host(request.headers):
        return PlainTextResponse("this server does not have that name", 421)
    return None if access.is_known(request.cookies) else PlainTextResponse(_WRONG_TOKEN, 403)


def _static_files() -> Mapping[str, Response]:
    """The files of the page by their names, read once."""
    found = {}
    for file in files("tilefish.web").joinpath("static").iterdir():
        suffix = "." + file.name.rpartition(".")[2]
        if suffix in _TYPES:
            found[file.name] = Response(file.read_bytes(), media_type=_TYPES[suffix])
    return found


class _Page:
    """A page that is open: the requests that it sends, and the messages that wait for it."""

    def __init__(self, connection: WebSocket, lobby: Lobby, adviser: Adviser) -> None:
        self._connection = connection
        self._lobby = lobby
        self._adviser = adviser
        self._unsent: asyncio.Queue[Data] = asyncio.Queue(MOST_UNSENT)
        self._games: set[BoardGame] = set()
        self._questions: set[asyncio.Task[None]] = set()
        self._budget = float(_BURST)
        self._counted = time.monotonic()

    async def run(self) -> None:
        """Talks to the page until it is closed."""
        await self._connection.accept()
        self.send(self._lobby.greeting())
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            for game in self._games:
                game.leave(self.send)
            for task in (writer, *self._questions):
                task.cancel()

    def send(self, message: Data) -> None:
        """Lets a message wait until the page reads it. A page that reads nothing loses the oldest ones; the
        whole game follows each change of it."""
        if self._unsent.full():
            self._unsent.get_nowait()
        self._unsent.put_nowait(message)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._unsent.get()
                await self._connection.send_text(json.dumps(message, separators=(",", ":")))

    async def _read(self) -> None:
        while True:
            try:
                text = await self._connection.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):  # closed, or binary data
                return
            if not self._may_ask():
                await self._connection.close(_POLICY_VIOLATION)
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
            self._serve(request)
        except InputError as error:
            self.send(refusal(about, str(error)))

    def _serve(self, request: Request) -> None:
        match request:
            case NewGame():
                game = self._lobby.begin(request)
                game.go_on()
                self._watch(game)
            case GameRequest():
                self._serve_game(self._lobby.game(request.game), request)

    def _serve_game(self, game: BoardGame, request: GameRequest) -> None:
        match request:
            case OpenGame():
                self._watch(game)
            case CloseGame():
                self._leave(game)
            case MakeMove():
                game.move(request.ply, request.move)
            case TakeBack():
                game.take_back()
            case GiveHint() | Explain():
                self._ask(game, request)
            case MoveNow():
                game.move_now()
            case Pause():
                game.pause(request.on)
            case Resign():
                game.resign()

    def _watch(self, game: BoardGame) -> None:
        self._games.add(game)
        game.watch(self.send)

    def _leave(self, game: BoardGame) -> None:
        self._games.discard(game)
        game.leave(self.send)

    def _ask(self, game: BoardGame, request: GiveHint | Explain) -> None:
        """Answers a question when the adviser has time."""
        about: Data = {"type": request.type, "game": game.identity}
        if isinstance(request, Explain):
            played = game.played(request.ply)
            question = self._adviser.why(game.table.before(played), played.move.without_die)
            about["ply"] = request.ply
        else:
            question = self._adviser.hint(game.table.game.copy())
            about["ply"] = len(game.table.past)
        task = asyncio.create_task(self._send_answer(about, question))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _send_answer(self, about: Data, question: Coroutine[None, None, Data]) -> None:
        try:
            self.send({**about, **await question})
        except InputError as error:
            self.send(refusal(str(about["type"]), str(error)))
