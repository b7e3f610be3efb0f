"""Nodes a second against other engines, one thread each, and what a second thread brings.

    python scripts/nps.py --against "PATH/TO/engine;VariantPath=FILE.ini;Use NNUE=false" --threads

Engines take turns, since machines are noisy: only ratios of one run count. Nodes a second are those of an
engine's last line of information; the time to a depth is measured here. Every search has an empty table.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from tilefish.engine.bench import MIDDLEGAMES
from tilefish.match.uci_process import EngineError, Failure, UciProcess

TILEFISH = "Tilefish"
STARTS = ("chess", "fragments")
POSITIONS = ("startpos", *(f"fen {fen}" for fen in MIDDLEGAMES))
NODES_AND_TIME = re.compile(r"^info .*\bnodes (\d+).*\btime (\d+)|^info .*\btime (\d+).*\bnodes (\d+)")


def launched(entry: str, megabytes: int, threads: int = 1) -> UciProcess:
    """The engine of a `COMMAND;NAME=VALUE;...`, with as much memory as the others."""
    command, *options = entry.split(";")
    engine = UciProcess(command, options)
    for name, value in (("Threads", threads), ("Hash", megabytes)):
        if engine.has_option(name):
            engine.set_option(name, str(value))
    return engine


def search(engine: UciProcess, position: str, limit: str) -> tuple[float, float]:
    """One search: its nodes a second, and its seconds by our clock."""
    engine.say("ucinewgame")
    engine.say(f"position {position}")
    engine.ready()
    begin = perf_counter()
    engine.say(f"go {limit}")
    end, lines = engine.timed_until("bestmove")
    found = [match for match in map(NODES_AND_TIME.match, lines) if match]
    if not found:
        raise EngineError(Failure.HANG, f"no line with nodes and time after go {limit}")
    before, after, late, early = found[-1].groups(default="")
    nodes, milliseconds = int(before or early), int(after or late)
    return nodes / max(1, milliseconds) * 1000, end - begin


def compare_engines(tilefish: str, others: Sequence[str], megabytes: int, rounds: int, limit: str) -> None:
    """Nodes a second from the start positions, and the ratio of the medians."""
    entries = {TILEFISH: tilefish} | {entry.split(";")[0]: entry for entry in others}
    engines = {name: launched(entry, megabytes) for name, entry in entries.items()}
    for variant in STARTS:
        able = {
            name: engine
            for name, engine in engines.items()
            if variant == "chess" or engine.has_option("UCI_Variant")
        }
        speeds: dict[str, list[float]] = {name: [] for name in able}
        for engine in able.values():
            if engine.has_option("UCI_Variant"):
                engine.set_option("UCI_Variant", variant)
        for _ in range(rounds):
            for name, engine in able.items():
                speeds[name].append(search(engine, "startpos", limit)[0])
        ours = median(speeds[TILEFISH])
        for name, measured in speeds.items():
            ratio = "" if name == TILEFISH else f"  Tilefish has {ours / median(measured):.2f} times as many"
            print(f"{variant:10} {name:32} {median(measured) / 1000:9.0f} k nodes/s{ratio}", flush=True)
    for engine in engines.values():
        engine.close()


def compare_threads(tilefish: str, megabytes: int, rounds: int, limit: str, depth: int) -> None:
    """Two threads against one: nodes a second and time to a depth, for each position and in the median."""
    engines = {threads: launched(tilefish, megabytes, threads) for threads in (1, 2)}
    more_nodes, less_time = [], []
    for position in POSITIONS:
        speed: dict[int, list[float]] = {1: [], 2: []}
        seconds: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(rounds):
            for threads, engine in engines.items():
                speed[threads].append(search(engine, position, limit)[0])
                seconds[threads].append(search(engine, position, f"depth {depth}")[1])
        more_nodes.append(median(speed[2]) / median(speed[1]))
        less_time.append(median(seconds[1]) / median(seconds[2]))
        print(
            f"two threads: {more_nodes[-1]:.2f} times the nodes a second, depth {depth} in "
            f"{median(seconds[2]):.2f} s instead of {median(seconds[1]):.2f} s: {position}",
            flush=True,
        )
    print(
        f"two threads, median of {len(POSITIONS)} positions: {median(more_nodes):.2f} times the nodes a "
        f"second, {median(less_time):.2f} times as fast to depth {depth}"
    )
    for engine in engines.values():
        engine.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tilefish", default="tilefish", metavar="COMMAND[;NAME=VALUE...]")
    parser.add_argument("--against", action="append", default=[], metavar="COMMAND[;NAME=VALUE...]")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--movetime", type=int, default=5000, help="milliseconds for each search")
    parser.add_argument("--hash", type=int, default=16, help="megabytes of every engine's table")
    parser.add_argument("--threads", action="store_true", help="also two threads against one")
    parser.add_argument("--depth", type=int, default=18, help="for the time to a depth")
    options = parser.parse_args()
    limit = f"movetime {options.movetime}"
    try:
        compare_engines(options.tilefish, options.against, options.hash, options.rounds, limit)
        if options.threads:
            compare_threads(options.tilefish, options.hash, options.rounds, limit, options.depth)
    except EngineError as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()
