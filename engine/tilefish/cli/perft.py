"""`tilefish perft`: count move sequences, the measure of a move generator."""

from __future__ import annotations

import json
import signal
import time

import click

from tilefish.cli.common import mistakes_told, open_library
from tilefish.core.board import MAX_PERFT_DEPTH
from tilefish.game import Game


@click.command()
@click.argument("depth", type=click.IntRange(1, MAX_PERFT_DEPTH))
@click.option("--variant", default="chess", show_default=True, metavar="V", help="A known variant or a file.")
@click.option("--fen", metavar="F", help="Count from this position instead of the start.")
@click.option("--world", metavar="TILES", help="A tile map in FEN rows, laid over the board.")
@click.option("--pieces", metavar="LIST", help="Pieces to add or change, such as r:RN,c:BN.")
@click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
@click.option("--variant-path", multiple=True, metavar="P", help="Files or folders of variant files.")
@click.option("--divide", is_flag=True, help="Show the count below every first move.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(
    depth: int,
    variant: str,
    fen: str | None,
    world: str | None,
    pieces: str | None,
    chess960: bool,
    variant_path: tuple[str, ...],
    divide: bool,
    as_json: bool,
) -> None:
    """Count the sequences of DEPTH legal moves."""
    with mistakes_told():
        game = Game(variant, fen, world, pieces, chess960, library=open_library(variant_path))
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the core hears nothing while it counts
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
