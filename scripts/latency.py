"""How soon the program answers while it searches: `isready` with `readyok`, and `stop` with `bestmove`.

    python scripts/latency.py --tries 300 --threads 1 2 --variants chess fragments

Every try is a search without end, interrupted after a random while by the one and then by the other. Times
are taken at the pipe, so that all is in them: the reader, the search, the last line of information. So is the
load of the machine: measure another engine beside it (`--command /usr/games/stockfish`).
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence

from tilefish.arena.uci_process import UciProcess

TARGET = 20.0
"""Milliseconds that are fine for 99 of 100."""
PERCENTILES = (50, 90, 99, 100)


def milliseconds(engine: UciProcess, question: str, answer: str) -> float:
    """How long an answer takes to come out of the pipe."""
    begin = time.perf_counter()
    engine.say(question)
    end, _ = engine.timed_until(answer)
    return (end - begin) * 1000


def measure(engine: UciProcess, tries: int) -> tuple[list[float], list[float]]:
    """The times of `isready` and of `stop`, with the search stopped at a random moment."""
    rng = random.Random(tries)
    ready, stopped = [], []
    for _ in range(tries):
        engine.say("go infinite")
        time.sleep(rng.uniform(0.001, 0.15))
        ready.append(milliseconds(engine, "isready", "readyok"))
        time.sleep(rng.uniform(0.001, 0.05))
        stopped.append(milliseconds(engine, "stop", "bestmove"))
    return ready, stopped


def percentile(times: Sequence[float], percent: int) -> float:
    """The time that so many of a hundred do not exceed."""
    ordered = sorted(times)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def row(label: str, times: Sequence[float]) -> str:
    """One line of the table."""
    return f"{label:32}" + "".join(f"{percentile(times, percent):9.2f}" for percent in PERCENTILES)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How soon the program answers while it searches.")
    parser.add_argument("--command", default="python -m tilefish")
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--variants", nargs="+", default=["chess", "fragments"])
    options = parser.parse_args()
    print(f"{'milliseconds':32}" + "".join(f"{f'{percent} %':>9}" for percent in PERCENTILES))
    worst = 0.0
    for variant in options.variants:
        for threads in options.threads:
            engine = UciProcess(options.command, (f"UCI_Variant={variant}", f"Threads={threads}"))
            ready, stopped = measure(engine, options.tries)
            engine.close()
            for label, times in (("isready", ready), ("stop", stopped)):
                print(row(f"{variant}, {threads} threads, {label}", times), flush=True)
                worst = max(worst, percentile(times, 99))
    load = os.getloadavg()[0]
    print(
        f"worst at 99 %: {worst:.2f} ms, wanted: {TARGET:.0f} ms; {options.tries} tries each, load {load:.1f}"
    )


if __name__ == "__main__":
    main()
