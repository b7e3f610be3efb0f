"""The options that an engine declares, and whether a value is valid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilefish.rules.errors import nearest
from tilefish.rules.messages import quote

_DECLARATION = re.compile(r"option name (?P<name>.+?) type (?P<kind>\w+)(?P<details>.*)")
_BOUNDS = re.compile(r"(?=.*\bmin (-?\d+))(?=.*\bmax (-?\d+))")
_SWITCH = ("true", "false")
_NAMED_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class DeclaredOption:
    """An option as the engine declares it."""

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    """The choices of a combo."""
    bounds: tuple[int, int] | None = None
    """The bounds of a spin."""

    def misfit(self, value: str) -> str:
        """The error in a value, and what is expected; empty if it is valid. A combo without choices takes
        all."""
        choices = _SWITCH if self.kind == "check" else self.choices
        if choices and value.lower() not in map(str.lower, choices):
            return f"{self.name} has no {quote(value)}{nearest(value, choices)}; {_named(choices)}"
        if self.bounds and not _is_between(value, *self.bounds):
            least, most = self.bounds
            return f"{self.name} is {quote(value)}: expected a whole number from {least} to {most}"
        return ""


def _is_between(value: str, least: int, most: int) -> bool:
    try:
        return least <= int(value) <= most
    except ValueError:
        return False


def _named(choices: tuple[str, ...]) -> str:
    more = ", …" if len(choices) > _NAMED_AT_MOST else ""
    return f"it has {', '.join(choices[:_NAMED_AT_MOST])}{more}"


def options_in(lines: Iterable[str]) -> dict[str, DeclaredOption]:
    """The options in an engine's answer to `uci`, by their names in lower case."""
    found = (_option(match) for line in lines if (match := _DECLARATION.fullmatch(line)))
    return {option.name.lower(): option for option in found}


def _option(declaration: re.Match[str]) -> DeclaredOption:
    name, kind, details = declaration.groups()
    bounds = _BOUNDS.match(details) if kind == "spin" else None
    return DeclaredOption(
        name,
        kind,
        tuple(choice.strip() for choice in details.split(" var ")[1:]) if kind == "combo" else (),
        (int(bounds[1]), int(bounds[2])) if bounds else None,
    )


def misfit(options: Mapping[str, DeclaredOption], name: str, value: str) -> str:
    """The error in an option to be set, if any."""
    option = options.get(name.lower())
    if option is not None:
        return option.misfit(value)
    names = (known.name for known in options.values())
    return f"it has no option {quote(name)}{nearest(name, names)}"
