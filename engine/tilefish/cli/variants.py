"""`tilefish variants`: lists and shows variants, and checks variant files."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from tilefish.cli import candidates
from tilefish.cli.combat import combat_description
from tilefish.cli.common import (
    STANDARD,
    Mistake,
    aligned,
    on_terminal,
    open_library,
    report_input_errors,
    wants_colour,
    wants_figurines,
    write_output,
)
from tilefish.cli.groups import HintingGroup
from tilefish.cli.numbers import WholeNumber
from tilefish.cli.pictures import PictureFile
from tilefish.explain.variant_rules import rule_facts
from tilefish.game.game import Game, adapted_variant, judge_start
from tilefish.render.marks import checked_king
from tilefish.render.svg import board_svg
from tilefish.render.terminal import board_text
from tilefish.render.wrapping import terminal_width
from tilefish.rules.errors import InputError, VariantError
from tilefish.rules.files.library import Library
from tilefish.rules.messages import count
from tilefish.rules.model.variant import FLOOR, TILE_NAMES, Kind, Variant
from tilefish.rules.text.fen import format_fen
from tilefish.rules.text.move_squares import legs_of, squares_of

_WIDTH = 80

_variant_path = click.option(
    "--variant-path",
    "paths",
    type=click.Path(readable=False),
    multiple=True,
    metavar="P",
    help="A file or folder of variant files of your own (may be repeated).",
)


@click.group(cls=HintingGroup)
def variants() -> None:
    """Show the variants and check variant files."""


# --- list ------------------------------------------------------------------------------------------------


@variants.command("list")
@_variant_path
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of a table.")
def list_variants(paths: tuple[str, ...], as_json: bool) -> None:
    """List every known variant."""
    known, problems = _load_all(paths)
    if as_json:
        click.echo(json.dumps([_summary(variant) for variant in known], indent=2))
    elif on_terminal():
        _print_table(["Name", "Title", "Board", "Pieces", "Terrain"], map(_row, known))
    else:
        for variant in known:
            click.echo("\t".join(_row(variant)))
    if problems:
        raise Mistake(*problems)


def _load_all(paths: Sequence[str]) -> tuple[list[Variant], list[str]]:
    """The variants with valid files, and the errors of the others."""
    library = Library(paths)
    known: list[Variant] = []
    problems = [str(problem) for problem in (*library.problems, *library.skipped)]
    for name in library.names():
        try:
            known.append(library.load(name))
        except VariantError as error:
            problems += map(str, error.problems)
        except InputError as error:
            problems.append(f"{name}: {error}")
    return known, problems


def _summary(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": variant.title,
        "files": variant.files,
        "ranks": variant.ranks,
        "pieces": {kind.letter: kind.name for kind in variant.kinds},
        "terrain": _terrain(variant),
        "start": format_fen(variant, variant.start),
        "path": variant.path,
    }


def _row(variant: Variant) -> list[str]:
    letters = "".join(kind.letter.upper() for kind in variant.kinds)
    terrain = ", ".join(_terrain(variant)) or TILE_NAMES[FLOOR]
    return [variant.name, variant.title, f"{variant.files}x{variant.ranks}", letters, terrain]


def _terrain(variant: Variant) -> list[str]:
    return [name for tile, name in TILE_NAMES.items() if tile != FLOOR and tile in variant.tiles]


def _print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    # Imported here because it takes longer than starting a UCI engine may.
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, no_wrap=number == 0)  # a name must be shown whole, to be typed
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


# --- show ------------------------------------------------------------------------------------------------


@variants.command("show")
@click.argument("name", shell_complete=candidates.variants)
@click.option("--fen", metavar="F", help="Draw this position instead of the start.")
@click.option(
    "--svg",
    "picture",
    type=PictureFile(),
    metavar="FILE",
    help="Write a picture ('-': to stdout, and only that).",
)
@click.option("--size", type=WholeNumber(64, 4096), default=480, show_default=True, help="In pixels.")
@click.option("--last", metavar="MOVE", help="Mark the last move.")
@click.option("--arrow", "arrows", metavar="MOVE", multiple=True, help="Draw a move as an arrow (picture).")
@click.option("--flip", is_flag=True, help="Draw the board from Black's side.")
@_variant_path
def show(
    name: str,
    fen: str | None,
    picture: Path | None,
    size: int,
    last: str | None,
    arrows: tuple[str, ...],
    flip: bool,
    paths: tuple[str, ...],
) -> None:
    """Show the board, the rules and the pieces of a variant. NAME may also be a variant file."""
    with report_input_errors():
        variant = adapted_variant(name, library=open_library(paths, judge_start))
        game = Game(variant, fen)
        marked = squares_of(legs_of(variant, last)) if last else ()
        drawn = [leg for move in arrows for leg in legs_of(variant, move)]
    variant = game.variant  # with the voids of the FEN
    setup = game.setup()
    check = checked_king(game)
    if picture is not None:
        svg = board_svg(variant, setup, last_move=marked, arrows=drawn, check=check, flipped=flip, size=size)
        write_output(picture, svg)
        if str(picture) == STANDARD:
            return
    colour = wants_colour()
    board = board_text(
        variant,
        setup,
        colour=colour,
        unicode=wants_figurines(),
        flipped=flip,
        last_move=last or "",
        check=check,
        width=terminal_width() if on_terminal() else None,
    )
    click.echo(f"{variant.title} ({variant.name})\n")
    click.echo(board, color=colour)
    click.echo("\n".join(_description(variant, game.piece_values())))
    if picture is not None:
        click.echo(f"\nThe picture is in {click.format_filename(picture)}.")


def _description(variant: Variant, values: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Everything about a variant besides its board."""
    for paragraph in variant.rules.strip().split("\n\n"):
        yield from textwrap.wrap(paragraph, _WIDTH)
        if paragraph:
            yield ""
    if variant.source:
        yield from _entry("Source", variant.source)
    yield from _entry("Start", format_fen(variant, variant.start))
    for head, words in rule_facts(variant):
        yield from _entry(head, words)
    yield ""
    heads = ("Letter", "Piece", "Moves", "Value")
    yield from aligned([heads, *(_piece_row(kind, values[kind.name]) for kind in variant.kinds)])
    if variant.combat is not None:
        yield ""
        yield from combat_description(variant, variant.combat)


