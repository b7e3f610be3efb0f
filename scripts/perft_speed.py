"""Perft speed side by side with other engines, in one run.

    python scripts/perft_speed.py --fairy PATH --fairy-variants FILE.ini

Runs whatever is there of: Tilefish, Stockfish (found on the PATH or given), a Fairy-Stockfish (given), and
python-chess. Each count is repeated, the engines taking turns, and the best time of each counts. All count
the last ply in bulk.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tilefish import Game
from tilefish.match.uci_process import EngineError, UciProcess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

Counter = Callable[["Task", int], int]


@dataclass(frozen=True)
class Task:
    """A position to count from, and how deep: for quick engines, and for python-chess."""

    title: str
    variant: str
    fen: str | None
    depth: int
    shallow_depth: int


TASKS = (
    Task("chess start", "chess", None, 6, 3),
    Task("kiwipete", "chess", KIWIPETE, 5, 3),
    Task("fragments start", "fragments", None, 7, 3),
)
WORLDS = (
    Task("stones (ruined_overworld)", "ruined_overworld", None, 5, 0),
    Task("belts (fear_factory)", "fear_factory", None, 6, 0),
    Task("water (pirate_seas)", "pirate_seas", None, 6, 0),
    Task("void (void_dimension)", "void_dimension", None, 6, 0),
    Task("lava (volcanic_wasteland)", "volcanic_wasteland", None, 6, 0),
)


class UciCounter:
    """An engine that counts with `go perft`."""

    def __init__(self, command: str, variants: Path | None = None) -> None:
        self._engine = UciProcess(command, () if variants is None else (f"VariantPath={variants}",))

    def count(self, task: Task, depth: int) -> int:
        """The leaves of a task at that depth."""
        if self._engine.has_option("UCI_Variant"):
            self._engine.set_option("UCI_Variant", task.variant)
        self._engine.say("position startpos" if task.fen is None else f"position fen {task.fen}")
        self._engine.say(f"go perft {depth}")
        return int(self._engine.until("Nodes searched")[-1].split()[-1])

    def close(self) -> None:
        """Ends the engine."""
        self._engine.close()


def count_here(task: Task, depth: int) -> int:
    """Tilefish itself."""
    return Game(task.variant, task.fen).perft(depth)


def count_python_chess(task: Task, depth: int) -> int:
    """python-chess, the slow but trusted one."""
    import chess

    def leaves(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += leaves(board, left - 1)
            board.pop()
        return total

    return leaves(chess.Board(task.fen or chess.STARTING_FEN), depth)


@contextmanager
def open_engines(options: argparse.Namespace) -> Iterator[dict[str, Counter]]:
    """The counters by name, and their processes ended afterwards."""
    engines = {}
    if options.stockfish:
        engines["Stockfish"] = UciCounter(options.stockfish)
    if options.fairy:
        engines["Fairy-Stockfish"] = UciCounter(options.fairy, options.fairy_variants)
    try:
        yield {name: engine.count for name, engine in engines.items()}
    finally:
        for engine in engines.values():
            engine.close()


def can_count(name: str, task: Task, options: argparse.Namespace) -> bool:
    """Whether an engine knows a task's variant."""
    if task.variant == "chess":
        return True
    return name == "Fairy-Stockfish" and options.fairy_variants is not None


def speed_of(count: Counter, task: Task, depth: int) -> tuple[int, float]:
    """Leaves, and leaves a second."""
    begin = time.perf_counter()
    leaves = count(task, depth)
    return leaves, leaves / (time.perf_counter() - begin)


def measure(task: Task, counters: dict[str, Counter], rounds: int) -> dict[str, float]:
    """The best speed of each engine, which take turns; all must count the same."""
    best: dict[str, float] = {}
    expected: int | None = None
    for _ in range(rounds):
        for name, count in counters.items():
            leaves, speed = speed_of(count, task, task.depth)
            expected = leaves if expected is None else expected
            if leaves != expected:
                sys.exit(f"Error: {name} counts {leaves} in {task.title}, not {expected} as Tilefish does")
            best[name] = max(speed, best.get(name, 0))
    if task.variant == "chess" and find_spec("chess"):
        best["python-chess"] = speed_of(count_python_chess, task, task.shallow_depth)[1]
    return best


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Perft speed side by side with other engines.")
    parser.add_argument("--stockfish", default=shutil.which("stockfish", path=SEARCH_PATH))
    parser.add_argument("--fairy", help="a Fairy-Stockfish")
    parser.add_argument("--fairy-variants", type=Path, help="its variant file, for fragments")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    try:
        compare(options)
    except EngineError as error:
        sys.exit(f"Error: an engine ended before it answered: {error}")
    print_worlds(options.rounds)


def compare(options: argparse.Namespace) -> None:
    """Tilefish against every engine that is there."""
    with open_engines(options) as others:
        for task in TASKS:
            counters: dict[str, Counter] = {"Tilefish": count_here}
            counters |= {name: count for name, count in others.items() if can_count(name, task, options)}
            print_speeds(task, measure(task, counters, options.rounds))


SEARCH_PATH = "/usr/local/bin:/usr/bin:/usr/games:/opt/homebrew/bin"


def print_speeds(task: Task, speeds: dict[str, float]) -> None:
    """One task's line for each engine."""
    for name, speed in speeds.items():
        ratio = f"  Tilefish is {speeds['Tilefish'] / speed:8.2f} times as fast" if name != "Tilefish" else ""
        print(f"{task.title:28} {name:16} {speed / 1e6:8.2f} M nodes/s{ratio}")


def print_worlds(rounds: int) -> None:
    """The worlds against chess, turn by turn."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for task in (TASKS[0], *WORLDS):
            best[task.title] = max(speed_of(count_here, task, task.depth)[1], best.get(task.title, 0))
    chess = best[TASKS[0].title]
    for title, speed in best.items():
        print(f"{title:28} {'Tilefish':16} {speed / 1e6:8.2f} M nodes/s  {speed / chess:5.2f} of chess")


if __name__ == "__main__":
    main()
