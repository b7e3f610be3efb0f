"""User input in messages: on one line, of limited length, with correct plurals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_NAMED = 40
"""The most known names in the message about an unknown one."""


def quote(text: str, most: int = 60) -> str:
    """The text in double quotes, with escapes for what cannot be printed."""
    shown = visible(text[: most + 1])
    return f'"{shown}"' if len(shown) <= most else f'"{shown[: most - 3]}..."'


def visible(text: str) -> str:
    """The text with escapes for what cannot be printed."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def count(number: int, word: str) -> str:
    """`1 rank`, `2 ranks`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listing(words: Iterable[str]) -> str:
    """`"a", "b"`, or `none`."""
    return ", ".join(f'"{word}"' for word in words) or "none"


def listing_of_names(names: Sequence[str]) -> str:
    """The known names for a message, up to a limit."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return " ".join(names[:MOST_NAMED]) + more
