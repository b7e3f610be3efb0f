"""Options as UCI writes them: their declarations, and `setoption`."""

from __future__ import annotations

from tilefish.host.options import AnyOption, Button, Choice, Flag, Number
from tilefish.rules.errors import InputError


def declaration(option: AnyOption) -> str:
    """The line that declares an option to a GUI."""
    head = f"option name {option.name} type"
    if isinstance(option, Button):
        return f"{head} button"
    if isinstance(option, Flag):
        return f"{head} check default {'true' if option.default else 'false'}"
    if isinstance(option, Number):
        return f"{head} spin default {option.default} min {option.least} max {option.most}"
    if isinstance(option, Choice):
        choices = " ".join(f"var {choice}" for choice in option.choices)
        return f"{head} combo default {option.default} {choices}"
    return f"{head} string default {option.default or '<empty>'}"


def parse_setoption(words: list[str]) -> tuple[str, str]:
    """The name and the value in the words after `setoption`."""
    if not words or words[0] != "name":
        raise InputError("setoption wants: setoption name NAME value VALUE")
    end = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:end]), " ".join(words[end + 1 :])
