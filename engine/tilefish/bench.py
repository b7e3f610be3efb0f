"""The signature of the search: the nodes of a fixed set of positions at a fixed depth, the same on every
machine. A change that should not change play does not change it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tilefish.engine import Engine
from tilefish.game import Game
from tilefish.limits import Limits
from tilefish.rulebook.library import Library

DEPTH = 9
MIDDLEGAMES = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/5ppp/8/8/8/8/PPP5/4K3 w - - 0 1",
)


def run_bench(depth: int = DEPTH) -> Iterator[str]:
    """Searches every bundled variant's start and some middlegames; the last line has the signature."""
    library = Library(environment=False)
    variants = [library.load(name) for name in library.names()]
    games = [Game(variant) for variant in variants if variant.combat is None]  # too many outcomes, so deep
    games += [Game("chess", fen, library=library) for fen in MIDDLEGAMES]
    engine = Engine(hash_megabytes=16)
    nodes = 0
    seconds = 0.0
    for game in games:
        engine.clear_hash()
        begin = time.perf_counter()
        result = engine.play(game, Limits(depth=depth))
        seconds += time.perf_counter() - begin
        nodes += result.lines[0].nodes
        yield f"{game.variant.name}: {result.lines[0].nodes} nodes, {result.move} in {game.root_fen}"
    yield f"Nodes searched: {nodes}"
    yield f"Nodes/second: {int(nodes / seconds)}"
