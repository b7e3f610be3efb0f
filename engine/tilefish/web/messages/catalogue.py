"""All messages: their JSON schema, and the reading of requests. Nothing behind this module sees a request
that is not whole."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tilefish.rules.errors import InputError
from tilefish.rules.messages import listing, quote
from tilefish.web.messages import analyses, answers, editor, games, learning, live, watch, world_panel
from tilefish.web.messages.answers import Answer
from tilefish.web.messages.requests import MOST_BYTES, Request
from tilefish.web.messages.schema import json_schema, read

REQUESTS: tuple[type[Request], ...] = (
    *games.REQUESTS,
    *analyses.REQUESTS,
    *learning.REQUESTS,
    *live.REQUESTS,
    *editor.REQUESTS,
    *world_panel.REQUESTS,
    *watch.REQUESTS,
)
ANSWERS: tuple[type[Answer], ...] = (
    *answers.ANSWERS,
    *games.ANSWERS,
    *analyses.ANSWERS,
    *learning.ANSWERS,
    *live.ANSWERS,
    *editor.ANSWERS,
    *world_panel.ANSWERS,
    *watch.ANSWERS,
)
SCHEMA = json_schema((*REQUESTS, *ANSWERS))
"""The JSON schema of all messages."""
_BY_NAME: Mapping[str, type[Request]] = {kind.type: kind for kind in REQUESTS}


def parse_request(text: str) -> Request:
    """The request that a page has sent. Raises `InputError`."""
    if len(text) > MOST_BYTES:
        raise InputError(f"a request has at most {MOST_BYTES} letters, not {len(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("a request is one JSON object") from None
    if not isinstance(data, dict):
        raise InputError("a request is one JSON object")
    name = data.pop("type", None)
    if not isinstance(name, str) or name not in _BY_NAME:
        raise InputError(f"there is no request {quote(str(name))}: there are {listing(list(_BY_NAME))}")
    return read(_BY_NAME[name], data, name)
