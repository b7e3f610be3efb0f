"""`python -m tests.fuzz`: runs cases in processes of their own, and says how to repeat the one that fails."""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.seeds import VARIABLE, read_seed, run_seed, set_seed

BATCH = 20
"""Cases of one process."""
PATIENCE = 300
"""Seconds until a case hangs: with sanitizers, on a busy machine."""
LONGEST_REPORT = 200
"""Lines of what a failing process said."""


def main() -> int:
    options = _arguments()
    set_seed(read_seed(options.seed) if options.seed else run_seed())
    if options.batch:
        return run_batch(options.kinds[0], options.first, options.count)
    for kind in options.kinds:
        if not run_kind(kind, options):
            return 1
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    kinds = ("files", "playouts", "searches", "uci", "threads")  # known without importing the core
    parser.add_argument("kinds", nargs="+", choices=kinds, metavar="kind", help=f"one of {', '.join(kinds)}")
    parser.add_argument("--seed", help=f"a number, or new (default: that of {VARIABLE}, or 0)")
    parser.add_argument("--first", type=int, default=0, metavar="CASE", help="the first case of each kind")
    parser.add_argument("--count", type=int, help="cases of each kind")
    parser.add_argument("--minutes", type=float, help="minutes for each kind")
    parser.add_argument("--batch", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.count is None and options.minutes is None:
        parser.error("say --count CASES, --minutes MINUTES or both")
    return options


def run_kind(kind: str, options: argparse.Namespace) -> bool:
    """Runs the cases of one kind. Returns whether all were well."""
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    for first, count in _batches(options, begun):
        done = subprocess.run(
            batch_command(kind, first, count),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        said = done.stdout.splitlines()
        if done.returncode:
            _report(kind, said, done.returncode)
            return False
        counts.update(json.loads(said[-1]))
    what = ", ".join(f"{counts[name]} {name}" for name in sorted(counts))
    print(f"{kind}: {what}, {time.monotonic() - begun:.0f} s, seed {run_seed()}", flush=True)
    return True


def batch_command(kind: str, first: int, count: int) -> list[str]:
    """How a process is started that runs some cases."""
    return [sys.executable, "-m", "tests.fuzz", kind, "--batch", f"--first={first}", f"--count={count}"]


def _batches(options: argparse.Namespace, begun: float) -> Iterator[tuple[int, int]]:
    """First case and number of cases, until there were enough or the time is up."""
    done = 0
    while options.count is None or done < options.count:
        if options.minutes is not None and time.monotonic() - begun > 60 * options.minutes:
            return
        count = BATCH if options.count is None else min(BATCH, options.count - done)
        yield options.first + done, count
        done += count


def _report(kind: str, said: list[str], failure: int) -> None:
    places = [place for place, line in enumerate(said) if line.startswith("case ")]
    number = said[places[-1]].split()[1] if places else "0"
    print("\n".join(said[places[-1] if places else 0 :][:LONGEST_REPORT]))
    print(f"{kind}: case {number} of seed {run_seed()} failed with exit code {failure}")
    prefix = os.environ.get("TILEFISH_FUZZ_COMMAND", "python -m tests.fuzz")
    words = [kind, "--seed", str(run_seed()), "--first", number, "--count", "1"]
    print(f"repeat this with: {prefix} {shlex.join(words)}", flush=True)


def run_batch(kind: str, first: int, count: int) -> int:
    """Runs cases in this process, and writes what was done as the last line."""
    from tests.fuzz.cases import Case

    counts: Counter[str] = Counter()
    faulthandler.enable()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            print(f"case {number}", flush=True)
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            Case(kind, number, Path(folder), counts).run()
            counts["cases"] += 1
    faulthandler.cancel_dump_traceback_later()
    print(json.dumps(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
