"""Tactical suites: how many positions does the engine solve?

python scripts/epd.py wac.epd --seconds 1               # best moves, `bm` and `am` of EPD
python scripts/epd.py mate3.fen --mate 3 --seconds 5    # a mate of exactly that length
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

import chess

from tilefish import Game, InputError
from tilefish.engine.engine import Engine, Info
from tilefish.engine.limits import Limits


def read_positions(path: Path) -> list[tuple[chess.Board, dict[str, object]]]:
    """The positions of a file of EPD or FEN lines, with their operations."""
    positions = []
    for line in path.read_text().splitlines():
        if line.strip():
            board = chess.Board()
            operations: dict[str, object] = {}
            try:
                operations = dict(board.set_epd(line))
            except ValueError:
                board = chess.Board(line)
            positions.append((board, operations))
    return positions


class Solver:
    """Searches until the answer has been right for long enough, or the time is over."""

    def __init__(self, seconds: float, hash_megabytes: int, threads: int) -> None:
        self._limits = Limits(movetime=seconds)
        self._engine = Engine(hash_megabytes, threads)

    def finds_mate(self, game: Game, mate: int) -> bool:
        """Whether a mate of that many moves is found."""
        found: list[bool] = []

        def look(info: Info) -> None:
            if info.mate == mate:
                found.append(True)
                self._engine.stop()

        self._engine.clear_hash()
        self._engine.play(game, replace(self._limits, mate=mate), report=look)
        return bool(found)

    def finds_move(self, game: Game, operations: dict[str, object]) -> bool:
        """Whether the move played in the end is a best one, and none to avoid."""
        self._engine.clear_hash()
        move = chess.Move.from_uci(self._engine.play(game, self._limits).move or "0000")
        best, avoid = operations.get("bm"), operations.get("am")
        return (not isinstance(best, list) or move in best) and (
            not isinstance(avoid, list) or move not in avoid
        )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="How many positions of a suite does the engine solve?")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--mate", type=int, help="the positions are mates in this number of moves")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=64)
    options = parser.parse_args()
    solver = Solver(options.seconds, options.hash, options.threads)
    begin = time.perf_counter()
    try:
        positions = read_positions(options.file)
        missed = []
        for board, operations in positions:
            game = Game("chess", board.fen(en_passant="fen"))
            solved = (
                solver.finds_mate(game, options.mate) if options.mate else solver.finds_move(game, operations)
            )
            if not solved:
                missed.append(str(operations.get("id") or board.fen()))
    except (OSError, ValueError, InputError) as error:
        sys.exit(f"Error: {error}")
    print("missed:", *missed, sep="\n  ")
    seconds = time.perf_counter() - begin
    print(f"{len(positions) - len(missed)} of {len(positions)} solved, {seconds:.1f} s")


if __name__ == "__main__":
    main()
