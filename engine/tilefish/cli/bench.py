"""`tilefish bench`: the signature of the search."""

from __future__ import annotations

import click

from tilefish.cli.common import report_input_errors
from tilefish.cli.numbers import WholeNumber
from tilefish.core.search.searcher import DEEPEST
from tilefish.engine.bench import DEPTH, run_bench


@click.command()
@click.argument("depth", type=WholeNumber(1, DEEPEST), default=DEPTH)
def bench(depth: int) -> None:
    """Search a fixed set of positions to DEPTH; the node count is the same on every machine."""
    with report_input_errors():
        for line in run_bench(depth):
            click.echo(line)