def _entry(head: str, words: str) -> list[str]:
    return textwrap.wrap(
        words, _WIDTH, initial_indent=f"{head + ':':<11}", subsequent_indent=" " * 11, break_long_words=False
    )


def _piece_row(kind: Kind, value: tuple[int, int]) -> tuple[str, ...]:
    name = f"{kind.name} (royal)" if kind.royal and kind.name != "king" else kind.name
    worth = " / ".join(map(str, dict.fromkeys(value))) + (" (computed)" if kind.value is None else "")
    return kind.letter.upper(), name, kind.betza, "" if kind.royal else worth


# --- check -----------------------------------------------------------------------------------------------


@variants.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=candidates.variant_files)
@_variant_path
def check(files: tuple[str, ...], paths: tuple[str, ...]) -> None:
    """Check variant files: every mistake with its file and line, and warnings about what looks odd.

    Mistakes and warnings are written to standard error. The exit code is 2 if there are mistakes, and 0 if
    there are only warnings.
    """
    library = open_library(paths, judge_start)
    wrong = [file for file in files if not _is_right(library.load_file, file)]
    if wrong:
        raise click.exceptions.Exit(Mistake.exit_code)


def _is_right(load: Callable[[str], Variant], file: str) -> bool:
    try:
        variant = load(file)
    except VariantError as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
    except InputError as error:
        click.echo(f"{click.format_filename(file)}: {error}", err=True)
    else:
        _report_warnings(variant, file)
        return True
    return False


def _report_warnings(variant: Variant, file: str) -> None:
    # Imported here because only this command plays games.
    from tilefish.balance.variant_warnings import variant_warnings

    warnings = variant_warnings(variant)
    for warning in warnings:
        click.echo(f"{click.format_filename(file)}: warning: {warning}", err=True)
    click.echo(f"{variant.name}: ok" + (f", {count(len(warnings), 'warning')}" if warnings else ""))
