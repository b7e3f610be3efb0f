"""`tilefish`: the command that holds the others."""

from __future__ import annotations

import click

from tilefish.cli.perft import perft
from tilefish.cli.variants import variants


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tilefish", prog_name="tilefish")
def main() -> None:
    """Chess on worlds: terrain, custom pieces, small boards."""


main.add_command(perft)
main.add_command(variants)
