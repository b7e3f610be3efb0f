"""`Request`: a message of a page, which may be anything. Its fields have limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tilefish.web.messages.schema import Between, Letters, Message

MOST_BYTES = 16 << 10
"""The size limit of a request."""

Text = Annotated[str, Letters(1000)]
"""A FEN of the largest board fits."""
Ply = Annotated[int, Between(0, 10**6)]


@dataclass(frozen=True, slots=True)
class Request(Message):
    """A request of a page."""
