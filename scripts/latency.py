"""How soon the program answers while it searches: `isready` with `readyok`, and `stop` with `bestmove`.

    python scripts/latency.py --tries 300 --threads 1 2 --variants chess fragments
    python scripts/latency.py --tries 100 --odd

Every try is a search without end, interrupted after a random while by the one and then by the other. Times
are taken at the pipe, so that all is in them: the reader, the search, the last line of information. So is the
load of the machine: measure another engine beside it (`--command /usr/games/stockfish`). `--odd` takes worlds
in which a single ply is long.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilefish.match.uci_process import UciProcess

TARGET = 50.0
"""Milliseconds that are fine for 99 of 100."""
PERCENTILES = (50, 90, 99, 100)


@dataclass(frozen=True)
class Case:
    """What is searched: options and a position."""

    label: str
    options: tuple[str, ...] = ()
    position: str = "startpos"


STONES = "/".join(["oooooooo"] * 8)
BELTS = ">>>>>>>v/^>>>>>v</" + "/".join(["^^v<v>>v"] * 5) + "/^<<<<<<<"
QUEENS = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"

ODD = (
    Case("queens", position=f"fen {QUEENS}"),
    Case("ten queens", position="fen qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"),
    Case(
        "a king among queens",
        position="fen k*QQQQQQ/**QQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/pQQQQQQ1/QQQQQQQK b - - 0 1",
    ),
    Case("stones everywhere", (f"World={STONES}",)),
    Case("queens on stones", (f"World={STONES}",), "fen 3qk3/ppqq3p/8/8/8/8/PPP2QQ1/Q2QK3 w - - 0 1"),
    Case("belts everywhere", (f"World={BELTS}",), "fen r2qkbnr/8/2n2b2/8/8/2N2B2/8/R2QKBNR w - - 0 1"),
    Case("fighting queens", ("UCI_Variant=exchange",), f"fen {QUEENS} hp:- cd:- fx:K,k"),
)


def milliseconds(engine: UciProcess, question: str, answer: str) -> float:
    """How long an answer takes to come out of the pipe."""
    begin = time.perf_counter()
    engine.say(question)
    end, _ = engine.timed_until(answer)
    return (end - begin) * 1000


def measure(engine: UciProcess, position: str, tries: int) -> tuple[list[float], list[float]]:
    """The times of `isready` and of `stop`, with the search stopped at a random moment."""
    rng = random.Random(tries)
    ready, stopped = [], []
    for _ in range(tries):
        engine.say("ucinewgame")
        engine.say(f"position {position}")
        milliseconds(engine, "isready", "readyok")
        engine.say("go infinite")
        time.sleep(rng.choice((0.0, 0.001, rng.uniform(0.001, 0.15))))
        ready.append(milliseconds(engine, "isready", "readyok"))
        time.sleep(rng.choice((0.0, rng.uniform(0.001, 0.05))))
        stopped.append(milliseconds(engine, "stop", "bestmove"))
    return ready, stopped


def percentile(times: Sequence[float], percent: int) -> float:
    """The time that `percent` of a hundred do not exceed."""
    ordered = sorted(times)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def row(label: str, times: Sequence[float]) -> str:
    """One line of the table."""
    return f"{label:36}" + "".join(f"{percentile(times, percent):9.2f}" for percent in PERCENTILES)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How soon the program answers while it searches.")
    parser.add_argument("--command", default="python -m tilefish")
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--variants", nargs="+", default=["chess", "fragments"])
    parser.add_argument("--odd", action="store_true", help="worlds in which one ply is long")
    options = parser.parse_args()
    cases = ODD if options.odd else [Case(name, (f"UCI_Variant={name}",)) for name in options.variants]
    print(f"{'milliseconds':36}" + "".join(f"{f'{percent} %':>9}" for percent in PERCENTILES))
    worst = 0.0
    for case in cases:
        for threads in options.threads:
            engine = UciProcess(options.command, (*case.options, f"Threads={threads}"))
            ready, stopped = measure(engine, case.position, options.tries)
            engine.close()
            for label, times in (("isready", ready), ("stop", stopped)):
                print(row(f"{case.label}, {threads} threads, {label}", times), flush=True)
                worst = max(worst, percentile(times, 99))
    load = os.getloadavg()[0]
    print(
        f"worst at 99 %: {worst:.2f} ms, wanted: {TARGET:.0f} ms; {options.tries} tries each, load {load:.1f}"
    )


if __name__ == "__main__":
    main()
