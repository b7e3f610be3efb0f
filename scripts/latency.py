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
import shlex
import subprocess
import time
from collections.abc import Sequence

TARGET = 20.0
"""Milliseconds that are fine for 99 of 100."""
PERCENTILES = (50, 90, 99, 100)


class Program:
    """A running engine, without buffers between."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def tell(self, *lines: str) -> None:
        """Sends lines."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(line + "\n" for line in lines).encode())

    def wait_for(self, word: str) -> None:
        """Reads until a line begins with a word."""
        assert self._process.stdout is not None
        start, said = b"\n" + word.encode(), b"\n"
        while start not in said or not said.endswith(b"\n"):
            new = os.read(self._process.stdout.fileno(), 65536)
            if not new:
                raise SystemExit(f"Error: the engine ended before it said {word}")
            said = said[-4096:] + new

    def milliseconds(self, question: str, answer: str) -> float:
        """How long an answer takes."""
        begin = time.perf_counter()
        self.tell(question)
        self.wait_for(answer)
        return (time.perf_counter() - begin) * 1000

    def close(self) -> None:
        """Ends it."""
        self.tell("quit")
        self._process.wait(timeout=10)


def measure(program: Program, tries: int) -> tuple[list[float], list[float]]:
    """The times of `isready` and of `stop`, with the search stopped at a random moment."""
    rng = random.Random(tries)
    ready, stopped = [], []
    for _ in range(tries):
        program.tell("go infinite")
        time.sleep(rng.uniform(0.001, 0.15))
        ready.append(program.milliseconds("isready", "readyok"))
        time.sleep(rng.uniform(0.001, 0.05))
        stopped.append(program.milliseconds("stop", "bestmove"))
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
            program = Program(options.command)
            program.tell(
                f"setoption name UCI_Variant value {variant}", f"setoption name Threads value {threads}"
            )
            ready, stopped = measure(program, options.tries)
            program.close()
            for label, times in (("isready", ready), ("stop", stopped)):
                print(row(f"{variant}, {threads} threads, {label}", times), flush=True)
                worst = max(worst, percentile(times, 99))
    load = os.getloadavg()[0]
    print(
        f"worst at 99 %: {worst:.2f} ms, wanted: {TARGET:.0f} ms; {options.tries} tries each, load {load:.1f}"
    )


if __name__ == "__main__":
    main()
