"""How fast `tilefish board` is, and how much it holds: a real server and Chromium.

    python scripts/board_speed.py                              # all of it, some ten minutes
    python scripts/board_speed.py clicks paint --json out.json
    python scripts/board_speed.py run --minutes 30

`clicks`: from the press on a move's target to the painted answer, while another game's engine searches with
as many threads as the machine has. `lines`: reports of a search that reach the page. `paint`: until the first
contents are seen. `idle`: processor time of the server and of the whole browser while nothing happens.
`games`: a hundred games open at once, each on a page of its own. `run`: 24 hours' worth of moves without
growth of memory, which is measured between rounds, when no game is open. Other work on the machine is in all
figures: its load is printed with them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import linear_regression, median

from board_browser import chromium, click_times, idle_shares, paint_times, reports_a_second
from board_load import Rest, moves_of, open_page, play_rounds, searching_game
from board_process import BoardProcess, resident_megabytes
from latency import percentile
from tilefish import Library

DAY_OF_MOVES = 24 * 60 * 60 // 3
"""The plies of 24 hours in which a move is played every three seconds."""
MOST_GROWTH = 2.0
"""MB in the second half of a long run; in the first, the list of games and caches fill."""
_OPEN_GAMES = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, and the most that it should be."""

    name: str
    value: float
    unit: str
    most: float | None = None
    note: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether it is what is wanted."""
        return self.most is None or self.value <= self.most

    def row(self) -> str:
        """One line of the table."""
        wanted = "" if self.most is None else f"<= {self.most:g}"
        verdict = "" if self.is_fine else "  MISSED"
        return f"{self.name:44}{self.value:10.2f} {self.unit:10}{wanted:>10}{verdict}  {self.note}".rstrip()


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    parts: list[str]
    world: str
    moves: int
    seconds: float
    minutes: float
    json: Path | None


def measure_clicks(options: Options) -> list[Figure]:
    """The answer to a click, alone and beside a search of all threads."""
    found: list[Figure] = []
    threads = os.cpu_count() or 1
    with _server("--threads", str(threads)) as board, chromium() as browser:
        alone = click_times(browser, board, options.world, options.moves)
        with searching_game(board, options.world):
            beside = click_times(browser, board, options.world, options.moves)
    for label, times in (("no search", alone), (f"{threads} threads search", beside)):
        found += [
            Figure(f"click, {label}: median", median(times), "ms", note=f"{len(times)} moves"),
            Figure(f"click, {label}: 95 %", percentile(times, 95), "ms", 50),
            Figure(f"click, {label}: worst", max(times), "ms"),
        ]
    return found


def measure_lines(options: Options) -> list[Figure]:
    """The reports of a search."""
    with _server() as board, chromium() as browser:
        game, live = reports_a_second(browser, board, options.world, options.seconds)
    return [
        Figure("reports of engines in a game", game, "a second", 10),
        Figure("reports of a live analysis, 5 lines", live, "a second", 10),
    ]


def measure_paint(options: Options) -> list[Figure]:
    """The first contents of the page."""
    tries = max(5, options.moves // 10)
    with _server() as board, chromium() as browser:
        cold, warm = paint_times(browser, board, tries)
    return [
        Figure("first paint, new window: median", median(cold), "ms", 500, f"{tries} tries"),
        Figure("first paint, new window: worst", max(cold), "ms"),
        Figure("first paint, loaded again: median", median(warm), "ms", 500),
        Figure("first paint, loaded again: worst", max(warm), "ms"),
    ]


def measure_idle(options: Options) -> list[Figure]:
    """What a page costs on which nothing happens."""
    with _server() as board, chromium() as browser:
        shares = idle_shares(browser, board, options.seconds)
    empty = shares.pop("an empty page")
    note = f"of them {100 * empty:.2f} for a browser with an empty page"
    return [Figure(f"idle: {name}", 100 * share, "% of a core", 1, note) for name, share in shares.items()]


def measure_games(options: Options) -> list[Figure]:
    """A hundred games, each against an engine and on a page of its own, in which moves go round."""
    with _server() as board:
        empty = resident_megabytes(board.pid)
        times, after = asyncio.run(_hold_games(board, options.world))
        held = resident_megabytes(board.pid)
    return [
        Figure("games open at once that answer", _OPEN_GAMES - after, "missing", 0, f"of {_OPEN_GAMES}"),
        Figure("answer to a move, 100 games: median", median(times), "ms", note=f"{len(times)} moves"),
        Figure("answer to a move, 100 games: 95 %", percentile(times, 95), "ms"),
        Figure("memory for 100 games", held - empty, "MB", note=f"of {held:.0f} MB"),
    ]


async def _hold_games(board: BoardProcess, world: str) -> tuple[list[float], int]:
    """Milliseconds from a move to the game after it, and how many games have answered to the end."""
    rng, times = Random(world), []
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(open_page(board)) for _ in range(_OPEN_GAMES)]
        games = [await page.begin(variant=world, white="me", black="skill0") for page in pages]
        for _ in range(4):
            for number, page in enumerate(pages):
                games[number] = game = await page.turn(games[number])
                if game["outcome"]:
                    continue
                begin = time.perf_counter()
                games[number] = await page.play(game, rng.choice(moves_of(game)))
                times.append(1000 * (time.perf_counter() - begin))
        ends = [await page.turn(game) for page, game in zip(pages, games, strict=True)]
    return times, len({game["id"] for game in ends if game["outcome"] or game["ply"] >= 8})


def measure_run(options: Options) -> list[Figure]:
    """At least as many moves as 24 hours have, and the server's memory whenever no game is open."""
    with _server("--hash", "1") as board:
        print(f"{'minute':>8}{'plies':>10}{'MB at rest':>12}{'most MB':>10}")
        rests = asyncio.run(play_rounds(board, 60 * options.minutes, Library().names(), _print_rest))
        complaints = board.complaints()
    if complaints:
        print(complaints)
    plies, settled = rests[-1].plies, rests[len(rests) // 2 :]
    note = (
        f"{settled[0].megabytes:.1f} to {settled[-1].megabytes:.1f} MB at rest after half of the time and in "
        f"the end; line through {len(settled)} points, {settled[-1].plies - settled[0].plies} plies"
    )
    return [
        Figure(
            "moves that 24 hours have and the run has not",
            max(0, DAY_OF_MOVES - plies),
            "plies",
            0,
            f"{plies} plies in {rests[-1].seconds / 60:.1f} minutes, {plies / DAY_OF_MOVES:.1f} days' worth",
        ),
        Figure("growth of memory in the second half", growth(settled), "MB", MOST_GROWTH, note),
        Figure("most memory in the run", max(rest.most for rest in rests), "MB"),
        Figure("complaints of the server", len(complaints.splitlines()), "lines", 0),
    ]


def _print_rest(rest: Rest) -> None:
    print(f"{rest.seconds / 60:8.1f}{rest.plies:10}{rest.megabytes:12.1f}{rest.most:10.1f}", flush=True)


def growth(rests: Sequence[Rest]) -> float:
    """How much the line through the memory rises from the first rest to the last, in MB."""
    slope, _ = linear_regression([rest.seconds for rest in rests], [rest.megabytes for rest in rests])
    return slope * (rests[-1].seconds - rests[0].seconds)


@contextmanager
def _server(*arguments: str) -> Iterator[BoardProcess]:
    with tempfile.TemporaryDirectory() as folder, BoardProcess(Path(folder), *arguments) as board:
        yield board


PARTS: dict[str, Callable[[Options], list[Figure]]] = {
    "clicks": measure_clicks,
    "lines": measure_lines,
    "paint": measure_paint,
    "idle": measure_idle,
    "games": measure_games,
    "run": measure_run,
}


def read_options(arguments: Sequence[str] | None = None) -> Options:
    """The command line's words."""
    parser = argparse.ArgumentParser(description="How fast `tilefish board` is, and how much it holds.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)}")
    parser.add_argument("--world", default="chess", help="the variant of clicks, lines and games")
    parser.add_argument("--moves", type=int, default=200, help="clicked moves")
    parser.add_argument("--seconds", type=float, default=60, help="for each measure of an idle page")
    parser.add_argument("--minutes", type=float, default=10, help="for the long run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the figures are written")
    options = Options(**vars(parser.parse_args(arguments)))
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part {unknown[0]}: expected {', '.join(PARTS)}")
    return options


def main() -> None:
    """The command."""
    options, rows = read_options(), []
    for part in options.parts or PARTS:
        before = os.getloadavg()[0]
        for figure in PARTS[part](options):
            load = (before, os.getloadavg()[0])
            rows.append({**asdict(figure), "part": part, "load": load, "is_fine": figure.is_fine})
            print(f"{figure.row()}  (load {load[0]:.1f} to {load[1]:.1f})", flush=True)
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    sys.exit(not all(row["is_fine"] for row in rows))


if __name__ == "__main__":
    main()
