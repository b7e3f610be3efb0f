"""`tilefish`: the top command. It speaks UCI if no subcommand is given."""

from __future__ import annotations

import os
import sys
from errno import EPIPE
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

import tilefish
from tilefish.cli.groups import HintingGroup

COMMANDS = (
    *("analyse", "balance", "bench", "board", "book", "completion", "eval"),
    *("learn", "match", "perft", "play", "variants"),
)
"""Each name is a command in the module of the same name in this folder."""

COMPLETION_VARIABLE = "_TILEFISH_COMPLETE"
"""Set by a shell that completes words; `completion.py` answers."""
GREETING = 'Tilefish: chess on worlds. UCI is spoken here; "quit", then "tilefish --help".'
"""For a person who types `tilefish` in a terminal. A GUI has no terminal, so it does not get this line."""
_ERROR = "Error: "
"""The text that click writes before the message of a wrong command line."""
STREAMS = {"stdin": "standard input", "stdout": "standard output", "stderr": "standard error"}


class Commands(HintingGroup):
    """Imports a command's module only when that command is used, so that other commands start fast."""

    def main(self, *given: Any, **named: Any) -> Any:
        """Runs the program, or answers a shell that completes words."""
        if COMPLETION_VARIABLE in os.environ:
            import_module("tilefish.cli.completion")
        return super().main(*given, **named)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, for the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"tilefish.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command. Reports a full disk; click handles broken pipes."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _wrapped(error) from None
        except OSError as error:
            if error.errno == EPIPE:
                raise
            from tilefish.cli.common import Mistake

            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  unwritten text would fail again at exit
            raise Mistake(f"Error: {error.strerror or error}") from error


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(tilefish.__version__, prog_name="tilefish")
@click.option(
    "--variant-path",
    type=click.Path(readable=False),
    multiple=True,
    metavar="P",
    help="Variant files of your own, for UCI.",
)
@click.pass_context
def main(ctx: click.Context, variant_path: tuple[str, ...]) -> None:
    """Chess on worlds: terrain, custom pieces, small boards. Without a command, speaks UCI."""
    closed = _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # text that cannot be read or shown must not end a command
            stream.reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        _need_both_ends(closed)
        if sys.stdin.isatty() and sys.stdout.isatty():
            click.echo(GREETING)
        from tilefish.protocols.uci.session import Session

        Session(variant_path).run(sys.stdin)
        _drop_unheard()


def _wrapped(error: click.UsageError) -> click.UsageError:
    """The same error; on a terminal, wrapped between words."""
    if not sys.stderr.isatty():
        return error
    from tilefish.render.wrapping import folded, terminal_width

    message = folded(f"{_ERROR}{error.format_message()}", terminal_width())
    return click.UsageError(message.removeprefix(_ERROR), error.ctx)


def _drop_unheard() -> None:
    """Drops text for a closed pipe; it would fail again when Python exits, and be reported as a fault."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_streams() -> set[str]:
    """Opens the null device for streams that a shell closed with `<&-` or `>&-`; Python sets those to None.
    Returns the names of those streams."""
    closed = {name for name in STREAMS if getattr(sys, name) is None}
    for name in closed:
        setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115  to the end
    return closed


def _need_both_ends(closed: set[str]) -> None:
    """Ends the program if standard input or output is closed: UCI needs both."""
    for name in ("stdin", "stdout"):
        if name in closed:
            from tilefish.cli.common import Mistake

            raise Mistake(f"Error: UCI is spoken on {STREAMS[name]}, which is closed")
