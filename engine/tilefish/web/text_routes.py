"""Games and positions in and out as texts, by HTTP: they may be larger than a message.

`POST /import?variant=NAME&game=NUMBER` reads a text; `GET /pgn/ID` is an analysis as PGN, `GET /pgn/game/ID`
a game.
"""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tilefish.files import decoded
from tilefish.game.game import DEFAULT_VARIANT
from tilefish.pgn import GameRecord, write_game
from tilefish.rules.errors import InputError
from tilefish.web.access import Access
from tilefish.web.analyses import Analyses
from tilefish.web.lobby import Lobby
from tilefish.web.messages.analyses import TextImported
from tilefish.web.messages.answers import Answer, Refused
from tilefish.web.messages.schema import text_of

MOST_BYTES = 2 << 20
"""The size limit of a text."""
BODY_SECONDS = 30.0
"""The time in which it must arrive."""
_MOST_DIGITS = 6


def text_routes(analyses: Analyses, lobby: Lobby, access: Access) -> list[Route]:
    """The routes for texts."""

    async def read_text(request: Request) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        try:
            usual = lobby.variant(request.query_params.get("variant") or DEFAULT_VARIANT)
            wanted = _number(request.query_params.get("game", ""))
            text = decoded(await asyncio.wait_for(_body(request), BODY_SECONDS))
            found, board = await analyses.read_text(text, usual, wanted)
        except (InputError, TimeoutError, ClientDisconnect) as error:
            return _json(Refused("import", str(error) or "the text did not arrive in time"))
        identity = None if board is None else board.identity
        return _json(TextImported(identity, found.games, found.problems, found.is_cut))

    async def pgn(request: Request) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        try:
            board = await analyses.open(request.path_params["identity"])
        except InputError as error:
            return PlainTextResponse(str(error), 404)
        return await _pgn(board.identity, board.record())

    async def game_pgn(request: Request) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        try:
            game = lobby.game(request.path_params["identity"])
        except InputError as error:
            return PlainTextResponse(str(error), 404)
        return await _pgn(game.identity, game.table.record())

    return [
        Route("/import", read_text, methods=["POST"]),
        Route("/pgn/{identity}", pgn),
        Route("/pgn/game/{identity}", game_pgn),
    ]


async def _pgn(identity: str, record: GameRecord) -> Response:
    """A game as a file."""
    text = await asyncio.to_thread(write_game, record)
    headers = {"content-disposition": f'attachment; filename="tilefish-{identity}.pgn"'}
    return PlainTextResponse(text, media_type="application/x-chess-pgn", headers=headers)


def _number(text: str) -> int | None:
    """The number of a game, or None if the text is empty. Raises `InputError`."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text)):
        raise InputError("the number of a game is a whole number from 1")
    return int(text)


async def _body(request: Request) -> bytes:
    """The text that is sent. Raises `InputError` if it is too long, without reading all of it."""
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise InputError(f"a text has at most {MOST_BYTES >> 20} MB")
    return b"".join(parts)


def _json(answer: Answer) -> Response:
    """An answer like those of the WebSocket: a refusal is one, too, and nothing for a browser's list of
    errors."""
    return Response(text_of(answer), media_type="application/json")
