"""`tilefish learn`: shows, adds, exports, imports and deletes what was learned from finished games."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import click
from click.core import ParameterSource

from tilefish.cli.common import (
    Mistake,
    Rules,
    number_table,
    report_input_errors,
    san_or_illegal,
    takes_position,
    takes_rules,
    uci_or_illegal,
    write_output,
)
from tilefish.cli.games import Gathering, open_to_read, variant_of
from tilefish.cli.groups import HintingGroup
from tilefish.cli.interrupt import EXIT_CODE
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.paths import FILE, FILE_OR_STREAM
from tilefish.cli.progress import progress
from tilefish.game.game import Game
from tilefish.learning.formats import move_data, raw_lines, read_learned, readable_lines
from tilefish.learning.keys import rules_key
from tilefish.learning.store import FORGET_AFTER, MOST_MOVES, RARE, Store, default_path
from tilefish.learning.tally import Tally
from tilefish.rules.messages import count

_FILE_OPTION = click.option(
    "--file", "path", type=FILE, metavar="PATH",
    help="The learning file, instead of the usual one.",
)  # fmt: skip


@click.group(cls=HintingGroup)
def learn() -> None:
    """See and keep what was learned from finished games.

    The engine learns only on request: by `learn record`, or with the option Learning in a GUI.
    """


@learn.command()
@takes_position
@_FILE_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(game: Game, path: Path | None, as_json: bool) -> None:
    """Show what became of the moves of a position."""
    with report_input_errors(), open_to_read(path) as store:
        moves = store.at(game)
    if as_json:
        listed = {uci_or_illegal(game, move): move_data(tally) for move, tally in moves.items()}
        click.echo(json.dumps({"fen": game.fen(), "moves": listed}))
    elif not moves:
        click.echo("Nothing was learned of this position.")
    else:
        heads = ("move", "games", "winrate", "W", "L", "D", "bonus")
        rows = (_row(san_or_illegal(game, move), tally) for move, tally in moves.items())
        for line in number_table([heads, *rows]):
            click.echo(line)


def _row(move: str, tally: Tally) -> tuple[str, ...]:
    counts = (tally.wins, tally.losses, tally.draws)
    return move, str(tally.games), f"{tally.winrate:.1%}", *map(str, counts), f"{tally.bonus:+.1f}"


@learn.command()
@click.argument("games", nargs=-1, required=True, type=FILE_OR_STREAM)
@takes_rules
@_FILE_OPTION
@click.option("--again", is_flag=True, help="Count games that are known already once more.")
def record(games: tuple[Path, ...], rules: Rules, path: Path | None, again: bool) -> None:
    """Learn from the finished games of PGN files (- for standard input).

    Games that name no variant are games of --variant. A game that was recorded before is not counted twice,
    so that a recording that was interrupted can be begun anew.
    """
    variant = variant_of(rules)
    with report_input_errors(), Store(path) as store:
        gathering = Gathering(store, variant, rules.library, again)
        try:
            gathering.gather(games)
        except KeyboardInterrupt:
            click.echo("Interrupted: what was recorded stays.", err=True)
            _print_counts(gathering.counts)
            sys.exit(EXIT_CODE)
    _print_counts(gathering.counts)


def _print_counts(counts: Mapping[str, int]) -> None:
    words = (
        ("known", "known before"), ("unfinished", "not finished"), ("mistakes", "with mistakes, left out"),
    )  # fmt: skip
    parts = [f"{counts[key]} {text}" for key, text in words if counts.get(key)]
    click.echo(", ".join([f"{count(counts.get('recorded', 0), 'game')} recorded", *parts]))


@learn.command()
@click.argument("target", type=FILE_OR_STREAM, default="-")
@takes_rules
@_FILE_OPTION
@click.option(
    "--raw", is_flag=True, help='{"FEN|MOVE": {"w": 5, "l": 2, "d": 1}} instead of the readable format.'
)
def export(target: Path, rules: Rules, path: Path | None, raw: bool) -> None:
    """Write what was learned as JSON.

    That is what was learned under the rules of one variant, written to TARGET or standard output.
    """
    variant = variant_of(rules)
    with report_input_errors(), open_to_read(path) as store:
        entries = store.entries(variant)
        lines = raw_lines(entries) if raw else readable_lines(variant, entries, store.games(variant))
        text = "".join(f"{line}\n" for line in lines)
    write_output(target, text)


@learn.command("import")
@click.argument("source", type=FILE_OR_STREAM)
@takes_rules
@_FILE_OPTION
def import_(source: Path, rules: Rules, path: Path | None) -> None:
    """Add what SOURCE learned.

    SOURCE (- for standard input) is in either of the formats of `export`. Its counts are added to those that
    are there. A file that is wrong anywhere is refused whole.
    """
    variant = variant_of(rules)
    name, text = click.format_filename(source), _text_of(source)
    with report_input_errors(), progress("Reading", len(text)) as report_progress:
        learned = read_learned(variant, text, name, report_progress)
    with report_input_errors(), Store(path) as store:
        store.add(variant, learned.entries, learned.games)
    positions = len({entry.position for entry in learned.entries})
    click.echo(f"{count(len(learned.entries), 'move')} of {count(positions, 'position')} added")


def _text_of(source: Path) -> str:
    name = click.format_filename(source)
    try:
        content = sys.stdin.buffer.read() if str(source) == "-" else source.read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise Mistake(f"Error: cannot read {name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Mistake(f"{name}:{line}: this is not text in UTF-8") from error


@learn.command()
@takes_rules
@_FILE_OPTION
@click.option("--yes", is_flag=True, help="Do not ask.")
def reset(rules: Rules, path: Path | None, yes: bool) -> None:
    """Forget what was learned.

    Everything is forgotten, or, if a variant, a world or pieces are named, what was learned there.
    """
    one = variant_of(rules) if _rules_are_named() else None
    with report_input_errors(), open_to_read(path) as store:
        worlds = [world for world in store.stats() if one is None or world.rules == rules_key(one)]
        moves, games = sum(world.moves for world in worlds), sum(world.games for world in worlds)
        if not moves and not games:
            click.echo("Nothing was learned.")
            return
        names = ", ".join(sorted({world.name for world in worlds}))
        _confirm(f"Forget {count(moves, 'move')} from {count(games, 'game')} of {names}?", yes)
        store.forget(one)
    click.echo(f"{count(moves, 'move')} forgotten")


def _rules_are_named() -> bool:
    context = click.get_current_context()
    sources = (context.get_parameter_source(name) for name in ("variant", "world", "pieces"))
    return any(source is ParameterSource.COMMANDLINE for source in sources)


def _confirm(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise Mistake("Error: no terminal to ask in: --yes forgets without asking")
    click.confirm(question, abort=True)


@learn.command()
@_FILE_OPTION
@click.option(
    "--at-most",
    type=WholeNumber(0),
    default=MOST_MOVES,
    show_default=True,
    metavar="N",
    help="Keep at most N moves, those of the most games.",
)
@click.option(
    "--older-than",
    type=WholeNumber(0),
    default=FORGET_AFTER,
    show_default=True,
    metavar="DAYS",
    help=f"Forget moves of {RARE} games or fewer that were not played for so long.",
)
def prune(path: Path | None, at_most: int, older_than: int) -> None:  # fmt: skip
    """Forget what is old or rare. This is also done from time to time while games are recorded."""
    with report_input_errors(), open_to_read(path) as store:
        gone = store.prune(at_most, older_than, vacuum=True)
    click.echo(f"{count(gone, 'move')} forgotten")


@learn.command()
@_FILE_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def stats(path: Path | None, as_json: bool) -> None:
    """Show how much was learned, by variant and rules."""
    with report_input_errors(), open_to_read(path) as store:
        worlds = store.stats()
    place = path or default_path()
    size = place.stat().st_size if place.exists() else 0
    if as_json:
        listed = [asdict(world) for world in worlds]
        click.echo(json.dumps({"file": str(place), "bytes": size, "worlds": listed}))
        return
    click.echo(f"{click.format_filename(place)}, {size / 1e6:.1f} MB" if size else "Nothing was learned yet.")
    if worlds:
        heads = ("variant", "games", "positions", "moves", "rules")
        rows = [
            (world.name, str(world.games), str(world.positions), str(world.moves), world.rules)
            for world in worlds
        ]
        click.echo("\n".join(number_table([heads, *rows])))
