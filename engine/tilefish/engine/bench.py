"""The signature of the search: the nodes of a fixed set of positions at a fixed depth, the same on every
machine. A change that should not change play does not change it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits, depth_for
from tilefish.game.game import Game
from tilefish.rules.files.library import Library

DEPTH = 9
MIDDLEGAMES = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/5ppp/8/8/8/8/PPP5/4K3 w - - 0 1",
)
FIGHTS = (
    "4k3/2q2p2/3b4/4N3/2P5/5R2/5P2/4K3 w - - 3 30 hp:e8=9,c7=8,f3=5 cd:- fx:K,T",
    "2k5/pp3pp1/2n1b3/4p3/4P3/2N1B3/PP3PP1/2K5 b - - 2 14 hp:c6=4,e6=5,e3=3 cd:e6=1 fx:D2,k,t",
)


def run_bench(depth: int = DEPTH) -> Iterator[str]:
    """Searches every bundled variant's start, and some positions of chess and of combat; the signature is in
    the last line but one."""
    library = Library(environment=False)
    games = [Game(library.load(name)) for name in library.names()]
    games += [Game("chess", fen, library=library) for fen in MIDDLEGAMES]
    games += [Game("exchange", fen, library=library) for fen in FIGHTS]
    engine = Engine(hash_megabytes=16)
    nodes = 0
    seconds = 0.0
    for game in games:
        engine.clear_hash()
        begin = time.perf_counter()
        result = engine.play(game, Limits(depth=depth_for(game, depth)))
        seconds += time.perf_counter() - begin
        best = result.lines[0]
        nodes += best.nodes
        yield f"{game.variant.name}: {best.nodes} nodes, {game.san(best.line[0])} in {game.root_fen}"
    yield f"Nodes searched: {nodes}"
    yield f"Nodes/second: {int(nodes / seconds)}"
