"""`tilefish play`: a game in the terminal, against the engine or another person, or between engines."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from types import FrameType

import click

from tilefish.cli import candidates
from tilefish.cli.common import Rules, report_input_errors, takes_rules, wants_colour, wants_figurines
from tilefish.cli.numbers import NumberType, WholeNumber
from tilefish.cli.paths import takes_learn_file
from tilefish.engine.engine import MAX_HASH, MAX_THREADS
from tilefish.engine.time_control import TIME_CONTROL_HELP, parse_time_control
from tilefish.learning.companion import Companion
from tilefish.play.console import Console
from tilefish.play.conversation import Conversation
from tilefish.play.files import GameFiles
from tilefish.play.players import YOU, Cast
from tilefish.play.table import Table


@contextmanager
def _signals_end_it() -> Iterator[None]:
    """On a signal to end, or if the terminal is closed, the program ends as if the player left."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@click.command()
@takes_rules
@click.option("--fen", metavar="F", help="This position instead of the start.")
@click.option(
    "--white",
    default="me",
    show_default=True,
    metavar="WHO",
    shell_complete=candidates.players,
    help="me, or an engine's level (full, easy, skill5).",
)
@click.option(
    "--black",
    default="full",
    show_default=True,
    metavar="WHO",
    shell_complete=candidates.players,
    help="The same for Black.",
)
@click.option("--tc", metavar="TIME", help=TIME_CONTROL_HELP)
@click.option(
    "--movetime",
    type=NumberType(0.01, 86400),
    metavar="SECONDS",
    help="Thinking time of engines without a clock.",
)
@click.option(
    "--dice",
    type=click.Choice(["rolled", "typed"]),
    default="rolled",
    show_default=True,
    help="Who rolls: the program, or you.",
)
@click.option("--seed", type=WholeNumber(), help="Dice and levels fall the same way every time.")
@click.option(
    "--load",
    "loaded",
    metavar="FILE",
    shell_complete=candidates.files,
    help="Go on with the first game of a PGN file.",
)
@click.option(
    "--save",
    "saved",
    metavar="FILE",
    shell_complete=candidates.files,
    help="Add every game to a PGN file when it is left.",
)
@click.option("--learn", is_flag=True, help="Record the results of games, and use what was learned.")
@takes_learn_file
@click.option("--name", default=YOU, show_default=True, help="What persons are called in the record.")
@click.option(
    "--show-thinking", is_flag=True, help="Show what an engine thinks, also when it plays against you."
)
@click.option("--threads", type=WholeNumber(1, MAX_THREADS), default=1, show_default=True)
@click.option("--hash", "hash_megabytes", type=WholeNumber(1, MAX_HASH), default=16, show_default=True)
def play(
    rules: Rules,
    fen: str | None,
    white: str,
    black: str,
    tc: str | None,
    movetime: float | None,
    dice: str,
    seed: int | None,
    loaded: str | None,
    saved: str | None,
    learn: bool,
    learn_file: Path | None,
    name: str,
    show_thinking: bool,
    threads: int,
    hash_megabytes: int,
) -> None:
    """Play a game: against the engine, another person, or let engines play.

    Moves are typed as e4, Nf3, O-O or e2e4; help lists what else can be said. Without a terminal, moves and
    commands are read line by line, and nothing but the engine's moves, rolled dice, answers and the result
    is written.
    """
    console = Console()
    with report_input_errors():
        game = rules.game(fen)
        files = GameFiles(rules.library, game.variant)
        learning = Companion(learn_file, console.complain) if learn or learn_file else None
        cast = Cast(name, hash_megabytes, threads, seed, learning.near if learning else None)
        players = {"white": cast.player(white), "black": cast.player(black)}
        control = parse_time_control(tc) if tc else None
        table = Table(game, players, control, random.Random(seed), types_dice=dice == "typed")
        if saved:
            files.check(saved)
    with closing(learning) if learning else nullcontext(), _signals_end_it():
        conversation = Conversation(
            table,
            cast,
            console,
            files,
            colour=wants_colour(),
            unicode=wants_figurines(),
            movetime=movetime,
            save_to=saved,
            shows_thinking=show_thinking,
            at_end=learning.record_game if learning else None,
        )
        if loaded:
            with report_input_errors():
                conversation.load(loaded)
        conversation.run()
    if console.complaints and not console.is_terminal:
        raise click.exceptions.Exit(2)
