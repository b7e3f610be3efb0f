"""What was learned in and out as files, by HTTP: they may be large.

`GET /learned/WORLD` is a file in the readable format, with `?format=raw` in the other; `POST` adds one.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tilefish.rules.errors import InputError
from tilefish.rules.messages import count
from tilefish.web.access import Access
from tilefish.web.learning_panel import MOST_BYTES, LearningPanel

BODY_SECONDS = 120.0
"""The time in which a file must arrive."""
_PART = 64 << 10


def learning_routes(learning: LearningPanel, access: Access, added: Callable[[str], None]) -> list[Route]:
    """The routes. `added` is called with what was added."""

    async def export(request: Request) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        is_raw = request.query_params.get("format") == "raw"
        try:
            variant = learning.world(request.path_params["world"])
            lines = await learning.export(variant, raw=is_raw)
        except InputError as error:
            return PlainTextResponse(str(error), 404)
        headers = {"content-disposition": f'attachment; filename="tilefish-{variant.name}.json"'}
        parts = (f"{line}\n" for line in lines)
        return StreamingResponse(parts, media_type="application/json", headers=headers)

    async def add(request: Request) -> Response:
        refused = access.refusal(request)
        if refused is not None:
            return refused
        try:
            variant = learning.world(request.path_params["world"])
            with tempfile.TemporaryDirectory(prefix="tilefish-") as folder:
                file = Path(folder) / "learned.json"
                await asyncio.wait_for(_receive(request, file), BODY_SECONDS)
                moves, positions = await learning.add(variant, file)
        except TimeoutError:
            return PlainTextResponse("the file did not arrive in time", 400)
        except ClientDisconnect:
            return PlainTextResponse("the file did not arrive", 400)
        except InputError as error:
            return PlainTextResponse(str(error), 400)
        text = f"{count(moves, 'move')} of {count(positions, 'position')} added to {variant.title}"
        added(text)
        return PlainTextResponse(text)

    path = "/learned/{world}"
    return [Route(path, export, methods=["GET"]), Route(path, add, methods=["POST"])]


async def _receive(request: Request, file: Path) -> None:
    """Writes what is sent into a file. Raises `InputError` if it is too long, without reading all of it."""
    size = 0
    with file.open("wb", buffering=_PART) as target:
        async for part in request.stream():
            size += len(part)
            if size > MOST_BYTES:
                raise InputError(f"a file has at most {MOST_BYTES >> 20} MB")
            target.write(part)
