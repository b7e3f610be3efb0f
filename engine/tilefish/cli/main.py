"""`tilefish`: the command that holds the others."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper

import click

import tilefish

COMMANDS = ("perft", "variants")
"""Each is a command of the same name in the module of the same name in this folder."""


class Commands(click.Group):
    """Imports a command's module when the command is asked for, so that no other has to wait for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, for the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"tilefish.cli.{cmd_name}"), cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(tilefish.__version__, prog_name="tilefish")
def main() -> None:
    """Chess on worlds: terrain, custom pieces, small boards."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # text that a terminal cannot show must not end a command
            stream.reconfigure(errors="replace")
