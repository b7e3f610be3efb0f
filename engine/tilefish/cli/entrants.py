"""Engines on a command line: `--engine cmd=stockfish name=SF option.Hash=64`, with or without quotes."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator

import click

from tilefish.match.players import Entrant
from tilefish.match.words import parse_entrant, with_own_names
from tilefish.rules.errors import InputError
from tilefish.rules.messages import quote

ENGINE = "--engine"
_IN_WORDS = (ENGINE, "--openings", "--draw", "--resign", "--sprt")
"""The options whose value may be several words."""
_COMMAND_WORD = "cmd="
_WITH_ONE_DASH = re.compile(r"-[a-z]{2,}")
_HABITS = {
    "--each": "limits for all stand alone, such as --tc 10+0.1, and option.NAME=VALUE behind each --engine",
    "--rounds": "--games N are those of a pairing, --repeat N those with one opening",
}
"""Options of other match programs, and their equivalents here."""


class WordyCommand(click.Command):
    """A command in which some options take all following words as their value, up to the next option. If the
    command has arguments, a value ends before a word without `=`, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the command line."""
        has_arguments = any(isinstance(parameter, click.Argument) for parameter in self.params)
        try:
            return super().parse_args(ctx, list(_joined(args, has_arguments)))
        except click.NoSuchOption as error:
            raise _with_hint(error, args) from error


def _with_hint(error: click.NoSuchOption, args: list[str]) -> click.UsageError:
    """The same error, with a hint for users of other match programs."""
    word = next(filter(_WITH_ONE_DASH.fullmatch, args), error.option_name)
    hint = _HABITS.get(error.option_name) if word == error.option_name else f"expected -{word}"
    return click.UsageError(f"No such option {word!r}: {hint}", error.ctx) if hint else error


def _joined(args: list[str], has_arguments: bool) -> Iterator[str]:
    rest = list(args)
    while rest:
        word = rest.pop(0)
        yield word
        if word not in _IN_WORDS:
            continue
        words: list[str] = []
        while rest and not rest[0].startswith("-") and not (has_arguments and words and "=" not in rest[0]):
            words.append(rest.pop(0))
        if words or word != ENGINE:
            are_in_one = len(words) == 1 and not _is_command(words[0])
            yield words[0] if are_in_one else shlex.join(words)


def _is_command(word: str) -> bool:
    """Whether a word is cmd= alone, with a command of several words or a path that has blanks. All settings
    that may follow it in the same quotes contain =."""
    try:
        first, *behind = shlex.split(word) or [""]
    except ValueError:
        return False
    if not first.startswith(_COMMAND_WORD):
        return False
    if not behind:
        return shutil.which(first.removeprefix(_COMMAND_WORD)) is not None
    return any(part.startswith("-") or "=" not in part for part in behind)


def read_entrants(
    engines: tuple[str, ...], starting: float, *, is_elsewhere: bool = False
) -> tuple[Entrant, ...]:
    """The entrants of a command line, each with a name of its own. Their programs must be on this machine,
    unless they are to run elsewhere. Raises `InputError`."""
    entrants = with_own_names([parse_entrant(text, starting) for text in engines])
    for entrant in entrants:
        program = shlex.split(entrant.command)[:1]
        if program and not is_elsewhere and shutil.which(program[0]) is None:
            hint = _hint_of_blanks(entrant.command)
            raise InputError(f"--engine: there is no program {quote(program[0], 200)}{hint}")
    return entrants


def _hint_of_blanks(command: str) -> str:
    """A hint for a program that has blanks in its path."""
    words = command.split(" ")
    paths = (" ".join(words[:count]) for count in range(len(words), 1, -1))
    path = next(filter(shutil.which, paths), None)
    return "" if path is None else f": a path with blanks wants quotes of its own, cmd=\"'{path}'\""
