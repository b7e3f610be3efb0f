"""The messages between the page and the server. Each is one JSON object with a `type`.

Requests come from a page, which may be anything: every field is checked here, and nothing behind this module
sees a request that is not whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from tilefish.rules.errors import InputError
from tilefish.rules.messages import listing, quote

MOST_BYTES = 16 << 10
"""The size limit of a request."""
MOST_LETTERS = 1000
"""The size limit of a text in a request: a FEN of the largest board fits."""

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the page."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class NewGame(Request):
    """Begins a game. A player is `me` or a level; an empty time control means no clock, an empty FEN the
    start position."""

    type = "new"
    variant: str
    white: str = "me"
    black: str = "full"
    control: str = ""
    fen: str = ""


@dataclass(frozen=True, slots=True)
class GameRequest(Request):
    """A request about one game."""

    game: str


# Declarations look alike; each type of request is what the server matches on.
@dataclass(frozen=True, slots=True)
class OpenGame(GameRequest):
    """Asks for a game and for all that happens in it from now on."""

    type = "open"


@dataclass(frozen=True, slots=True)
class CloseGame(GameRequest):
    """Asks for no more messages about a game."""

    type = "close"


@dataclass(frozen=True, slots=True)
class MakeMove(GameRequest):
    """Plays a move, in either notation, in the position after `ply` plies."""

    type = "move"
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class TakeBack(GameRequest):
    """Takes moves back to where a person had a choice."""

    type = "undo"


@dataclass(frozen=True, slots=True)
class GiveHint(GameRequest):
    """Asks for a good move."""

    type = "hint"


@dataclass(frozen=True, slots=True)
class Explain(GameRequest):
    """Asks why a move of the game, counted from 1, is good or bad."""

    type = "why"
    ply: int


@dataclass(frozen=True, slots=True)
class MoveNow(GameRequest):
    """Lets the engine that thinks play at once."""

    type = "now"


@dataclass(frozen=True, slots=True)
class Pause(GameRequest):
    """Holds the engines, or lets them go on."""

    type = "pause"
    on: bool


@dataclass(frozen=True, slots=True)
class Resign(GameRequest):
    """The person resigns."""

    type = "resign"


_REQUESTS: Mapping[str, type[Request]] = {
    kind.type: kind
    for kind in (NewGame, OpenGame, CloseGame, MakeMove, TakeBack, GiveHint, Explain, MoveNow, Pause, Resign)
}
_CHECKS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "str": (
        f"a text of at most {MOST_LETTERS} letters",
        lambda value: isinstance(value, str) and len(value) <= MOST_LETTERS,
    ),
    "int": (
        "a whole number from 0 to 1000000",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10**6,
    ),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
}
"""What a field must be, by its type."""


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
    if not isinstance(name, str) or name not in _REQUESTS:
        raise InputError(f"there is no request {quote(str(name))}: there are {listing(list(_REQUESTS))}")
    kind = _REQUESTS[name]
    known = {field.name: field for field in fields(kind)}
    for field in known.values():
        if field.name not in data and field.default is MISSING:
            raise InputError(f"{name} has no {field.name}")
    for key, value in data.items():
        if key not in known:
            raise InputError(f"{name} has no field {quote(key)}: its fields are {listing(list(known))}")
        expected, is_right = _CHECKS[str(known[key].type)]
        if not is_right(value):
            raise InputError(f"{key} of {name} is not {expected}")
    return kind(**data)


def refusal(about: str, text: str) -> Data:
    """What is wrong with a request."""
    return {"type": "refused", "about": about, "text": text}
