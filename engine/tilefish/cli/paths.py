"""Arguments and options that are paths, for several commands."""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False)
FILE_OR_STREAM = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
"""A `-` is standard input or output."""

takes_variant_path = click.option(
    "--variant-path",
    type=click.Path(readable=False),
    multiple=True,
    metavar="P",
    help="Files or folders of variant files.",
)
takes_learn_file = click.option(
    "--learn-file",
    type=FILE,
    metavar="PATH",
    help="The learning file, instead of the usual one; implies --learn.",
)
