"""Counts the positions of perft suites and compares: python scripts/perft_suite.py FILE... [--depth N]

A suite is text: a line `variant NAME` says what follows is played under, a position's line is its FEN and its
counts, `FEN; D1 20; D2 400`. Blank lines and lines that begin with # are passed over. A wrong count is shown
with its divide.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tilefish import Game, InputError


@dataclass(frozen=True)
class Case:
    """One position of a suite with its counts by depth."""

    variant: str
    fen: str
    counts: dict[int, int]


def read_suite(path: Path, variant: str = "chess") -> Iterator[Case]:
    """The positions of a suite."""
    for line in path.read_text().splitlines():
        if line.startswith("variant "):
            variant = line.split()[1]
        elif line.strip() and not line.startswith("#"):
            fen, *counts = (part.strip() for part in line.split(";"))
            numbers = (count.split() for count in counts)
            yield Case(variant, fen, {int(depth[1:]): int(count) for depth, count in numbers})


def check(case: Case, deepest: int) -> str:
    """What is wrong with the counts of a position; nothing if they are right."""
    game = Game(case.variant, case.fen)
    for depth, expected in case.counts.items():
        if depth <= deepest and (found := game.perft(depth)) != expected:
            divide = "\n".join(f"    {move}: {count}" for move, count in game.divide(depth).items())
            return f"{case.variant}: {case.fen}\n  depth {depth}: {found}, not {expected}\n{divide}"
    return ""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--variant", default="chess", help="for suites that do not say (default: chess)")
    parser.add_argument("--depth", type=int, default=4, help="count no deeper than this (default: 4)")
    options = parser.parse_args()
    begin = time.perf_counter()
    try:
        cases = [case for file in options.files for case in read_suite(file, options.variant)]
        faults = [fault for case in cases if (fault := check(case, options.depth))]
    except (OSError, ValueError, InputError) as error:
        sys.exit(f"Error: {error}")
    print("\n".join(faults) or "all counts are right")
    print(f"{len(cases)} positions, {len(faults)} wrong, {time.perf_counter() - begin:.1f} s")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
