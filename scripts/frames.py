"""A game loop of 60 frames a second beside a search: how many come in time, how fast it still searches.

    python scripts/frames.py --seconds 20 --threads 1

Every frame has 16.7 ms. The loop does its own work for one of them (`--work`), grants the search what the
budget says (`--budget`, 14 ms) and sleeps what is left. A frame that takes longer than its 16.7 ms is late;
99.9 % in time is the aim. Some are late before the search's turn comes, when it is at rest: a busy machine
does that, and the frames that had no time for the budget left are counted apart. The speed is compared with
that of the same search by itself, before it; the share of the time that was granted is what to expect of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from tilefish import Game
from tilefish.engine.engine import Engine
from tilefish.engine.limits import Limits

FRAME = 1 / 60
AIM = 0.999
PERCENTILES = (50, 99, 99.9, 100)


def alone(variant: str, threads: int, seconds: float) -> float:
    """Nodes a second of a search that has the processor to itself."""
    result = Engine(threads=threads).play(Game(variant), Limits(movetime=seconds))
    return result.lines[0].nps


def busy(seconds: float) -> None:
    """The work of a frame that is not the search's."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def run_frames(
    variant: str, threads: int, seconds: float, budget: float, work: float
) -> tuple[list[float], int, float]:
    """What each frame took, how many were too late to grant the budget, and the nodes searched a second.
    A search that ends is begun anew."""
    game, engine = Game(variant), Engine(threads=threads)
    frames: list[float] = []
    late_before = 0
    nodes = 0
    search = engine.start(game, Limits())
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        frame = time.perf_counter()
        busy(work)
        late_before += time.perf_counter() - frame + budget > FRAME
        if search.step(budget * 1000) == "done":
            nodes += search.nodes
            search = engine.start(game, Limits())
        taken = time.perf_counter() - frame
        frames.append(taken)
        time.sleep(max(0.0, FRAME - taken))
    nodes += search.nodes
    passed = time.perf_counter() - begin
    search.stop()
    return frames, late_before, nodes / passed


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def main() -> None:
    """Measures, and prints what a frame took."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--budget", type=float, default=14, help="milliseconds a frame for the search")
    parser.add_argument("--work", type=float, default=1, help="milliseconds a frame for everything else")
    given = parser.parse_args()
    speed = alone(given.variant, given.threads, min(5.0, given.seconds))
    frames, late_before, kept = run_frames(
        given.variant, given.threads, given.seconds, given.budget / 1000, given.work / 1000
    )
    in_time = sum(taken <= FRAME for taken in frames) / len(frames)
    shown = ", ".join(f"{share:g} %: {percentile(frames, share) * 1000:.2f} ms" for share in PERCENTILES)
    print(f"{len(frames)} frames, {in_time:.2%} under {FRAME * 1000:.1f} ms (aim: {AIM:.1%}); {shown}")
    late = sum(taken > FRAME for taken in frames)
    print(f"{late} late; {late_before} of all had no time for the budget left before the search's turn")
    print(
        f"{kept:,.0f} nodes a second beside the loop, {speed:,.0f} alone: {kept / speed:.0%} "
        f"(granted: {given.budget / 1000 / FRAME:.0%} of the time)"
    )


if __name__ == "__main__":
    main()
