"""Helpers that the commands share: options for a position, reports of a user's mistakes, and colour."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

import click

from tilefish.cli import candidates
from tilefish.cli.paths import takes_variant_path
from tilefish.files import decoded, write_atomically
from tilefish.game.game import DEFAULT_VARIANT, Game
from tilefish.render.wrapping import folded, terminal_width
from tilefish.rules.errors import FileError, InputError, in_short
from tilefish.rules.files.library import Library
from tilefish.rules.files.loader import Judge

STANDARD = "-"
"""Standard input or output where a file is named."""


_PATH_HINT = "--variant-path FOLDER names another folder to look in"


class Mistake(click.ClickException):
    """A user's mistake: prints a line for each problem on stderr, with exit code 2."""

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the lines."""
        is_terminal = file is None and sys.stderr.isatty()
        message = folded(self.message, terminal_width()) if is_terminal else self.message
        click.echo(message, file=file, err=file is None)


@contextmanager
def report_input_errors() -> Iterator[None]:
    """Turns errors of the rule book into messages for the user."""
    try:
        yield
    except FileError as error:
        if not error.problems:
            raise Mistake(f"Error: {error}") from error
        raise Mistake(*map(str, error.problems)) from error
    except InputError as error:
        raise Mistake(f"Error: {error}") from error


def open_library(paths: Sequence[str], judge: Judge | None = None) -> Library:
    """The known variants; an unknown name is looked up in the current folder. A wrong path on
    the command line is a mistake. One in the environment is a warning, and so is a file in a folder whose
    name no variant can have."""
    wrong = Library(paths, environment=False).problems
    if wrong:
        raise Mistake(*map(str, wrong))
    library = Library(paths, judge=judge, fallback=(Path(),), hint=_PATH_HINT)
    for problem in library.problems:
        click.echo(f"Warning: {problem}", err=True)
    for line in in_short(library.skipped):
        click.echo(f"Warning: skipped {line}", err=True)
    return library


@dataclass(frozen=True, slots=True)
class Rules:
    """The game to play, from the options of the command line."""

    variant: str
    world: str | None
    pieces: str | None
    chess960: bool
    library: Library

    def game(self, fen: str | None = None) -> Game:
        """A game under these rules. Raises `InputError`."""
        return Game(self.variant, fen, self.world, self.pieces, self.chess960, library=self.library)


def takes_rules(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options for the game to a command; the command gets the `rules`."""

    @click.option(
        "--variant",
        default=DEFAULT_VARIANT,
        show_default=True,
        metavar="V",
        shell_complete=candidates.variants,
        help="A known variant, a NAME.toml in this folder by its NAME, or a file.",
    )
    @click.option("--world", metavar="TILES", help="A tile map in FEN rows, laid over the board.")
    @click.option("--pieces", metavar="LIST", help="Pieces to add or change, such as r:RN,c:BN.")
    @click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
    @takes_variant_path
    @functools.wraps(command)
    def with_rules(
        *arguments: object,
        variant: str,
        world: str | None,
        pieces: str | None,
        chess960: bool,
        variant_path: tuple[str, ...],
        **others: object,
    ) -> None:
        with report_input_errors():
            library = open_library(variant_path)
        command(*arguments, rules=Rules(variant, world, pieces, chess960, library), **others)

    return with_rules


def takes_position(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that name a position; the command gets the `game`."""

    @takes_rules
    @click.option("--fen", metavar="F", help="This position instead of the start.")
    @functools.wraps(command)
    def with_game(*arguments: object, rules: Rules, fen: str | None, **others: object) -> None:
        with report_input_errors():
            game = rules.game(fen)
        command(*arguments, game=game, **others)

    return with_game


def uci_or_illegal(game: Game, move: str) -> str:
    """A stored move of a position in the game's notation, or as stored if it is not legal."""
    try:
        return game.find_move(move)
    except InputError:
        return f"{move} (illegal)"


def san_or_illegal(game: Game, move: str) -> str:
    """The same in SAN."""
    try:
        return game.san(move)
    except InputError:
        return f"{move} (illegal)"


def write_output(path: Path, text: str) -> None:
    """Writes a file that the user asked for, `-` for standard output."""
    if str(path) == STANDARD:
        click.echo(text, nl=False)
        return
    try:
        write_atomically(path, text)
    except OSError as error:
        name = click.format_filename(path)
        raise Mistake(f"Error: cannot write {name}: {error.strerror or error}") from error


def check_writable(path: Path) -> None:
    """Raises `Mistake` for a file that cannot be written, before long work is done for it."""
    if str(path) == STANDARD:
        return
    folder = path.resolve().parent
    if not folder.is_dir():
        why = f"there is no folder {click.format_filename(folder)}"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        why = "it, or its folder, is read-only"
    else:
        return
    raise Mistake(f"Error: cannot write {click.format_filename(path)}: {why}")


def source_name(path: Path) -> str:
    """The name of an input file in messages."""
    return "standard input" if str(path) == STANDARD else click.format_filename(path)


@contextmanager
def open_source(path: Path) -> Iterator[BinaryIO]:
    """A file to read, `-` for standard input."""
    try:
        if str(path) == STANDARD:
            yield sys.stdin.buffer
        else:
            with path.open("rb") as file:
                yield file
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        name = click.format_filename(path)
        raise Mistake(f"Error: cannot read {name}: {error.strerror or error}") from error


def read_text(path: Path) -> str:
    """A text file of the user in any known encoding, `-` for standard input."""
    with open_source(path) as file:
        content = file.read()
    return decoded(content)


def on_terminal() -> bool:
    """Whether a person is reading the output right now."""
    return sys.stdout.isatty()


def say(text: str, colour: str | None = None) -> None:
    """Prints text, on a terminal wrapped between words."""
    click.secho(folded(text, terminal_width()) if on_terminal() else text, fg=colour)


def draws_over() -> bool:
    """Whether the output is a terminal that can overwrite text."""
    return on_terminal() and os.environ.get("TERM") != "dumb"


def wants_colour() -> bool:
    """Whether the output may have colours: on a terminal that supports them, unless NO_COLOR is set."""
    return draws_over() and not os.environ.get("NO_COLOR")


def wants_figurines() -> bool:
    """Whether the output can hold characters outside ASCII."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of a table as lines, each column as wide as it must be."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()


def number_table(rows: Sequence[Sequence[str]], width: int | None = None) -> Iterator[str]:
    """The lines of a table that has numbers in all columns but the first. One that is wider than `width` is
    continued below, with the first column again."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, columns in enumerate(_blocks(widths, width)):
        if number:
            yield ""
        for row in rows:
            padded = (row[column].rjust(widths[column]) for column in columns)
            yield "  ".join([row[0].ljust(widths[0]), *padded])


def _blocks(widths: Sequence[int], width: int | None) -> list[list[int]]:
    """The columns after the first one, in groups that fit beside it."""
    blocks: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        beside = [widths[0], *(widths[other] for other in blocks[-1]), widths[column]]
        if blocks[-1] and width is not None and sum(beside) + 2 * (len(beside) - 1) > width:
            blocks.append([])
        blocks[-1].append(column)
    return blocks
