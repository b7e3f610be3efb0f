"""`Request`: a message of a page, which may be anything. Its fields have limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tilefish.rules.text.fen import MAX_LETTERS
from tilefish.web.messages.schema import Between, Letters, Message

MOST_BYTES = 16 << 10
"""The size limit of a request."""

Text = Annotated[str, Letters(1000)]
FenText = Annotated[str, Letters(MAX_LETTERS)]
Ply = Annotated[int, Between(0, 10**6)]


@dataclass(frozen=True, slots=True)
class Request(Message):
    """A request of a page."""
