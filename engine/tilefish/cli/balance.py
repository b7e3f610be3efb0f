"""`tilefish balance`: what many quick games show about a world, for its designer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import click

from tilefish.balance.facts import GameFacts
from tilefish.balance.games import OPENING_PLIES, Effort, GamesPlan, PlanPlayer
from tilefish.balance.report import Report
from tilefish.balance.study import study
from tilefish.balance.text import report_text
from tilefish.balance.workers import ProcessDied, play_all
from tilefish.cli import candidates
from tilefish.cli.common import (
    STANDARD,
    Mistake,
    Rules,
    check_writable,
    number_table,
    open_library,
    report_input_errors,
    write_output,
)
from tilefish.cli.interrupt import EXIT_CODE, Interrupt
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.paths import FILE_OR_STREAM, takes_variant_path
from tilefish.cli.progress import progress
from tilefish.core.search.searcher import DEEPEST
from tilefish.engine.limits import depth_for
from tilefish.game.game import Game
from tilefish.rules.messages import quote

USUAL_DEPTHS = (2, 4, 6)
MOST_GAMES = 100_000
MOST_NODES = 10_000_000
MOST_PROCESSES = 256
MOST_EFFORTS = 8


def _numbers(most: int) -> Callable[[click.Context, click.Parameter, str | None], tuple[int, ...] | None]:
    """Reads whole numbers separated by commas; returns them in ascending order without duplicates."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
        if value is None:
            return None
        words = [word.strip() for word in value.split(",")]
        if len(words) > MOST_EFFORTS:
            raise click.BadParameter(f"{len(words)} numbers are too many, {MOST_EFFORTS} are the most")
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) < 9 and 1 <= int(word) <= most):
                raise click.BadParameter(f"{quote(word, 20)} is not a number from 1 to {most}")
        return tuple(sorted({int(word) for word in words}))

    return read


@click.command()
@click.argument("variant", shell_complete=candidates.variants)
@click.option(
    "--games",
    type=WholeNumber(1, MOST_GAMES),
    default=200,
    show_default=True,
    metavar="N",
    help="The number of games at each depth.",
)
@click.option(
    "--depths",
    callback=_numbers(DEEPEST),
    metavar="LIST",
    help="Plies that both sides search, such as 2,4,6 (the default; 1,2,3 in combat games).",
)
@click.option("--nodes", callback=_numbers(MOST_NODES), metavar="LIST", help="Nodes for each move instead.")
@click.option("--seed", type=WholeNumber(), default=1, show_default=True, help="The same games every time.")
@click.option(
    "--concurrency",
    type=WholeNumber(1, MOST_PROCESSES),
    metavar="N",
    help="Processes that play; one for each core by default.",
)
@click.option("--fen", metavar="F", help="Begin from this position.")
@click.option("--world", metavar="TILES", help="A tile map in FEN rows, laid over the board.")
@click.option("--pieces", metavar="LIST", help="Pieces to add or change, such as r:RN,c:BN.")
@takes_variant_path
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--html",
    "page",
    type=FILE_OR_STREAM,
    metavar="FILE",
    help="Write a page with charts, too (-: to stdout, and only that).",
)
def balance(
    variant: str,
    games: int,
    depths: tuple[int, ...] | None,
    nodes: tuple[int, ...] | None,
    seed: int,
    concurrency: int | None,
    fen: str | None,
    world: str | None,
    pieces: str | None,
    variant_path: tuple[str, ...],
    as_json: bool,
    page: Path | None,
) -> None:  # fmt: skip
    """Find out whether a world is fair and how it plays, from many quick games.

    VARIANT is a known variant or a file. The engine plays itself from random openings, each of them at every
    depth: who is favoured, how games end, which pieces and tiles are used, and what pieces are worth. Ctrl-C
    ends the games and reports what was played.
    """
    if depths and nodes:
        raise Mistake("Error: --depths and --nodes cannot both be given")
    if page is not None:
        _check_page(page, as_json)
    with report_input_errors():
        rules = Rules(variant, world, pieces, False, open_library(variant_path))
        game = rules.game(fen)
        player = PlanPlayer(GamesPlan(game.variant, game.root_fen, _efforts(game, depths, nodes), seed))
    played, exit_code = _play(player, games, concurrency or _cores())
    if not played and not exit_code:
        raise Mistake(f"Error: every game here is over within {OPENING_PLIES} moves drawn by lot")
    if not played:
        click.echo("No game was over yet.", err=True)
        raise click.exceptions.Exit(exit_code)
    openings = len({facts.opening for facts in played})
    report = study(
        player.plan, played, interrupted=exit_code != 0, all_openings=not exit_code and openings < games
    )
    _print(report, game, as_json, page)
    raise click.exceptions.Exit(exit_code)


def _check_page(page: Path, as_json: bool) -> None:
    """Checks that the page can be written, before games are played."""
    if str(page) == STANDARD and as_json:
        raise Mistake("Error: --json and --html - both want standard output")
    check_writable(page)


def _efforts(game: Game, depths: tuple[int, ...] | None, nodes: tuple[int, ...] | None) -> tuple[Effort, ...]:
    if nodes:
        return tuple(Effort(nodes=number) for number in nodes)
    usual = (depth_for(game, depth) for depth in USUAL_DEPTHS)
    return tuple(Effort(depth=depth) for depth in depths or usual)


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(player: PlanPlayer, games: int, processes: int) -> tuple[list[GameFacts], int]:
    """The games played, and the exit code: not 0 if games are missing."""
    played: list[GameFacts] = []
    total = games * len(player.plan.efforts)
    with progress("Playing", total) as report_progress, Interrupt() as interrupt:
        openings = player.openings(games)
        try:
            for facts in play_all(player, openings, min(processes, games), lambda: not interrupt.is_asked()):
                played += facts
                report_progress(len(played))
        except ProcessDied:
            click.echo("Error: a process that played games has died.", err=True)
            return played, 1
    return played, EXIT_CODE if interrupt.is_asked() else 0


def _print(report: Report, game: Game, as_json: bool, page: Path | None) -> None:
    """Writes the page last: if that fails, nothing else is lost."""
    if str(page) != STANDARD:
        click.echo(json.dumps(report.as_data()) if as_json else "\n".join(report_text(report, number_table)))
    if page is not None:
        from tilefish.balance.html import report_page

        write_output(page, report_page(report, game))
        if str(page) != STANDARD and not as_json:
            click.echo(f"\nThe page is in {click.format_filename(page)}.")
