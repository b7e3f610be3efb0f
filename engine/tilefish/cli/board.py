"""`tilefish board`: the board in the browser, served by this machine."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click
from platformdirs import user_data_path

from tilefish.cli import candidates
from tilefish.cli.common import open_library, report_input_errors, say
from tilefish.cli.entrants import ENGINE, WordyCommand, read_entrants
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.paths import FILE, takes_learn_file, takes_variant_path
from tilefish.engine.engine import MAX_HASH, MAX_THREADS, Engine
from tilefish.engine.levels import level_names
from tilefish.game.game import adapted_variant, judge_start
from tilefish.match.players import Entrant
from tilefish.play.players import PERSON_WORDS, Cast
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

USUAL_PORT = 8642
SEARCH_NICENESS = 5
"""Of searches, so that the browser paints a move while all processors search."""


@click.command(cls=WordyCommand)
@click.argument("variant", required=False, shell_complete=candidates.variants)
@takes_variant_path
@click.option(
    "--port", type=WholeNumber(0, 65535), default=USUAL_PORT, show_default=True, help="0: any free one."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="The address to listen at."
)
@click.option("--browser/--no-browser", default=True, help="Open the page, or only print its address.")
@click.option(
    "--threads", type=WholeNumber(1, MAX_THREADS), default=1, show_default=True, help="For each engine."
)
@click.option("--hash", "hash_megabytes", type=WholeNumber(1, MAX_HASH), default=16, show_default=True)
@click.option(
    ENGINE,
    "engines",
    multiple=True,
    metavar="WORDS",
    shell_complete=candidates.levels,
    help="Another player for the page: cmd=COMMAND for a UCI engine, or a level with options; "
    "name= option.X=, and for a program variant= movetime= nodes= depth=.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="PATH",
    help="Where games are saved, instead of the usual place.",
)
@click.option(
    "--learn",
    is_flag=True,
    help="Record the results of games, and use what was learned; the page can switch it, too.",
)
@takes_learn_file
@click.option(
    "--book",
    type=FILE,
    metavar="PATH",
    help="An opening book: reports on games say which moves are in it.",
)
@click.option(
    "--watch",
    type=FILE,
    metavar="FILE.pgn",
    help="Show the games that a running match writes to this file.",
)
def board(
    variant: str | None,
    variant_path: tuple[str, ...],
    port: int,
    host: str,
    browser: bool,
    threads: int,
    hash_megabytes: int,
    engines: tuple[str, ...],
    folder: Path | None,
    learn: bool,
    learn_file: Path | None,
    book: Path | None,
    watch: Path | None,
) -> None:
    """Play in the browser: every world, against the engine, another person or a UCI engine.

    VARIANT is a name or the path of a variant file: the page goes straight into a game there. Games are saved
    after every move and are there again at the next start. Ctrl-C ends the server.

    \b
    tilefish board my_world.toml
    tilefish board --engine cmd=stockfish name=SF option.Hash=64
    """
    # the server's packages are needed by this command only
    from tilefish.web.programs import STARTING_SECONDS
    from tilefish.web.run import Settings, serve

    with report_input_errors():
        library = open_library(variant_path, judge_start)
        own = None if variant is None else adapted_variant(variant, library=library)
        entrants = read_entrants(engines, STARTING_SECONDS)
        _check_entrants(entrants)
        cast = Cast(
            hash_megabytes=hash_megabytes, threads=threads, niceness=SEARCH_NICENESS, entrants=entrants
        )
        serve(
            Settings(
                library=library,
                own=own,
                cast=cast,
                adviser=Engine(hash_megabytes, threads),
                folder=folder or user_data_path("tilefish", appauthor=False) / "board",
                host=host,
                port=port,
                searches=max(1, (os.cpu_count() or 1) // threads),
                learns=learn or learn_file is not None,
                learn_file=learn_file,
                watched=watch,
                book=book,
            ),
            started=lambda address: _started(address, browser),
            complain=lambda text: click.echo(text, err=True),
        )


def _check_entrants(entrants: Sequence[Entrant]) -> None:
    """Checks what only matches understand. Raises `InputError`."""
    taken = {*PERSON_WORDS, *level_names(), "engine"}
    for entrant in entrants:
        if entrant.name.lower() in taken:
            raise InputError(
                f"{ENGINE}: the page has a player {quote(entrant.name)} already: name= gives it another name"
            )
        if entrant.control is not None and entrant.level:
            raise InputError(
                f"{ENGINE}: {entrant.name} is a level, which has limits of its own: "
                "movetime=, nodes= and depth= are for programs"
            )
        if entrant.control is not None and entrant.control.clock is not None:
            raise InputError(
                f"{ENGINE}: tc= is for matches: here the page sets the clock, "
                "and movetime=, nodes= and depth= limit an engine"
            )


def _started(address: str, opens_browser: bool) -> None:
    say(f"The board is at {address}")
    if opens_browser and not webbrowser.open(address):
        click.echo("No browser could be opened: open this address in one.", err=True)
