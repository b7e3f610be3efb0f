"""The server: the page, its files, and one WebSocket for each page that is open."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tilefish.analysis.origins import Origins
from tilefish.books.book import Book
from tilefish.rules.errors import InputError
from tilefish.web.access import Access, SafeHeaders
from tilefish.web.adviser import Adviser
from tilefish.web.analyses import Analyses
from tilefish.web.analysis_requests import analysis_handlers
from tilefish.web.boards import Boards
from tilefish.web.editor_requests import editor_handlers
from tilefish.web.game_requests import game_handlers
from tilefish.web.learning_panel import LearningPanel
from tilefish.web.learning_requests import learning_handlers, learning_state
from tilefish.web.learning_routes import learning_routes
from tilefish.web.live_requests import live_handlers
from tilefish.web.lobby import Lobby
from tilefish.web.messages.analyses import AnalysisList
from tilefish.web.messages.answers import Answer
from tilefish.web.page import POLICY_VIOLATION, TRY_AGAIN, Page
from tilefish.web.position_view import preview
from tilefish.web.report import LEARNED_GAMES, Reporter
from tilefish.web.results import Results
from tilefish.web.text_routes import text_routes
from tilefish.web.watched_file import WatchedFile
from tilefish.web.watching import Watching, follow_worlds
from tilefish.web.world_panel import world_panel_handlers

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
MOST_PAGES = 200
"""The most pages that are open at once."""


def create_app(
    lobby: Lobby,
    analyses: Analyses,
    adviser: Adviser,
    access: Access,
    learning: LearningPanel,
    results: Results,
    watched: WatchedFile | None = None,
    book: Book | None = None,
) -> Starlette:
    """The application, to be run by a server of one process. Pages may watch the `watched` file; reports
    on games know the moves of the `book`."""
    pages: set[Page] = set()
    watching = Watching(watched, lobby)
    origins = Origins(book, lambda game: learning.known(game, LEARNED_GAMES))
    reporter = Reporter(lobby.new_engine, lobby.processors, origins)
    static = _static_files()

    def send_to_all(answer: Answer) -> None:
        for page in pages:
            page.send(answer)

    handlers = {
        **game_handlers(lobby, adviser),
        **analysis_handlers(analyses, lobby, watching),
        **editor_handlers(lobby),
        **world_panel_handlers(lobby),
        **watching.handlers(),
        **live_handlers(Boards(lobby, analyses), lobby.new_engine, lobby.processors, reporter),
        **learning_handlers(learning, results, send_to_all),
    }

    async def index(request: HttpRequest) -> Response:
        token = request.query_params.get("token")
        if token is not None and access.is_token(token):
            welcome = RedirectResponse("/", status_code=303)
            welcome.set_cookie(access.cookie, access.token, httponly=True, samesite="strict")
            return welcome
        return access.refusal(request) or _answer(request, static["index.html"])

    async def file(request: HttpRequest) -> Response:
        found = static.get(request.path_params["name"])  # a name in a table, never a path
        return access.refusal(request) or (
            PlainTextResponse("not found", 404) if found is None else _answer(request, found)
        )

    async def picture(request: HttpRequest) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        try:
            variant = lobby.variant(request.path_params["name"])
        except InputError as error:
            return PlainTextResponse(str(error), 404)
        return _answer(request, _file(preview(variant).encode(), "image/svg+xml"))

    async def socket(connection: WebSocket) -> None:
        headers = connection.headers
        is_ours = access.knows_host(headers) and access.knows_origin(headers)
        if not (is_ours and access.is_known(connection.cookies)):
            await connection.close(POLICY_VIOLATION)
            return
        if len(pages) >= MOST_PAGES:
            await connection.close(TRY_AGAIN)
            return
        page = Page(connection, handlers)
        page.send(lobby.greeting("" if watched is None else watched.name))
        page.send(AnalysisList(analyses.entries()))
        page.send(learning_state(learning))
        pages.add(page)
        try:
            await page.run()
        finally:
            pages.discard(page)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        worlds = asyncio.create_task(follow_worlds(lobby.worlds, pages))
        yield
        worlds.cancel()
        watching.close()
        await reporter.close()
        await lobby.close()
        await analyses.close()
        await learning.close()
        adviser.close()

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/static/{name}", file),
            Route("/preview/{name}", picture),
            *text_routes(analyses, lobby, access),
            *learning_routes(learning, access, lambda text: send_to_all(learning_state(learning, text))),
            WebSocketRoute("/socket", socket),
        ],
        middleware=[Middleware(SafeHeaders)],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # a redirection would be sent before the host is checked
    return app


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the page, as it is and compressed."""

    plain: Response
    compressed: Response


def _file(content: bytes, kind: str) -> _File:
    vary = {"vary": "accept-encoding"}
    packed = {**vary, "content-encoding": "gzip"}
    return _File(
        Response(content, headers=vary, media_type=kind),
        Response(gzip.compress(content, mtime=0), headers=packed, media_type=kind),
    )


def _static_files() -> Mapping[str, _File]:
    """The files of the page by their names, read once."""
    found = {}
    for file in files("tilefish.web").joinpath("static").iterdir():
        kind = _TYPES.get("." + file.name.rpartition(".")[2])
        if kind is not None:
            found[file.name] = _file(file.read_bytes(), kind)
    return found


def _answer(request: HttpRequest, file: _File) -> Response:
    """A file in the form that the browser understands."""
    accepted = {
        word.strip().lower() for word in request.headers.get("accept-encoding", "").split(",")
    }  # with a weight such as gzip;q=0, the plain form is right, too
    return file.compressed if "gzip" in accepted else file.plain
