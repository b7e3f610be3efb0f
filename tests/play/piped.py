"""`tilefish play` without a terminal: lines in, lines out."""

from __future__ import annotations

from click.testing import CliRunner, Result

from tilefish.cli.main import main


def play(lines: str, *options: str) -> Result:
    result = CliRunner().invoke(main, ["play", *options], input="\n".join(lines.split(";")) + "\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def two(lines: str, *options: str) -> Result:
    """Between two persons."""
    return play(lines, "--black", "me", *options)
