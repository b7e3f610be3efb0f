"""`tilefish perft`: count move sequences, the measure of a move generator."""

from __future__ import annotations

import json
import signal
import time

import click

from tilefish.cli.common import takes_position
from tilefish.cli.numbers import WholeNumber
from tilefish.core.board.any_board import MAX_PERFT_DEPTH
from tilefish.game.game import Game


@click.command()
@click.argument("depth", type=WholeNumber(1, MAX_PERFT_DEPTH))
@takes_position
@click.option("--divide", is_flag=True, help="Show the count below every first move, as other engines do.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(depth: int, game: Game, divide: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH legal moves."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the core does not handle signals while it counts
    begin = time.perf_counter()
    counts = game.divide(depth) if divide or as_json else {}
    nodes = sum(counts.values()) if counts else game.perft(depth)
    seconds = time.perf_counter() - begin
    if as_json:
        click.echo(json.dumps({"nodes": nodes, "seconds": round(seconds, 6), "divide": counts}))
        return
    for move, count in counts.items():
        click.echo(f"{move}: {count}")
    if counts:
        click.echo()
    click.echo(f"Nodes searched: {nodes}")
