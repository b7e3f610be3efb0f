"""Numbers on the command line: their bounds, and plain messages for invalid ones."""

from __future__ import annotations

import math
from typing import Any

import click

from tilefish.rules.messages import quote


class WholeNumber(click.IntRange):
    """A whole number, within bounds if there are any."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reads the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(_expected("whole number", self, value), param, ctx)

    def _describe_range(self) -> str:
        return _bounds(self)


class NumberType(click.FloatRange):
    """A number, within bounds if there are any; `nan` is invalid."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reads the number."""
        try:
            number = super().convert(value, param, ctx)
        except click.BadParameter:
            number = math.nan
        if math.isnan(number):
            self.fail(_expected("number", self, value), param, ctx)
        return number

    def _describe_range(self) -> str:
        return _bounds(self)


def _expected(what: str, bounds: click.IntRange | click.FloatRange, value: object) -> str:
    within = _bounds(bounds)
    return f"expected a {what}{f' {within}' if within else ''}, not {quote(str(value))}"


def _bounds(bounds: click.IntRange | click.FloatRange) -> str:
    """`from 1 to 500`, `from 1`, or nothing."""
    least = "" if bounds.min is None else f"from {_shown(bounds.min)}"
    most = "" if bounds.max is None else f"to {_shown(bounds.max)}"
    return f"{least} {most}".strip()


def _shown(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:g}"
