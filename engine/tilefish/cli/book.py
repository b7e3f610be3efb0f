"""`tilefish book`: builds opening books from finished games, shows and checks them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from tilefish.books.book import open_book, playable
from tilefish.books.book_text import book_text, read_book
from tilefish.cli.common import (
    Mistake,
    Rules,
    aligned,
    report_input_errors,
    san_or_illegal,
    takes_position,
    takes_rules,
    write_output,
)
from tilefish.cli.games import Gathering, open_to_read, variant_of
from tilefish.cli.groups import HintingGroup
from tilefish.cli.numbers import NumberType, WholeNumber
from tilefish.cli.paths import FILE, FILE_OR_STREAM
from tilefish.game.game import Game
from tilefish.learning.store import Store
from tilefish.rules.errors import Problem
from tilefish.rules.messages import count

_BOOK = click.argument("path", metavar="BOOK", type=FILE)


@click.group(cls=HintingGroup)
def book() -> None:
    """Build opening books, and look into them.

    A book is a text file with a line for each move, or for chess a Polyglot file (.bin). In a GUI, the
    options OwnBook and BookFile make the engine play from it.
    """


@book.command()
@_BOOK
@click.argument("games", nargs=-1, type=FILE_OR_STREAM)
@takes_rules
@click.option(
    "--file",
    "learning",
    type=FILE,
    metavar="PATH",
    help="The learning file, instead of the usual one.",
)
@click.option("--force", is_flag=True, help="Replace BOOK if it is there.")
@click.option(
    "--min-games",
    type=WholeNumber(1),
    default=3,
    show_default=True,
    metavar="N",
    help="Take moves that were played in at least N games.",
)
@click.option(
    "--min-winrate",
    type=NumberType(0, 100),
    default=45,
    show_default=True,
    metavar="PERCENT",
    help="Take moves that scored so well, four drawn games added.",
)
def build(
    path: Path,
    games: tuple[Path, ...],
    rules: Rules,
    learning: Path | None,
    force: bool,
    min_games: int,
    min_winrate: float,
) -> None:
    """Write BOOK from the GAMES of PGN files, or from what was learned if there are none."""
    if path.suffix.lower() == ".bin":
        raise Mistake("Error: a book is written as text: BOOK must not end in .bin")
    if path.is_file() and not force:
        raise Mistake(f"Error: {click.format_filename(path)} is there already: --force replaces it")
    if any(game.resolve() == path.resolve() for game in games):
        raise Mistake(
            f"Error: {click.format_filename(path)} would be overwritten: BOOK comes before the GAMES"
        )
    if games and learning is not None:
        raise Mistake("Error: a book is built from GAMES or from --file, not from both")
    variant = variant_of(rules)
    with report_input_errors(), Store(":memory:") if games else open_to_read(learning) as store:
        if games:
            Gathering(store, variant, rules.library, again=True).gather(games)
        text = book_text(variant, store.entries(variant), min_games, min_winrate / 100)
    moves = text.count("\n") - 1
    if not moves:
        raise Mistake(
            f"Error: no move of {variant.name} was played in {count(min_games, 'game')} and scored "
            f"{min_winrate:g}%: no book was written"
        )
    write_output(path, text)
    click.echo(f"{count(moves, 'move')} written to {click.format_filename(path)}")


@book.command()
@_BOOK
@takes_position
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(path: Path, game: Game, as_json: bool) -> None:
    """Show the moves that BOOK has for a position, and how often each is played."""
    with report_input_errors():
        opened = open_book(path)
        misfit = opened.misfit(game)
        moves = opened.moves(game)
    if misfit:
        raise Mistake(f"Error: {misfit}")
    played = playable(moves)
    total = sum(move.weight for move in played)
    shares = {move.move: move.weight / total for move in played}
    if as_json:
        listed = {
            move.move: {"weight": move.weight, "chance": round(shares.get(move.move, 0), 4)} for move in moves
        }
        click.echo(json.dumps({"fen": game.fen(), "moves": listed}))
    elif not moves:
        click.echo("The book has no move for this position.")
    else:
        rows = [
            (san_or_illegal(game, move.move), str(move.weight), _chance(shares.get(move.move)))
            for move in moves
        ]
        click.echo("\n".join(aligned([("move", "weight", "played"), *rows])))


def _chance(share: float | None) -> str:
    return "never" if share is None else f"{share:.1%}"


@book.command()
@_BOOK
@takes_rules
def check(path: Path, rules: Rules) -> None:
    """Tell every line of BOOK, a text, that is wrong under the rules of a variant."""
    variant = variant_of(rules)
    with report_input_errors():
        opened = read_book(path)
    name = click.format_filename(path)
    problems = [str(Problem(name, line, message)) for line, message in opened.mistakes(variant)]
    if problems:
        raise Mistake(*problems)
    moves = sum(map(len, opened.lines.values()))
    click.echo(f"{count(moves, 'move')} of {count(len(opened.lines), 'position')}, all right")
